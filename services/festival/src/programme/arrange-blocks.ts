import { PROGRAMME_LIMITS } from '@marquee/rules/programme';
import type { AccountViewer } from '@marquee/runtime/viewer';
import { z } from 'zod';
import type { FestivalWrite } from '../resources.ts';
import * as blocks from './blocks.ts';
import { changed, lockOwn } from './change-event.ts';
import type { EventPage } from './event-page.ts';
import { eventEditConflict } from './programme-errors.ts';

const blockOrder = z.object({
  blockId: z.string(),
  blockFilmIds: z.array(z.string()).max(PROGRAMME_LIMITS.filmsPerBlockMax),
});
export const arrangeBlocksSchema = z.object({
  eventId: z.string(),
  blocks: z.array(blockOrder).max(PROGRAMME_LIMITS.blocksPerEventMax),
});
type BlockOrder = z.output<typeof blockOrder>;

/** Puts the blocks of an event and their films in another order, unless one was added or taken out meanwhile [FES-03]. */
export async function arrangeBlocks(
  write: FestivalWrite,
  viewer: AccountViewer,
  { eventId, blocks: wanted }: z.output<typeof arrangeBlocksSchema>,
): Promise<EventPage> {
  const { tx } = write;
  const event = await lockOwn(write, viewer, eventId);
  const there = (await blocks.listOf(tx, [event.id])).get(event.id) ?? [];
  if (!isOrderOf(wanted, there)) throw eventEditConflict(event.version);
  await blocks.arrange(tx, ids(wanted));
  await blocks.arrangeFilms(
    tx,
    wanted.flatMap(({ blockFilmIds }) => blockFilmIds),
  );
  return changed(write, event);
}

const ids = (wanted: readonly BlockOrder[]) => wanted.map(({ blockId }) => blockId);

function isOrderOf(wanted: readonly BlockOrder[], there: readonly blocks.ShownBlock[]): boolean {
  const filmsOf = new Map(there.map(({ id, films }) => [id, films.map((film) => film.id)]));
  return (
    sameOnes(ids(wanted), [...filmsOf.keys()]) &&
    wanted.every(({ blockId, blockFilmIds }) => sameOnes(blockFilmIds, filmsOf.get(blockId) ?? []))
  );
}

const sameOnes = (some: readonly string[], others: readonly string[]) =>
  some.length === others.length && new Set(some).symmetricDifference(new Set(others)).size === 0;
