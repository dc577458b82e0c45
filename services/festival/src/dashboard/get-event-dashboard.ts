import type { AccountViewer } from '@marquee/runtime/viewer';
import type { z } from 'zod';
import { organizationWithMoney } from '../money/money-rights.ts';
import type { FestivalResources } from '../resources.ts';
import * as events from '../tickets/events.ts';
import type { eventIdSchema } from '../votes/list-ballots.ts';
import { type Figures, readFigures } from './figures.ts';

export type EventDashboard = { figures: Figures; festivalId: string; eventName: string };

/** The dashboard of one event, in its own time zone [FES-12]. */
export async function getEventDashboard(
  resources: FestivalResources,
  viewer: AccountViewer,
  { eventId }: z.output<typeof eventIdSchema>,
): Promise<EventDashboard> {
  const { id, festivalId, name: eventName, timeZone } = await events.get(resources.db, eventId);
  await organizationWithMoney(resources.db, viewer, festivalId);
  return { figures: await readFigures(resources, { festivalId, eventId: id }, timeZone), festivalId, eventName };
}
