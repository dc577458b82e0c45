import { createHash } from 'node:crypto';
import { type Query, send, type Tx } from '@marquee/data/database';
import * as accounts from './accounts.ts';
import { balanceTooLow, transferEnded, transferIdReused } from './ledger-errors.ts';

/** Entries of one transfer, at most. */
export const ENTRIES_MAX = 20;
/** The largest amount of an entry, in minor units: far below what a bigint holds, so that no sum passes it. */
export const AMOUNT_MAX = 1_000_000_000_000n;

/** One line of a transfer. */
export type Entry = {
  accountId: string;
  /** In minor units: positive is a credit to the account, negative a debit. */
  amount: bigint;
};

export type TransferState = 'PENDING' | 'POSTED' | 'VOIDED';

export type NewTransfer = {
  /** Made by the client: the same id with the same body is the same transfer. */
  id: string;
  /** What it is for, in the words of its service. */
  reason: string;
  /** The id of what it belongs to, such as an order. */
  subjectId?: string;
  /** Two or more accounts, each once; debits equal credits in each unit. */
  entries: readonly Entry[];
  /** POSTED moves at once. PENDING only holds its debits, until `post` or `voidTransfer`. */
  state: 'PENDING' | 'POSTED';
  now: Date;
};

/** A transfer that moves at once between accounts by their names, each of which may be negative: no balance is looked at. */
export type NamedTransfer = Pick<NewTransfer, 'id' | 'reason'> & {
  subjectId: string;
  parts: readonly { account: accounts.LedgerAccount; amount: bigint }[];
};

/**
 * Writes a transfer, once: repeated with the same body it changes nothing and gives the state as it is by then. What is
 * taken from an account that may not be negative is checked under its lock; no other row is locked, so that transfers on
 * a busy account do not wait for each other.
 *
 * @throws DomainError CONFLICT, TRANSFER_ID_REUSED for the same id with another body
 * @throws DomainError FAILED_PRECONDITION, BALANCE_TOO_LOW where an account would be negative
 */
export async function transfer(tx: Tx, made: NewTransfer): Promise<TransferState> {
  const entries = checked(made.entries);
  const bodyHash = hashOf(made, entries);
  const { id, reason, subjectId = null, state, now } = made;
  const columns = [entries.map(({ accountId }) => accountId), entries.map(({ amount }) => amount)];
  const inserted = await tx.query({
    name: 'ledger.transfer',
    text: `INSERT INTO ledger_transfers (id, state, reason, subject_id, body_hash, created_at, ended_at)
      VALUES ($1, $2, $3, $4, $5, $6, CASE WHEN $2 = 'POSTED' THEN $6::timestamptz END)
      ON CONFLICT DO NOTHING RETURNING 1`,
    values: [id, state, reason, subjectId, bodyHash, now],
  });
  if (inserted.length === 0) return repeated(tx, id, bodyHash);

  const debited = entries.filter(({ amount }) => amount < 0n);
  await requireAvailable(tx, debited);
  await tx.query({
    name: 'ledger.entries',
    text: `INSERT INTO ledger_entries (transfer_id, account_id, amount)
      SELECT $1, account_id, amount FROM unnest($2::uuid[], $3::bigint[]) AS e (account_id, amount)`,
    values: [id, ...columns],
  });
  await appendChanges(tx, id, state === 'POSTED' ? 'MOVE' : 'HOLD');
  return state;
}

/**
 * Writes transfers, each once, in one statement that the transaction does not wait for. Where one of them is there already, or
 * nothing was moved on an account yet, the transaction is repeated, and does wait.
 *
 * @throws DomainError CONFLICT, TRANSFER_ID_REUSED for the same id with another body
 */
export async function transferAll(tx: Tx, made: readonly NamedTransfer[], now: Date): Promise<void> {
  const parts = made.flatMap(({ id, parts }) => parts.map((part) => ({ id, ...part })));
  for (const { parts } of made) checked(parts.map(({ account, amount }) => ({ accountId: nameOf(account), amount })));
  if (parts.some(({ account }) => !account.mayBeNegative)) throw new Error('an account that has a bottom is looked at');
  if (!tx.isRepeated) {
    await send(tx, {
      name: 'ledger.transfer-all',
      text: ALL,
      values: [
        ...[made.map(({ id }) => id), made.map(({ reason }) => reason), made.map(({ subjectId }) => subjectId)],
        ...[parts.map(({ id }) => id), parts.map(({ account }) => account.kind)],
        ...[parts.map(({ account }) => account.owner), parts.map(({ account }) => account.unit)],
        ...[parts.map(({ amount }) => amount), now],
      ],
    });
    return;
  }
  for (const { id, reason, subjectId, parts } of made) {
    const ids = await accounts.openAll(
      tx,
      parts.map(({ account }) => account),
      now,
    );
    const entries = parts.map(({ amount }, index) => ({ accountId: ids[index] as string, amount }));
    await transfer(tx, { id, reason, subjectId, entries, state: 'POSTED', now });
  }
}

const nameOf = ({ kind, owner, unit }: accounts.LedgerAccount) => `${kind} ${owner} ${unit}`;

