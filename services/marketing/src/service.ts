import { PeopleService } from '@marquee/contracts/identity/v1/people_pb';
import { type Base, defineService } from '@marquee/service/define-service';
import { PrismaClient } from '../gen/prisma/client.ts';
import { type MarketingConfig, marketingConfig } from './config.ts';
import { editorialRpc } from './editorial/editorial-rpc.ts';
import { metricsRpc } from './metrics/metrics-rpc.ts';
import { onMetricEvents } from './metrics/on-metric-events.ts';
import { peopleCopy } from './people/people-copy.ts';
import { personalData } from './personal-data/personal-data.ts';
import type { MarketingResources } from './resources.ts';
import { settingRpc } from './settings/setting-rpc.ts';

const calls = { identity: PeopleService };

export const marketing = defineService({
  name: 'marketing',
  summary: 'system settings, editorial content, metrics',
  entry: new URL('./main.ts', import.meta.url).href,
  prisma: PrismaClient,
  migrations: new URL('../prisma/migrations', import.meta.url).href,
  config: marketingConfig,
  calls,
  resources: (base: Base<MarketingConfig, typeof calls, PrismaClient>): MarketingResources => ({
    ...base,
    identity: base.calls.identity,
  }),
  rpc: [settingRpc, editorialRpc, metricsRpc],
  events: [peopleCopy.onChange, ...onMetricEvents],
  loops: [peopleCopy.loop],
  personalData,
});
