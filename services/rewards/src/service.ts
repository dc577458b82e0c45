import { CoinGrantService } from '@marquee/contracts/identity/v1/coin_grants_pb';
import { ledgerMigrations } from '@marquee/ledger/sources';
import { type Base, defineService } from '@marquee/service/define-service';
import { PrismaClient } from '../gen/prisma/client.ts';
import { coinRpc } from './coins/coin-rpc.ts';
import { startBookkeeping } from './coins/start-bookkeeping.ts';
import { type RewardsConfig, rewardsConfig } from './config.ts';
import { grantsCopy } from './grants/grants-copy.ts';
import { holdRpc } from './holds/hold-rpc.ts';
import { personalData } from './personal-data/personal-data.ts';
import type { RewardsResources } from './resources.ts';

const calls = { identity: CoinGrantService };

export const rewards = defineService({
  name: 'rewards',
  summary: 'coins: what people earned and spent, in double entry',
  entry: new URL('./main.ts', import.meta.url).href,
  prisma: PrismaClient,
  migrations: new URL('../prisma/migrations', import.meta.url).href,
  tables: [ledgerMigrations],
  config: rewardsConfig,
  calls,
  resources: (base: Base<RewardsConfig, typeof calls, PrismaClient>): RewardsResources => ({
    ...base,
    identity: base.calls.identity,
  }),
  rpc: [coinRpc, holdRpc],
  events: [grantsCopy.onChange],
  loops: [grantsCopy.loop, startBookkeeping],
  personalData,
});
