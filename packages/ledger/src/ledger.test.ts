import { type Database, openDatabase } from '@marquee/data/database';
import { newId } from '@marquee/data/ids';
import { dataMigrations } from '@marquee/data/migrations';
import { atEnd } from '@marquee/testing/cleanup';
import { silentLog } from '@marquee/testing/silent-log';
import { testDatabaseUrl } from '@marquee/testing/test-database';
import * as accounts from './accounts.ts';
import { ledgerInvariants } from './invariants.ts';
import { ledgerMigrations } from './sources.ts';
import { randomOperations } from './testing/random-operations.ts';
import {
  type NamedTransfer,
  type NewTransfer,
  post,
  stateOf,
  transfer,
  transferAll,
  voidTransfer,
} from './transfers.ts';

let db: Database;
const now = new Date('2026-11-20T12:00:00Z');
beforeAll(async () => {
  const url = await testDatabaseUrl('ledger', [dataMigrations, ledgerMigrations]);
  db = openDatabase({ url, log: silentLog, applicationName: 'test' });
  atEnd(() => db.close());
});
afterEach(async () => {
  for (const { check, name } of ledgerInvariants) expect([name, await check(db.query)]).toEqual([name, []]);
});

/** A source, and a wallet that may not be negative and holds `amount`. */
async function books(amount = 0n) {
  const unit = 'USD';
  const [source, wallet, fee] = await db.transaction(async (tx) => [
    await accounts.open(tx, { kind: 'SOURCE', owner: '', unit, mayBeNegative: true }, now),
    await accounts.open(tx, { kind: 'WALLET', owner: newId(), unit, mayBeNegative: false }, now),
    await accounts.open(tx, { kind: 'FEE', owner: newId(), unit, mayBeNegative: false }, now),
  ]);
  const of = (from: string, to: string, cents: bigint, more: Partial<NewTransfer> = {}): NewTransfer => {
    const entries = [
      { accountId: from, amount: -cents },
      { accountId: to, amount: cents },
    ];
    return { id: newId(), reason: 'test', entries, state: 'POSTED', now, ...more };
  };
  const move = (made: NewTransfer) => db.transaction((tx) => transfer(tx, made));
  if (amount > 0n) await move(of(source as string, wallet as string, amount));
  const held = (accountId: string) => accounts.balance(db, accountId);
  return { source: source as string, wallet: wallet as string, fee: fee as string, of, move, held };
}

test('a transfer moves money once, however often it is asked for', async () => {
  const { wallet, fee, of, move, held } = await books(1_000n);
  const made = of(wallet, fee, 300n);
  expect([await move(made), await move(made)]).toEqual(['POSTED', 'POSTED']);
  expect([(await held(wallet)).posted, (await held(fee)).posted]).toEqual([700n, 300n]);
  await expect(move({ ...made, reason: 'other' })).rejects.toMatchObject({ reason: 'TRANSFER_ID_REUSED' });
  await expect(move({ ...of(wallet, fee, 301n), id: made.id })).rejects.toMatchObject({ reason: 'TRANSFER_ID_REUSED' });
});

