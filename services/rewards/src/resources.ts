import type { Client } from '@connectrpc/connect';
import type { CoinGrantService } from '@marquee/contracts/identity/v1/coin_grants_pb';
import type { Bus } from '@marquee/events/bus';
import type { Logger } from '@marquee/runtime/log';
import type { ServiceResources, Write } from '@marquee/service/use-case';
import type { RewardsConfig } from './config.ts';

/** All that the capabilities of rewards work with, built once in service.ts. */
export type RewardsResources = ServiceResources & {
  /** The service's own, under which the bus stores how far it has read. */
  name: string;
  bus: Bus;
  log: Logger;
  config: RewardsConfig;
  identity: Client<typeof CoinGrantService>;
};

/** What a writing use case of rewards works with. */
export type RewardsWrite = Write<RewardsResources>;
