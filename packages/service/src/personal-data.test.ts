import { type Database, openDatabase } from '@marquee/data/database';
import { newId } from '@marquee/data/ids';
import { createOutbox } from '@marquee/events/outbox';
import type { CallContext } from '@marquee/runtime/rpc/implement';
import { memorySignals } from '@marquee/runtime/signals';
import { atEnd } from '@marquee/testing/cleanup';
import { fixedClock } from '@marquee/testing/fixed-clock';
import { silentLog } from '@marquee/testing/silent-log';
import { emptyDatabaseUrl } from '@marquee/testing/test-database';
import { type PersonalData, personalDataRpc } from './personal-data.ts';
import type { ServiceResources } from './use-case.ts';

const KIB = 1024;
const clock = fixedClock('2026-11-20T12:00:00Z');
let db: Database;

beforeAll(async () => {
  db = openDatabase({ url: await emptyDatabaseUrl(), log: silentLog, applicationName: 'test' });
  atEnd(() => db.close());
  await db.query('CREATE TABLE notes (id int PRIMARY KEY, account_id uuid NOT NULL)');
});

/** The answers of a service with this personal data. */
function answers(data: Partial<PersonalData<ServiceResources>>) {
  const resources = { db, outbox: createOutbox({ clock }), signals: memorySignals(), clock };
  const { methods } = personalDataRpc<ServiceResources>({ tables: {}, others: {}, ...data })(resources);
  const [exporting, closing] = methods;
  if (exporting?.kind !== 'server_streaming' || closing?.kind !== 'unary') throw new Error('other methods');
  const context = {} as CallContext;
  return {
    exportAccount: (accountId: string) =>
      exporting.handle({ accountId }, context) as AsyncIterable<{ path: string; data: Uint8Array }>,
    closeAccount: (accountId: string) => closing.handle({ accountId }, context),
  };
}

async function* each<T>(list: readonly T[]): AsyncGenerator<T> {
  yield* list;
}

test.each<[string, (Uint8Array | string)[], number[]]>([
  ['nothing', [], []],
  ['many small texts', Array.from({ length: 1_000 }, () => 'ação\n'), [7_000]],
  ['a large file', [Buffer.alloc(600 * KIB, 'a')], [256 * KIB, 256 * KIB, 88 * KIB]],
  ['exactly one piece', ['a'.repeat(256 * KIB)], [256 * KIB]],
  ['small after large', [Buffer.alloc(300 * KIB, 'a'), 'b'], [256 * KIB, 44 * KIB + 1]],
])(
  'a file of an export is sent in pieces that are neither tiny nor large: %s [SET-12]',
  async (_what, pieces, sizes) => {
    const { exportAccount } = answers({ export: () => each([{ path: 'film.mp4', pieces: each(pieces) }]) });
    const sent: Uint8Array[] = [];
    for await (const { path, data } of exportAccount(newId())) {
      expect(path).toBe('film.mp4');
      sent.push(data);
    }
    expect(sent.map(({ length }) => length)).toEqual(sizes);
    expect(Buffer.concat(sent).equals(Buffer.concat(pieces.map((piece) => Buffer.from(piece))))).toBe(true);
  },
);

test('what has consequences is closed to its end before the rows that it needs are deleted [SET-12]', async () => {
  const accountId = newId();
  await db.query('INSERT INTO notes VALUES (1, $1)', [accountId]);
  const left = [true, false];
  const { closeAccount } = answers({
    tables: { notes: { of: 'account_id = $1', key: ['id'], close: 'delete', columns: { id: 'yes' } } },
    close: async () => left.shift() ?? false,
  });
  const rows = async () => (await db.query('SELECT 1 FROM notes')).length;
  expect([await closeAccount(accountId), await rows()]).toEqual([{ more: true }, 1]);
  expect([await closeAccount(accountId), await rows()]).toEqual([{ more: false }, 0]);
});

test('what is no id of an account is refused before anything is read or closed', async () => {
  const { exportAccount, closeAccount } = answers({});
  const refused = { kind: 'INVALID', fields: [{ field: 'accountId', message: 'This is not an id.' }] };
  await expect(closeAccount('me')).rejects.toMatchObject(refused);
  await expect(exportAccount('me')[Symbol.asyncIterator]().next()).rejects.toMatchObject(refused);
});
