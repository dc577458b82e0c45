import type { Query, Tx } from '@marquee/data/database';
import { existing } from '@marquee/data/existing';
import { newId } from '@marquee/data/ids';

/** What an account is. The three first fields name it. */
export type LedgerAccount = {
  /** In the words of its service, such as PLATFORM_FEE. */
  kind: string;
  /** An id; '' for an account of the platform. */
  owner: string;
  /** A currency as ISO 4217 writes it, or COIN. */
  unit: string;
  /** False where nobody may take more than there is. Fixed when the account is opened. */
  mayBeNegative: boolean;
};

/** What an account holds, in minor units. */
export type Balance = {
  /** The sum of what is posted. */
  posted: bigint;
  /** Debits of pending transfers. */
  held: bigint;
  /** What may be spent: what is posted without what is held. */
  available: bigint;
};

const FIND = 'SELECT id FROM ledger_accounts WHERE kind = $1 AND owner = $2 AND unit = $3';
const OPEN = `
  INSERT INTO ledger_accounts (id, kind, owner, unit, may_be_negative, created_at) VALUES ($4, $1, $2, $3, $5, $6)
  ON CONFLICT DO NOTHING`;

/** The id of an account; undefined for one that nothing was moved on. */
export async function find(
  db: { query: Query },
  { kind, owner, unit }: Pick<LedgerAccount, 'kind' | 'owner' | 'unit'>,
): Promise<string | undefined> {
  const [row] = await db.query<{ id: string }>({ name: 'ledger.account', text: FIND, values: [kind, owner, unit] });
  return row?.id;
}

/** The id of an account, which is opened the first time. */
export async function open(tx: Tx, account: LedgerAccount, now: Date): Promise<string> {
  const known = await find(tx, account);
  if (known) return known;
  const { kind, owner, unit, mayBeNegative } = account;
  await tx.query({ name: 'ledger.open', text: OPEN, values: [kind, owner, unit, newId(), mayBeNegative, now] });
  return existing(await find(tx, account), `the ledger account ${kind}`);
}

/** The ids of several accounts, in their order; those that nothing was moved on yet are opened. */
export async function openAll(tx: Tx, asked: readonly LedgerAccount[], now: Date): Promise<string[]> {
  const known = await tx.query<{ place: number; id: string }>({
    name: 'ledger.accounts',
    text: `SELECT n.place::int AS place, a.id
      FROM unnest($1::text[], $2::text[], $3::text[]) WITH ORDINALITY AS n (kind, owner, unit, place)
        JOIN ledger_accounts a ON a.kind = n.kind AND a.owner = n.owner AND a.unit = n.unit`,
    values: [asked.map(({ kind }) => kind), asked.map(({ owner }) => owner), asked.map(({ unit }) => unit)],
  });
  const byPlace = new Map(known.map(({ place, id }) => [place - 1, id]));
  const ids: string[] = [];
  for (const [index, account] of asked.entries()) ids.push(byPlace.get(index) ?? (await open(tx, account, now)));
  return ids;
}

const BALANCE = `
  SELECT coalesce(b.posted, 0) + coalesce(c.posted, 0) AS posted, coalesce(b.held, 0) + coalesce(c.held, 0) AS held
  FROM (SELECT sum(posted)::bigint AS posted, sum(held)::bigint AS held FROM ledger_changes WHERE account_id = $1) c
    LEFT JOIN ledger_balances b ON b.account_id = $1`;

/** What an account holds now; nothing for one that does not exist. */
export async function balance(db: { query: Query }, accountId: string): Promise<Balance> {
  const [row] = await db.query<{ posted: bigint; held: bigint }>({
    name: 'ledger.balance',
    text: BALANCE,
    values: [accountId],
  });
  const { posted, held } = row ?? { posted: 0n, held: 0n };
  return { posted, held, available: posted - held };
}

/** What all accounts of a kind hold together, by unit. */
export async function balancesOfKind(db: { query: Query }, kind: string): Promise<Map<string, Balance>> {
  const rows = await db.query<{ unit: string; posted: bigint; held: bigint }>({
    text: `SELECT a.unit, sum(v.posted)::bigint AS posted, sum(v.held)::bigint AS held
      FROM ledger_accounts a JOIN (
        SELECT account_id, posted, held FROM ledger_balances UNION ALL SELECT account_id, posted, held FROM ledger_changes
      ) v ON v.account_id = a.id WHERE a.kind = $1 GROUP BY a.unit`,
    values: [kind],
  });
  return new Map(rows.map(({ unit, posted, held }) => [unit, { posted, held, available: posted - held }]));
}

const FOLDED_AT_ONCE = 10_000;
const FOLD = `
  WITH taken AS (
    DELETE FROM ledger_changes WHERE id = ANY(ARRAY(
      SELECT id FROM ledger_changes ORDER BY id LIMIT ${FOLDED_AT_ONCE} FOR UPDATE SKIP LOCKED))
    RETURNING account_id, posted, held
  )
  INSERT INTO ledger_balances AS b (account_id, posted, held)
  SELECT account_id, sum(posted)::bigint, sum(held)::bigint FROM taken GROUP BY account_id ORDER BY account_id
  ON CONFLICT (account_id) DO UPDATE SET posted = b.posted + excluded.posted, held = b.held + excluded.held`;

/** Folds up to 10,000 changes into the balances that they belong to. Balances read the same before and after. */
export async function fold(db: { query: Query }): Promise<void> {
  await db.query({ name: 'ledger.fold', text: FOLD });
}
