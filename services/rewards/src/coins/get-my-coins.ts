import { keyset } from '@marquee/data/paging';
import * as accounts from '@marquee/ledger/accounts';
import type { AccountViewer } from '@marquee/runtime/viewer';
import { z } from 'zod';
import type { RewardsResources } from '../resources.ts';
import * as wallets from './wallets.ts';

export const getMyCoinsSchema = z.object({ pageSize: z.number(), cursor: z.string() });

export type MyCoins = Pick<accounts.Balance, 'available' | 'held'> & {
  rows: wallets.Movement[];
  nextCursor: string;
};

/** What the viewer can spend, and where each coin came from and went to [REW-06:source]. */
export async function getMyCoins(
  { db, config }: RewardsResources,
  { accountId }: AccountViewer,
  { pageSize: size, cursor }: z.output<typeof getMyCoinsSchema>,
): Promise<MyCoins> {
  const list = { key: config.CURSOR_KEY, scope: `coins ${accountId}`, size, cursor };
  const { after, limit, page } = keyset<wallets.MovementKey>(list);
  const wallet = await wallets.find(db, accountId);
  if (!wallet) return { available: 0n, held: 0n, rows: [], nextCursor: '' };
  const { available, held } = await accounts.balance(db, wallet);
  const movements = await wallets.listMovements(db, { wallet, after, limit });
  return { available, held, ...page(movements, ({ createdAt, id }) => [createdAt.toISOString(), id]) };
}
