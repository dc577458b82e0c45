import type { AccountViewer } from '@marquee/runtime/viewer';
import type { FilmWrite } from '../resources.ts';
import * as lists from './film-lists.ts';

/** Deletes an own list; doing it twice changes nothing [FLM-14:lists]. */
export async function deleteList(
  { tx }: FilmWrite,
  { accountId }: AccountViewer,
  { listId }: { listId: string },
): Promise<void> {
  await lists.remove(tx, listId, accountId);
}
