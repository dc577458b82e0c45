import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import { CoinGrantService } from '@marquee/contracts/identity/v1/coin_grants_pb';
import { rpc } from '@marquee/service/rpc';
import { read } from '@marquee/service/use-case';
import type { IdentityResources } from '../resources.ts';
import { grantIdOf } from './coin-grants.ts';
import { exportCoinGrants, exportCoinGrantsSchema } from './export-coin-grants.ts';

/** What accounts have earned, for who keeps the coins. */
export const coinGrantsRpc = rpc<IdentityResources>()(CoinGrantService, {
  exportCoinGrants: read(exportCoinGrantsSchema, exportCoinGrants, ({ rows, nextCursor }) => ({
    grants: rows.map(({ accountId, reason, coins, grantedAt }) => ({
      ...{ grantId: grantIdOf(accountId, reason), accountId, reason, coins, grantedAt: timestampFromDate(grantedAt) },
    })),
    nextCursor,
  })),
});
