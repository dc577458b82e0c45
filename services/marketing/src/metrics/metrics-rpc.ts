import { MetricsService } from '@marquee/contracts/marketing/v1/metrics_pb';
import { rpc } from '@marquee/service/rpc';
import { noInput, read } from '@marquee/service/use-case';
import type { MarketingResources } from '../resources.ts';
import { getMetrics, getMetricsAccess, getMetricsSchema } from './get-metrics.ts';

/** Figures of the product, for those whom the setting names. */
export const metricsRpc = rpc<MarketingResources>()(MetricsService, {
  getMetricsAccess: read(noInput, getMetricsAccess),
  getMetrics: read(getMetricsSchema, getMetrics),
});
