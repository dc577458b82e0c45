import { newId } from '@marquee/data/ids';
import { eventAwardSchema, PROGRAMME_LIMITS } from '@marquee/rules/programme';
import type { AccountViewer } from '@marquee/runtime/viewer';
import { z } from 'zod';
import type { FestivalWrite } from '../resources.ts';
import * as awards from './awards.ts';
import * as blocks from './blocks.ts';
import { changedAwards, lockOwn } from './change-event.ts';
import type { EventPage } from './event-page.ts';
import { eventStillDraft, filmNotFound, tooManyAwards } from './programme-errors.ts';

export const saveEventAwardSchema = z.object({ ...eventAwardSchema.shape, eventId: z.string(), awardId: z.string() });

/** Records an award of a film of the event, or changes one; the film's page shows it [FES-07]. */
export async function saveEventAward(
  write: FestivalWrite,
  viewer: AccountViewer,
  { eventId, awardId, ...fields }: z.output<typeof saveEventAwardSchema>,
): Promise<EventPage> {
  const { tx } = write;
  const event = await lockOwn(write, viewer, eventId);
  if (event.status === 'DRAFT') throw eventStillDraft();
  const before = awardId === '' ? undefined : await awards.get(tx, event.id, awardId);
  if (!(await blocks.isShown(tx, event.id, fields.filmId))) throw filmNotFound();
  const there = await awards.listOf(tx, event.id);
  if (!before && there.length >= PROGRAMME_LIMITS.awardsPerEventMax) throw tooManyAwards();
  await awards.save(tx, { id: before?.id ?? newId(), eventId: event.id, ...fields });
  return changedAwards(write, viewer, event);
}
