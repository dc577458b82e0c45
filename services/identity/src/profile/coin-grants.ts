import type { Query, Tx } from '@marquee/data/database';
import type { Account } from '../account/accounts.ts';

export type CoinGrant = { reason: 'PROFILE_PICTURE' | 'NAME_AND_BIO'; coins: number };

/** What a profile earns, once for each account [PRO-14]. */
const COINS = 50;

type Earning = Pick<Account, 'profilePicture' | 'firstName' | 'lastName' | 'bio'>;

/** What a change earns: a first picture, and a name with a bio. */
export function earnedBy(before: Earning, after: Earning): CoinGrant[] {
  const hasAbout = ({ firstName, lastName, bio }: Earning) => Boolean(firstName && lastName && bio);
  return [
    ...(!before.profilePicture && after.profilePicture ? [{ reason: 'PROFILE_PICTURE' as const, coins: COINS }] : []),
    ...(!hasAbout(before) && hasAbout(after) ? [{ reason: 'NAME_AND_BIO' as const, coins: COINS }] : []),
  ];
}

/** Writes a grant. False when the account has had it. */
export async function insert(tx: Tx, accountId: string, { reason, coins }: CoinGrant, now: Date): Promise<boolean> {
  const rows = await tx.query(
    `INSERT INTO coin_grants (account_id, reason, coins, granted_at) VALUES ($1, $2, $3, $4)
     ON CONFLICT DO NOTHING RETURNING 1`,
    [accountId, reason, coins, now],
  );
  return rows.length === 1;
}

/** A grant as it is kept. */
export type KeptGrant = CoinGrant & { accountId: string; grantedAt: Date };

/** The id of a grant, the same for the same account and reason. */
export const grantIdOf = (accountId: string, reason: string): string => `${accountId}:${reason}`;

/** All grants, by account and reason. */
export function list(
  db: { query: Query },
  { after, limit }: { after: (Pick<KeptGrant, 'accountId'> & { reason: string }) | undefined; limit: number },
): Promise<KeptGrant[]> {
  return db.query<KeptGrant>({
    name: 'coin-grants.list',
    text: `SELECT account_id, reason, coins, granted_at FROM coin_grants
      WHERE $1::uuid IS NULL OR (account_id, reason) > ($1, $2) ORDER BY account_id, reason LIMIT $3`,
    values: [after?.accountId ?? null, after?.reason ?? null, limit],
  });
}
