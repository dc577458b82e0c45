import { newId } from '@marquee/data/ids';
import { JUDGING_MESSAGES } from '@marquee/rules/judging';
import { PROGRAMME_LIMITS } from '@marquee/rules/programme';
import type { AccountViewer } from '@marquee/runtime/viewer';
import { z } from 'zod';
import * as blocks from '../programme/blocks.ts';
import { changed, lockOwn } from '../programme/change-event.ts';
import { tooManyFilms } from '../programme/programme-errors.ts';
import type { FestivalWrite } from '../resources.ts';
import * as decidable from './decidable-submissions.ts';
import { notSelected } from './decision-errors.ts';

export const programmeSubmissionsSchema = z.object({
  eventId: z.string(),
  blockId: z.string(),
  submissionIds: z
    .array(z.string())
    .min(1, JUDGING_MESSAGES.submissions)
    .max(PROGRAMME_LIMITS.filmsPerBlockMax, JUDGING_MESSAGES.submissions),
});

/** Puts selected films at the end of a block, in the order given; those that are in it stay where they are [FES-09]. */
export async function programmeSubmissions(
  write: FestivalWrite,
  viewer: AccountViewer,
  { eventId, blockId, submissionIds }: z.output<typeof programmeSubmissionsSchema>,
): Promise<{ added: number }> {
  const { tx } = write;
  const event = await lockOwn(write, viewer, eventId);
  const block = await blocks.get(tx, event.id, blockId);
  const chosen = [...new Set(submissionIds)];
  const films = await decidable.selectedFilms(tx, event.festivalId, chosen);
  if (films.size < chosen.length) throw notSelected();
  const there = await blocks.filmIdsOf(tx, block.id);
  const added = [...new Set(chosen.map((id) => films.get(id) as string))].filter((id) => !there.includes(id));
  if (there.length + added.length > PROGRAMME_LIMITS.filmsPerBlockMax) throw tooManyFilms();
  for (const filmId of added) await blocks.insertFilm(tx, { id: newId(), blockId: block.id, filmId });
  if (added.length > 0) await changed(write, event);
  return { added: added.length };
}
