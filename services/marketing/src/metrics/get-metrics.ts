import { BACK_OFFICE_MESSAGES } from '@marquee/rules/back-office-messages';
import { metricsViewers } from '@marquee/rules/declared-settings';
import { METRICS_LIMITS } from '@marquee/rules/metrics';
import type { SettingItem } from '@marquee/rules/settings';
import { forbidden } from '@marquee/runtime/errors';
import type { AccountViewer } from '@marquee/runtime/viewer';
import { z } from 'zod';
import type { MarketingResources } from '../resources.ts';
import * as settings from '../settings/settings.ts';
import * as metrics from './metrics.ts';

type Reading = Pick<MarketingResources, 'db' | 'clock'>;

export const getMetricsSchema = z.object({
  days: z.int().min(1, BACK_OFFICE_MESSAGES.metricsDays).max(METRICS_LIMITS.daysMax, BACK_OFFICE_MESSAGES.metricsDays),
});

/** True for who is on the list; an empty list lets nobody in [ADU-08]. */
async function isAllowed({ db }: Reading, { accountId }: AccountViewer): Promise<boolean> {
  const [row] = await settings.values(db, [metricsViewers.key]);
  const parsed = metricsViewers.schema.safeParse(row?.value ?? metricsViewers.default);
  const viewers: SettingItem[] = parsed.success ? parsed.data : [];
  return viewers.some(({ name }) => name === accountId);
}

/** Whether the viewer sees metrics, for the page that links to them. */
export async function getMetricsAccess(resources: Reading, viewer: AccountViewer): Promise<{ allowed: boolean }> {
  return { allowed: await isAllowed(resources, viewer) };
}

/** The figures of the product up to today [ADU-08]. @throws DomainError FORBIDDEN for who is not on the list */
export async function getMetrics(
  resources: Reading,
  viewer: AccountViewer,
  { days }: z.output<typeof getMetricsSchema>,
) {
  if (!(await isAllowed(resources, viewer))) throw forbidden('METRICS_HIDDEN', BACK_OFFICE_MESSAGES.metricsHidden);
  const { db, clock } = resources;
  const today = metrics.dayOf(clock.now());
  return {
    days: await metrics.days(db, today, days),
    weeks: await metrics.weeks(db, today, METRICS_LIMITS.weeks),
    cohorts: await metrics.cohorts(db, today, METRICS_LIMITS.cohorts),
  };
}
