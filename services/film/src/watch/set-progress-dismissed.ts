import { isId } from '@marquee/data/ids';
import type { AccountViewer } from '@marquee/runtime/viewer';
import { z } from 'zod';
import { filmIdSchema } from '../films/request-schemas.ts';
import type { FilmWrite } from '../resources.ts';
import * as positions from './positions.ts';

export const setProgressDismissedSchema = filmIdSchema.extend({ dismissed: z.boolean() });

/**
 * Removes a film from what the viewer can continue, or puts it back. Where they stopped is kept, and playing the film
 * again puts it back too. A film without progress has nothing to remove.
 */
export async function setProgressDismissed(
  { tx, clock }: FilmWrite,
  { accountId }: AccountViewer,
  { filmId, dismissed }: z.output<typeof setProgressDismissedSchema>,
): Promise<void> {
  if (isId(filmId)) await positions.setDismissed(tx, { accountId, filmId, at: dismissed ? clock.now() : null });
}
