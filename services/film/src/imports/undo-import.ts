import { IMPORT_PART_ROWS_MAX } from '@marquee/rules/imports';
import type { AccountViewer } from '@marquee/runtime/viewer';
import { z } from 'zod';
import type { ImportItem } from '../../gen/prisma/client.ts';
import * as entries from '../diary/diary-entries.ts';
import * as films from '../films/films.ts';
import * as listed from '../lists/list-films.ts';
import type { FilmWrite } from '../resources.ts';
import { uncountReview } from '../reviews/count-review.ts';
import * as reviews from '../reviews/reviews.ts';
import * as watchlist from '../watchlist/watchlist-films.ts';
import { importNotFound } from './import-errors.ts';
import * as items from './import-items.ts';
import * as imports from './imports.ts';

export const importIdSchema = z.object({ importId: z.string() });

/**
 * Takes a part of what an import added back, and says how much is left. A rating that got words or other stars since is
 * the viewer's own and stays [FLM-14:import].
 */
export async function undoImport(
  write: FilmWrite,
  viewer: AccountViewer,
  { importId }: z.output<typeof importIdSchema>,
): Promise<{ leftCount: number }> {
  const { tx, clock } = write;
  await imports.lockAccount(tx, viewer.accountId);
  const known = await imports.find(tx, importId, viewer.accountId);
  if (!known) throw importNotFound();
  await imports.setUndone(tx, importId, clock.now());
  for (const item of await items.take(tx, importId, IMPORT_PART_ROWS_MAX)) await takeBack(write, viewer, item);
  return { leftCount: await items.count(tx, importId) };
}

async function takeBack(
  { tx, clock, touch }: FilmWrite,
  { accountId }: AccountViewer,
  { kind, filmId, entryId, rating }: ImportItem,
): Promise<void> {
  if (kind === 'DIARY') await entries.setDeleted(tx, { id: entryId ?? '', accountId, at: clock.now() });
  else if (kind === 'LIST') await listed.remove(tx, { listId: entryId ?? '', filmId });
  else if (kind === 'WATCHLIST') await watchlist.remove(tx, { accountId, filmId }, clock.now());
  else {
    const review = await reviews.removeUnchanged(tx, { filmId, accountId, rating });
    if (!review) return;
    await uncountReview(tx, review);
    touch('film', await films.get(tx, filmId));
  }
}
