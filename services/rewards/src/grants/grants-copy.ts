import { timestampDate } from '@bufbuild/protobuf/wkt';
import { CoinsGrantedSchema } from '@marquee/contracts/events/v1/identity_pb';
import { copyOf } from '@marquee/service/copy-of';
import type { CoinGrant } from '../../gen/prisma/client.ts';
import type { RewardsResources } from '../resources.ts';
import * as coinGrants from './coin-grants.ts';
import { keepGrant } from './keep-grant.ts';

const PAGE_SIZE = 100;
/** A grant never changes. */
const VERSION = 1n;

type Granted = CoinGrant & { version: bigint };

/** What identity grants: from its events, and from its export what was granted before the bus kept any. */
export const grantsCopy = copyOf<RewardsResources, typeof CoinsGrantedSchema, Granted>({
  name: 'coin-grants',
  event: CoinsGrantedSchema,
  rowOf: ({ grantId, accountId, reason, coins }, { occurredAt }) => ({
    ...{ id: coinGrants.idOf(grantId), accountId, reason, coins: BigInt(coins), version: VERSION },
    grantedAt: occurredAt ? timestampDate(occurredAt) : new Date(0),
  }),
  async exportPage({ identity }, cursor) {
    const { grants, nextCursor } = await identity.exportCoinGrants({ pageSize: PAGE_SIZE, cursor });
    const rows = grants.map(({ grantId, accountId, reason, coins, grantedAt }) => ({
      ...{ id: coinGrants.idOf(grantId), accountId, reason, coins: BigInt(coins), version: VERSION },
      grantedAt: grantedAt ? timestampDate(grantedAt) : new Date(0),
    }));
    return { rows, nextCursor };
  },
  keep: (write, grant) => keepGrant(write, grant),
  kept: coinGrants.KEPT,
  // Identity has none of a closed account. Closing the account takes their coins, not this.
  forget: async () => {},
});
