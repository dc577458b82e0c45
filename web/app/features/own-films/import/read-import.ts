import { DIARY_DAY_MIN, DIARY_TAG_LENGTH_MAX, DIARY_TAGS_MAX, tagsOf } from '@marquee/rules/diary';
import { IMPORT_BYTES_MAX, IMPORT_ROWS_MAX, type ImportKind } from '@marquee/rules/imports';
import { CsvError, parse } from 'csv-parse/browser/esm/sync';

/** A row of a file as it is understood, by its line. */
export type ImportedRow = {
  line: number;
  name: string;
  filmYear: number;
  uri: string;
  /** A day such as 2026-11-20; '' when the row has none that exists. */
  watchedDay: string;
  /** 1 to 5; half stars are rounded up; 0 without. */
  stars: number;
  rewatch: boolean;
  tags: string[];
};
/** Why a file cannot be imported. */
export type FileProblem = 'large' | 'letters' | 'quote' | 'columns' | 'empty' | 'rows' | 'unreadable';
export type ReadImport =
  | { kind: ImportKind; rows: ImportedRow[]; problem?: undefined }
  | { problem: FileProblem; line: number };

type Record = { [column: string]: string | undefined };
type Parsed = { record: Record; info: { lines: number } };

/** Reads a diary, ratings or a watchlist as Letterboxd exports them, and as we do. */
export function readImport(bytes: ArrayBuffer, fileName: string): ReadImport {
  if (bytes.byteLength > IMPORT_BYTES_MAX) return { problem: 'large', line: 0 };
  const text = withoutPreamble(textOf(bytes));
  if (text === undefined) return { problem: 'letters', line: 0 };
  const [header = ''] = text.split(/[\r\n]/, 1);
  const columns = header.toLowerCase();
  if (!/(^|[,;"])\s*name\s*($|[,;"])/.test(columns)) return { problem: text.trim() ? 'columns' : 'empty', line: 1 };
  let parsed: Parsed[];
  try {
    parsed = parse(text, {
      columns: (names: string[]) => names.map((name) => name.trim().toLowerCase()),
      delimiter: header.includes(',') ? ',' : ';',
      info: true,
      relax_column_count: true,
      skip_empty_lines: true,
      to: IMPORT_ROWS_MAX + 1,
    }) as unknown as Parsed[];
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const { lines: line = 0 } = error as { lines?: number };
    return { problem: error.code.includes('QUOTE') ? 'quote' : 'unreadable', line };
  }
  if (parsed.length === 0) return { problem: 'empty', line: 1 };
  if (parsed.length > IMPORT_ROWS_MAX) return { problem: 'rows', line: IMPORT_ROWS_MAX + 1 };
  return { kind: kindOf(columns, fileName), rows: parsed.map(rowOf) };
}

/** Undefined for letters that are not UTF-8, and for what is no text. */
function textOf(bytes: ArrayBuffer): string | undefined {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return text.includes('\0') ? undefined : text;
  } catch {
    return undefined;
  }
}

/** A list of Letterboxd begins with what it says of itself; its films come after it. */
function withoutPreamble(text: string | undefined): string | undefined {
  if (!text?.startsWith('Letterboxd list export')) return text;
  return text.slice(Math.max(0, text.search(/^position,/im)));
}

function kindOf(columns: string, fileName: string): ImportKind {
  if (/watched date/.test(columns)) return 'DIARY';
  if (/rating/.test(columns) && !/watchlist/i.test(fileName)) return 'RATINGS';
  return 'WATCHLIST';
}

function rowOf({ record, info }: Parsed): ImportedRow {
  const cell = (name: string) => plain(record[name] ?? '');
  return {
    line: info.lines,
    name: cell('name').slice(0, 500),
    filmYear: /^\d{4}$/.test(cell('year')) ? Number(cell('year')) : 0,
    uri: (cell('letterboxd uri') || cell('url')).slice(0, 2000),
    watchedDay: dayOf(cell('watched date')) || dayOf(cell('date')),
    stars: starsOf(cell('rating')),
    rewatch: /^(yes|true|1)$/i.test(cell('rewatch')),
    tags: tagsOf(cell('tags'))
      .map((tag) => tag.slice(0, DIARY_TAG_LENGTH_MAX))
      .slice(0, DIARY_TAGS_MAX),
  };
}

/** A cell without the mark that keeps spreadsheets from taking it for a formula. */
const plain = (cell: string): string => cell.trim().replace(/^'(?=[=+\-@\t\r＝＋－＠])/, '');

function dayOf(cell: string): string {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(cell) || cell < DIARY_DAY_MIN) return '';
  const day = new Date(`${cell}T00:00:00.000Z`);
  // The 30th of February would become the 2nd of March.
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(cell) ? cell : '';
}

function starsOf(cell: string): number {
  const stars = Number(cell.replace(',', '.'));
  return stars > 0 && stars <= 5 ? Math.ceil(stars) : 0;
}