test('an account that may not be negative is never, not by many transfers at once', async () => {
  const { wallet, fee, of, move, held } = await books(1_000n);
  const tried = await Promise.allSettled(Array.from({ length: 12 }, () => move(of(wallet, fee, 300n))));
  expect(tried.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
  expect(await held(wallet)).toEqual({ posted: 100n, held: 0n, available: 100n });
  await expect(move(of(wallet, fee, 101n))).rejects.toMatchObject({ reason: 'BALANCE_TOO_LOW' });
});

test('a pending transfer holds its debit and gives no credit, until it is posted or voided', async () => {
  const { wallet, fee, of, move, held } = await books(1_000n);
  const [first, second] = [of(wallet, fee, 600n, { state: 'PENDING' }), of(wallet, fee, 400n, { state: 'PENDING' })];
  await move(first);
  await move(second);
  expect(await held(wallet)).toEqual({ posted: 1_000n, held: 1_000n, available: 0n });
  expect(await held(fee)).toEqual({ posted: 0n, held: 0n, available: 0n });
  await expect(move(of(wallet, fee, 1n))).rejects.toMatchObject({ reason: 'BALANCE_TOO_LOW' });

  const ended = (id: string, how: typeof post) => db.transaction((tx) => how(tx, id, now));
  await ended(first.id, post);
  await ended(first.id, post);
  await ended(second.id, voidTransfer);
  await ended(second.id, voidTransfer);
  expect([await held(wallet), await held(fee)]).toMatchObject([
    { posted: 400n, held: 0n, available: 400n },
    { posted: 600n, held: 0n },
  ]);
  await expect(ended(first.id, voidTransfer)).rejects.toMatchObject({ reason: 'TRANSFER_ENDED' });
  await expect(ended(second.id, post)).rejects.toMatchObject({ reason: 'TRANSFER_ENDED' });
  expect([await stateOf(db, first.id), await stateOf(db, newId())]).toEqual(['POSTED', undefined]);
});

test('transfers between accounts by their names are written once, all together, and open what is missing', async () => {
  const owner = newId();
  const account = (kind: string) => ({ kind, owner, unit: 'USD', mayBeNegative: true });
  const step = (from: string, to: string, amount: bigint): NamedTransfer => ({
    ...{ id: newId(), reason: 'STEP', subjectId: newId() },
    parts: [
      { account: account(from), amount: -amount },
      { account: account(to), amount },
    ],
  });
  const write = (...made: NamedTransfer[]) => db.transaction((tx) => transferAll(tx, made, now));
  const posted = async (kind: string) => {
    const id = await accounts.find(db, account(kind));
    return id === undefined ? undefined : (await accounts.balance(db, id)).posted;
  };
  const all = async () => [await posted('A'), await posted('B'), await posted('C')];
  const [first, second, third] = [step('A', 'B', 500n), step('B', 'C', 400n), step('A', 'C', 1n)];
  await write(first, second);
  expect(await all()).toEqual([-500n, 100n, 400n]);
  // Those that are there stay as they are, also beside a new one.
  await write(first, second);
  await write(first, third);
  expect(await all()).toEqual([-501n, 100n, 401n]);
  const other = { ...third, parts: step('A', 'C', 2n).parts };
  await expect(write(step('A', 'B', 7n), other)).rejects.toMatchObject({ reason: 'TRANSFER_ID_REUSED' });
  await expect(write({ ...step('A', 'B', 7n), parts: first.parts.slice(0, 1) })).rejects.toThrow('2 to 20');
  expect(await all()).toEqual([-501n, 100n, 401n]);
});

test('what does not add up, or is out of bounds, is not written', async () => {
  const { source, wallet, fee, of, move } = await books(1_000n);
  const uneven = [
    { accountId: source, amount: -5n },
    { accountId: wallet, amount: 4n },
  ];
  await expect(move({ ...of(source, wallet, 1n), entries: uneven })).rejects.toThrow();
  await expect(move(of(source, wallet, 0n))).rejects.toThrow('out of bounds');
  await expect(move(of(source, wallet, 1_000_000_000_001n))).rejects.toThrow('out of bounds');
  await expect(move({ ...of(source, wallet, 1n), entries: uneven.slice(0, 1) })).rejects.toThrow('2 to 20');
  const many = (count: number) => Array.from({ length: count }, () => ({ accountId: newId(), amount: 1n }));
  await expect(move({ ...of(source, wallet, 1n), entries: many(21) })).rejects.toThrow('2 to 20');
  const twice = [...uneven, { accountId: wallet, amount: 1n }];
  await expect(move({ ...of(source, wallet, 1n), entries: twice })).rejects.toThrow('each account once');
  const coins = await db.transaction((tx) =>
    accounts.open(tx, { kind: 'COINS', owner: '', unit: 'COIN', mayBeNegative: true }, now),
  );
  await expect(move(of(coins, fee, 5n))).rejects.toThrow();
  await expect(db.query('UPDATE ledger_entries SET amount = amount + 1')).rejects.toThrow();
  await expect(db.query('DELETE FROM ledger_entries')).rejects.toThrow();
});

test('an account is opened once, also by several at the same time', async () => {
  const account = { kind: 'WALLET', owner: newId(), unit: 'USD', mayBeNegative: false };
  const ids = await Promise.all(
    Array.from({ length: 6 }, () => db.transaction((tx) => accounts.open(tx, account, now))),
  );
  expect(new Set(ids).size).toBe(1);
});

test('folding changes no balance', async () => {
  const { wallet, fee, of, move, held } = await books(1_000n);
  await move(of(wallet, fee, 250n));
  await move(of(wallet, fee, 100n, { state: 'PENDING' }));
  const before = [await held(wallet), await held(fee)];
  await Promise.all([accounts.fold(db), accounts.fold(db), move(of(fee, wallet, 1n))]);
  await move(of(wallet, fee, 1n));
  expect([await held(wallet), await held(fee)]).toEqual(before);
  expect((await accounts.balancesOfKind(db, 'FEE')).get('USD')?.posted).toBeGreaterThanOrEqual(250n);
});

// A million are done by `node packages/ledger/bench/random-operations.ts`.
test('20,000 random operations with crashes between any two steps end as a simple model says', async () => {
  const seed = 20_261_123;
  const url = await testDatabaseUrl('ledger', [dataMigrations, ledgerMigrations]);
  const own = openDatabase({ url, log: silentLog, applicationName: 'test' });
  atEnd(() => own.close());
  const tally = await randomOperations(own, { seed, count: 20_000, atOnce: 5 });
  expect({ seed, ...tally, isVaried: tally.refused > 500 && tally.crashed > 500 }).toMatchObject({ isVaried: true });
  for (const { check, name } of ledgerInvariants)
    expect([seed, name, await check(own.query)]).toEqual([seed, name, []]);
}, 180_000);
