import { PersonalDataService } from '@marquee/contracts/personal_data/v1/personal_data_pb';
import { isId } from '@marquee/data/ids';
import { invalid } from '@marquee/runtime/errors';
import { type Implementation, implement } from '@marquee/runtime/rpc/implement';
import { closeRows, exportRows, type PersonalTables } from './personal-tables.ts';
import { type ServiceResources, transact, type Write } from './use-case.ts';

/** A file of an export: a relative path, and its bytes or text in pieces. */
export type PersonalFile = { path: string; pieces: AsyncIterable<Uint8Array | string> };

/**
 * The personal data of a service. Tables are exported and closed as they are declared; `export` and `close` are for what
 * is not a row, or has consequences.
 */
export type PersonalData<R> = PersonalTables & {
  /** Further files, each read to its end before the next. */
  export?(resources: R, accountId: string): AsyncIterable<PersonalFile>;
  /**
   * What closing does before the tables, in a transaction of its own: a bounded part. True while something is left. It
   * may be repeated at any time.
   */
  close?(write: Write<R>, accountId: string): Promise<boolean>;
};

const PIECE_BYTES = 256 * 1024;

/** All files of an account: a JSON list of each table, and those that the service adds. */
export async function* filesOf<R extends ServiceResources>(
  { tables, export: others }: PersonalData<R>,
  resources: R,
  accountId: string,
): AsyncGenerator<PersonalFile> {
  for (const [name, table] of Object.entries(tables)) {
    yield { path: `${name.replaceAll('_', '-')}.json`, pieces: exportRows(resources.db, name, table, accountId) };
  }
  if (others) yield* others(resources, accountId);
}

/** Closes a part of what a service holds of an account, in one transaction. True while something is left. */
export function closeSome<R extends ServiceResources>(
  { tables, close }: PersonalData<R>,
  resources: R,
  accountId: string,
): Promise<boolean> {
  return transact(resources, async (write) => {
    if (await close?.(write, accountId)) return true;
    return closeRows(write.tx, tables, accountId);
  });
}

/** The answers of a service that holds personal data. */
export function personalDataRpc<R>(personalData: PersonalData<R>): (resources: R) => Implementation {
  return (resources) => {
    // What holds personal data has a database.
    const own = resources as R & ServiceResources;
    const declared = personalData as PersonalData<R & ServiceResources>;
    return implement(PersonalDataService, {
      async *exportAccount({ accountId }) {
        requireId(accountId);
        for await (const { path, pieces } of filesOf(declared, own, accountId)) {
          for await (const data of inPieces(pieces)) yield { path, data };
        }
      },
      async closeAccount({ accountId }) {
        requireId(accountId);
        return { more: await closeSome(declared, own, accountId) };
      },
    });
  };
}

function requireId(accountId: string): void {
  if (!isId(accountId)) throw invalid([{ field: 'accountId', message: 'This is not an id.' }]);
}

/** The same bytes in pieces that are neither tiny nor large. */
async function* inPieces(pieces: AsyncIterable<Uint8Array | string>): AsyncGenerator<Uint8Array> {
  let waiting: Uint8Array[] = [];
  let bytes = 0;
  for await (const piece of pieces) {
    const whole = typeof piece === 'string' ? Buffer.from(piece) : piece;
    for (let start = 0; start < whole.length; start += PIECE_BYTES) {
      const part = whole.subarray(start, start + PIECE_BYTES);
      waiting.push(part);
      bytes += part.length;
      if (bytes < PIECE_BYTES) continue;
      yield Buffer.concat(waiting);
      waiting = [];
      bytes = 0;
    }
  }
  if (bytes > 0) yield Buffer.concat(waiting);
}
