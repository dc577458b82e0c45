import { createHash } from 'node:crypto';
import type { Query, Tx } from '@marquee/data/database';
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
  /** True where each account that is debited may be negative, so that none has to be looked at. */
  mayAllBeNegative?: boolean;
  now: Date;
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
  if (made.mayAllBeNegative && state === 'POSTED') {
    const moved = await tx.query({
      name: 'ledger.transfer-whole',
      text: WHOLE,
      values: [id, reason, subjectId, bodyHash, now, ...columns],
    });
    return moved.length > 0 ? state : repeated(tx, id, bodyHash);
  }
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

// A transfer that looks at no balance, whole in one statement. Gives nothing where its id is there already.
const WHOLE = `
  WITH made AS (
    INSERT INTO ledger_transfers (id, state, reason, subject_id, body_hash, created_at, ended_at)
    VALUES ($1, 'POSTED', $2, $3, $4, $5, $5) ON CONFLICT DO NOTHING RETURNING id
  ), entries AS (
    INSERT INTO ledger_entries (transfer_id, account_id, amount)
    SELECT made.id, e.account_id, e.amount FROM made, unnest($6::uuid[], $7::bigint[]) AS e (account_id, amount)
    RETURNING account_id, amount
  )
  INSERT INTO ledger_changes (account_id, posted, held)
  SELECT account_id, amount, 0 FROM entries ORDER BY account_id RETURNING 1`;

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
