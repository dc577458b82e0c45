import type { AccountViewer } from '@marquee/runtime/viewer';
import type { z } from 'zod';
import { organizationWithMoney } from '../money/money-rights.ts';
import type { festivalIdSchema } from '../organizations/get-organization.ts';
import type { FestivalResources } from '../resources.ts';
import * as dashboards from './dashboards.ts';
import { type Figures, readFigures } from './figures.ts';

const EVENTS_SHOWN = 20;

export type FestivalDashboard = { figures: Figures; events: dashboards.EventRow[] };

/** The dashboard of an organization. Its days are of UTC: its events may be in several time zones [FES-12]. */
export async function getFestivalDashboard(
  resources: FestivalResources,
  viewer: AccountViewer,
  { festivalId }: z.output<typeof festivalIdSchema>,
): Promise<FestivalDashboard> {
  const { db, clock } = resources;
  const { id } = await organizationWithMoney(db, viewer, festivalId);
  const [figures, events] = await Promise.all([
    readFigures(resources, { festivalId: id, eventId: null }, 'UTC'),
    dashboards.eventsNear(db, id, clock.now(), EVENTS_SHOWN),
  ]);
  return { figures, events };
}
