import { newId } from '@marquee/data/ids';
import { FILM_LISTS_MAX, type filmListSchema } from '@marquee/rules/film-lists';
import type { AccountViewer } from '@marquee/runtime/viewer';
import type { z } from 'zod';
import type { FilmWrite } from '../resources.ts';
import * as lists from './film-lists.ts';
import { listsFull } from './list-errors.ts';

/** Makes a list without films [FLM-14:lists]. */
export async function createList(
  { tx, clock }: FilmWrite,
  { accountId }: AccountViewer,
  fields: z.output<typeof filmListSchema>,
): Promise<{ listId: string }> {
  if ((await lists.count(tx, accountId)) >= FILM_LISTS_MAX) throw listsFull();
  const listId = newId();
  await lists.insert(tx, { ...fields, id: listId, accountId, createdAt: clock.now() });
  return { listId };
}
