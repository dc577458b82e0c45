import { diaryEntrySchema } from '@marquee/rules/diary';
import type { AccountViewer } from '@marquee/runtime/viewer';
import { z } from 'zod';
import type { FilmWrite } from '../resources.ts';
import { dayWatched } from './day-watched.ts';
import * as entries from './diary-entries.ts';
import { diaryEntryNotFound } from './diary-errors.ts';

export const updateDiaryEntrySchema = diaryEntrySchema.extend(z.object({ entryId: z.string() }).shape);

/** Changes an own entry; the film's own rating stays as it is [FLM-14:diary]. */
export async function updateDiaryEntry(
  { tx, clock }: FilmWrite,
  { accountId }: AccountViewer,
  { entryId, ...fields }: z.output<typeof updateDiaryEntrySchema>,
): Promise<entries.DiaryEntry> {
  const now = clock.now();
  const changed = { ...fields, id: entryId, accountId, watchedOn: dayWatched(fields.watchedOn, now), updatedAt: now };
  if (!(await entries.update(tx, changed))) throw diaryEntryNotFound();
  const entry = await entries.find(tx, entryId, accountId);
  if (!entry) throw diaryEntryNotFound();
  return entry;
}
