import type { Query, Tx } from '@marquee/data/database';
import * as accounts from '@marquee/ledger/accounts';

type Queryable = { query: Query };

const UNIT = 'COIN';

/** The accounts of the books: coins come out of GRANTED, are in somebody's WALLET, and end in SPENT. */
const WALLET = { kind: 'WALLET', unit: UNIT, mayBeNegative: false } as const;
const GRANTED = { kind: 'GRANTED', owner: '', unit: UNIT, mayBeNegative: true } as const;
const SPENT = { kind: 'SPENT', owner: '', unit: UNIT, mayBeNegative: true } as const;

const walletOf = (accountId: string) => ({ ...WALLET, owner: accountId });

/** The ledger's id of a wallet; undefined for who never had a coin. */
export const find = (db: Queryable, accountId: string): Promise<string | undefined> =>
  accounts.find(db, walletOf(accountId));

/** The ids of a wallet and of where all coins come from. */
export async function withGranted(tx: Tx, accountId: string, now: Date): Promise<{ wallet: string; granted: string }> {
  const [wallet = '', granted = ''] = await accounts.openAll(tx, [walletOf(accountId), GRANTED], now);
  return { wallet, granted };
}

/** The ids of a wallet and of where spent coins go. */
export async function withSpent(tx: Tx, accountId: string, now: Date): Promise<{ wallet: string; spent: string }> {
  const [wallet = '', spent = ''] = await accounts.openAll(tx, [walletOf(accountId), SPENT], now);
  return { wallet, spent };
}

/** Opens a wallet the first time, and locks it until the end of the transaction. */
export async function lock(tx: Tx, accountId: string, now: Date): Promise<accounts.Balance> {
  return lockBalance(tx, await accounts.open(tx, walletOf(accountId), now));
}

/** What a wallet holds, locked until the end of the transaction: nobody else spends of it meanwhile. */
export async function lockBalance(tx: Tx, wallet: string): Promise<accounts.Balance> {
  const text = 'SELECT 1 FROM ledger_accounts WHERE id = $1 FOR NO KEY UPDATE';
  await tx.query({ name: 'coins.lock-wallet', text, values: [wallet] });
  return accounts.balance(tx, wallet);
}

export type Movement = {
  id: string;
  reason: string;
  /** What it is about; null for what is earned. */
  subjectId: string | null;
  /** Its title then; '' where it is not known. */
  title: string;
  coins: bigint;
  isHeld: boolean;
  createdAt: Date;
};
/** Where a page of movements continues. */
export type MovementKey = [createdAt: string, id: string];

/** What came into a wallet and left it, the newest first. What was held and given back moved nothing. */
export function listMovements(
  db: Queryable,
  { wallet, after, limit }: { wallet: string; after: MovementKey | undefined; limit: number },
): Promise<Movement[]> {
  const [createdAt, id] = after ?? [null, null];
  return db.query<Movement>({
    name: 'coins.movements',
    text: `SELECT t.id, t.reason, t.subject_id, e.amount AS coins, t.state = 'PENDING' AS is_held, t.created_at,
        coalesce((SELECT h.item_title FROM coin_holds h WHERE h.transfer_id = t.id),
          (SELECT h.item_title FROM coin_holds h WHERE h.return_id = t.id), '') AS title
      FROM ledger_entries e JOIN ledger_transfers t ON t.id = e.transfer_id
      WHERE e.account_id = $1 AND t.state <> 'VOIDED'
        AND ($2::timestamptz IS NULL OR (t.created_at, t.id) < ($2, $3::uuid))
      ORDER BY t.created_at DESC, t.id DESC LIMIT $4`,
    values: [wallet, createdAt, id, limit],
  });
}
