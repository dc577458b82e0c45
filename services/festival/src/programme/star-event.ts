import { PROGRAMME_LIMITS } from '@marquee/rules/programme';
import type { AccountViewer } from '@marquee/runtime/viewer';
import { z } from 'zod';
import type { FestivalWrite } from '../resources.ts';
import * as events from './events.ts';
import { isShown } from './get-event.ts';
import { eventNotFound, tooManyStars } from './programme-errors.ts';
import * as stars from './stars.ts';

export const starEventSchema = z.object({ eventId: z.string(), starred: z.boolean() });

/** Adds an event to the viewer's own schedule, or takes it out [FES-11]. */
export async function starEvent(
  { tx, clock }: FestivalWrite,
  viewer: AccountViewer,
  { eventId, starred }: z.output<typeof starEventSchema>,
): Promise<object> {
  const { accountId } = viewer;
  const event = await events.get(tx, eventId);
  if (!(await isShown(tx, viewer, event))) throw eventNotFound();
  if (!starred) {
    await stars.remove(tx, accountId, event.id);
    return {};
  }
  if ((await stars.countOf(tx, accountId)) >= PROGRAMME_LIMITS.starsPerPersonMax) throw tooManyStars();
  await stars.insert(tx, { accountId, eventId: event.id, starredAt: clock.now() });
  return {};
}
