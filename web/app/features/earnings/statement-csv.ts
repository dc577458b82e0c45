import { timestampDate } from '@bufbuild/protobuf/wkt';
import { type StatementLine, StatementLineKind } from '@marquee/contracts/film/v1/earnings_pb';
import { stringify } from 'csv-stringify/sync';
import { inParts } from '../own-films/csv-response.ts';
import { decimal } from './decimal.ts';

// Names for programs, which are the same in every language.
const columnsOf = (sold: string) => [
  'date',
  'kind',
  sold,
  'amount',
  'platform_fee',
  'balance',
  'currency',
  'reference',
];

/** A movement, with the name of what was sold. */
export type StatementFileLine = Pick<StatementLine, 'id' | 'at' | 'kind' | 'amount' | 'eoFee'> & { name: string };
export type StatementFile = {
  opening: bigint;
  closing: bigint;
  currency: string;
  lines: readonly StatementFileLine[];
  /** The column of what was sold. */
  sold: string;
};

/** A quarter of a seller's account: from the opening balance, line by line, to the closing one [STU-09:statements]. */
export async function statementCsv({ opening, closing, currency, lines, sold }: StatementFile): Promise<string> {
  let balance = opening;
  const rows = lines.map(({ id, at, kind, name, amount, eoFee }) => {
    balance += amount;
    const when = at ? timestampDate(at).toISOString() : '';
    return [when, StatementLineKind[kind], name, decimal(amount), decimal(eoFee), decimal(balance), currency, id];
  });
  // A page that changed while it was read would not add up: nobody gets a wrong statement.
  if (balance !== closing) throw new Error('the lines of a statement do not add up to its balance');
  const edge = (kind: string, amount: bigint) => ['', kind, '', '', '', decimal(amount), currency, ''];
  const all = [edge('OPENING', opening), ...rows, edge('CLOSING', closing)];
  const options = { columns: columnsOf(sold), escape_formulas: false, cast: { string: unformulated } };
  return inParts(all, (part, header) => stringify(part, { ...options, header }));
}

// A title that a spreadsheet would take for a formula is a text; a negative amount stays a number.
const unformulated = (text: string) => (/^[=+@\t\r]|^-(?!\d)/.test(text) ? `'${text}` : text);
