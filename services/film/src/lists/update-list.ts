import { filmListSchema } from '@marquee/rules/film-lists';
import type { AccountViewer } from '@marquee/runtime/viewer';
import { z } from 'zod';
import type { FilmWrite } from '../resources.ts';
import * as lists from './film-lists.ts';
import { listNotFound } from './list-errors.ts';

export const listIdSchema = z.object({ listId: z.string() });
export const updateListSchema = filmListSchema.extend(listIdSchema.shape);

/** Changes what an own list says of itself, and who sees it [FLM-14:lists]. */
export async function updateList(
  { tx, clock }: FilmWrite,
  { accountId }: AccountViewer,
  { listId: id, ...fields }: z.output<typeof updateListSchema>,
): Promise<void> {
  if (!(await lists.update(tx, { ...fields, id, accountId, updatedAt: clock.now() }))) throw listNotFound();
}
