import { DIARY_ENTRIES_MAX } from '@marquee/rules/diary';
import type { AccountViewer } from '@marquee/runtime/viewer';
import { z } from 'zod';
import type { FilmWrite } from '../resources.ts';
import * as entries from './diary-entries.ts';
import { diaryEntryNotFound, diaryFull } from './diary-errors.ts';

export const setDiaryEntryDeletedSchema = z.object({ entryId: z.string(), deleted: z.boolean() });

/** Takes an own entry out of the diary, or puts it back while there is room; what was taken out is deleted for good after a day. */
export async function setDiaryEntryDeleted(
  { tx, clock }: FilmWrite,
  { accountId }: AccountViewer,
  { entryId, deleted }: z.output<typeof setDiaryEntryDeletedSchema>,
): Promise<void> {
  const at = deleted ? clock.now() : null;
  if (!(await entries.setDeleted(tx, { id: entryId, accountId, at }))) throw diaryEntryNotFound();
  if (!deleted && (await entries.count(tx, accountId)) > DIARY_ENTRIES_MAX) throw diaryFull();
}