// All transfers or none. The hash of a body is that of hashOf.
const ALL = `
  WITH asked AS (
    SELECT t.id, t.reason, t.subject_id, a.id AS account_id, e.amount
    FROM unnest($1::uuid[], $2::text[], $3::uuid[]) AS t (id, reason, subject_id)
      JOIN unnest($4::uuid[], $5::text[], $6::text[], $7::text[], $8::bigint[])
        AS e (transfer_id, kind, owner, unit, amount) ON e.transfer_id = t.id
      JOIN ledger_accounts a ON a.kind = e.kind AND a.owner = e.owner AND a.unit = e.unit AND a.may_be_negative
  ), made AS (
    INSERT INTO ledger_transfers (id, state, reason, subject_id, body_hash, created_at, ended_at)
    SELECT id, 'POSTED', reason, subject_id, sha256(convert_to(concat_ws(E'\\n', 'POSTED', reason, subject_id,
        string_agg(account_id || ' ' || amount, E'\\n' ORDER BY account_id)), 'UTF8')), $9, $9
    FROM asked WHERE (SELECT count(*) FROM asked) = cardinality($4::uuid[])
    GROUP BY id, reason, subject_id ON CONFLICT DO NOTHING RETURNING id
  ), entries AS (
    INSERT INTO ledger_entries (transfer_id, account_id, amount)
    SELECT asked.id, asked.account_id, asked.amount FROM asked JOIN made ON made.id = asked.id
    RETURNING account_id, amount
  ), changes AS (
    INSERT INTO ledger_changes (account_id, posted, held)
    SELECT account_id, amount, 0 FROM entries ORDER BY account_id
  )
  SELECT repeat_unless(count(*) = cardinality($1::uuid[])) FROM made`;

/**
 * Posts a pending transfer; one that is posted stays so.
 *
 * @throws DomainError CONFLICT, TRANSFER_ENDED for one that was voided
 */
export async function post(tx: Tx, id: string, now: Date): Promise<void> {
  await end(tx, id, 'POSTED', now);
}

/**
 * Gives back what a pending transfer holds; one that is voided stays so.
 *
 * @throws DomainError CONFLICT, TRANSFER_ENDED for one that was posted
 */
export async function voidTransfer(tx: Tx, id: string, now: Date): Promise<void> {
  await end(tx, id, 'VOIDED', now);
}

/** The state of a transfer; undefined for one that does not exist. */
export async function stateOf(db: { query: Query }, id: string): Promise<TransferState | undefined> {
  const [row] = await db.query<{ state: TransferState }>({
    name: 'ledger.state',
    text: 'SELECT state FROM ledger_transfers WHERE id = $1',
    values: [id],
  });
  return row?.state;
}

async function end(tx: Tx, id: string, state: 'POSTED' | 'VOIDED', now: Date): Promise<void> {
  const ended = await tx.query({
    name: 'ledger.end',
    text: `UPDATE ledger_transfers SET state = $2, ended_at = $3 WHERE id = $1 AND state = 'PENDING' RETURNING 1`,
    values: [id, state, now],
  });
  if (ended.length > 0) return appendChanges(tx, id, state === 'POSTED' ? 'POST' : 'VOID');
  const known = await stateOf(tx, id);
  if (known === undefined) throw new Error(`there is no transfer ${id}`);
  if (known !== state) throw transferEnded(known);
}

// What each step adds to the balances of the accounts. A pending credit is nothing yet.
const CHANGES = {
  MOVE: 'amount, 0',
  HOLD: '0, -amount',
  POST: 'amount, least(amount, 0)',
  VOID: '0, amount',
} as const;

async function appendChanges(tx: Tx, id: string, step: keyof typeof CHANGES): Promise<void> {
  const debitsOnly = step === 'HOLD' || step === 'VOID' ? ' AND amount < 0' : '';
  await tx.query({
    name: `ledger.${step.toLowerCase()}`,
    text: `INSERT INTO ledger_changes (account_id, posted, held)
      SELECT account_id, ${CHANGES[step]} FROM ledger_entries WHERE transfer_id = $1${debitsOnly} ORDER BY account_id`,
    values: [id],
  });
}

async function repeated(tx: Tx, id: string, bodyHash: Buffer): Promise<TransferState> {
  const [row] = await tx.query<{ state: TransferState; bodyHash: Buffer }>({
    name: 'ledger.repeated',
    text: 'SELECT state, body_hash FROM ledger_transfers WHERE id = $1',
    values: [id],
  });
  if (!row || !bodyHash.equals(row.bodyHash)) throw transferIdReused();
  return row.state;
}

/** Locks the accounts that may not be negative, in one order for all, and looks at each once it is locked. */
async function requireAvailable(tx: Tx, debits: readonly Entry[]): Promise<void> {
  const locked = await tx.query<{ id: string }>({
    name: 'ledger.lock',
    text: `SELECT id FROM ledger_accounts WHERE id = ANY($1::uuid[]) AND NOT may_be_negative
      ORDER BY id FOR NO KEY UPDATE`,
    values: [debits.map(({ accountId }) => accountId)],
  });
  for (const { id } of locked) {
    const { available } = await accounts.balance(tx, id);
    const debit = debits.find(({ accountId }) => accountId === id)?.amount ?? 0n;
    if (available + debit < 0n) throw balanceTooLow();
  }
}

/** The entries in one order. @throws Error for what no caller may ask */
function checked(entries: readonly Entry[]): readonly Entry[] {
  const ids = new Set(entries.map(({ accountId }) => accountId));
  if (entries.length < 2 || entries.length > ENTRIES_MAX) throw new Error('a transfer has 2 to 20 entries');
  if (ids.size !== entries.length) throw new Error('a transfer names each account once');
  const isWrong = ({ amount }: Entry) => amount === 0n || amount > AMOUNT_MAX || amount < -AMOUNT_MAX;
  if (entries.some(isWrong)) throw new Error('the amount of an entry is out of bounds');
  return entries.toSorted((a, b) => (a.accountId < b.accountId ? -1 : 1));
}

function hashOf({ reason, subjectId = '', state }: NewTransfer, entries: readonly Entry[]): Buffer {
  const lines = entries.map(({ accountId, amount }) => `${accountId} ${amount}`);
  return createHash('sha256')
    .update([state, reason, subjectId, ...lines].join('\n'))
    .digest();
}
