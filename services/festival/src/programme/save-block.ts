import { newId } from '@marquee/data/ids';
import { blockSchema, PROGRAMME_LIMITS } from '@marquee/rules/programme';
import type { AccountViewer } from '@marquee/runtime/viewer';
import { z } from 'zod';
import type { FestivalWrite } from '../resources.ts';
import * as blocks from './blocks.ts';
import { changed, lockOwn } from './change-event.ts';
import type { EventPage } from './event-page.ts';
import { tooManyBlocks } from './programme-errors.ts';

export const saveBlockSchema = z.object({ ...blockSchema.shape, eventId: z.string(), blockId: z.string() });

/** Adds a block at the end of an event, or renames one [FES-03]. */
export async function saveBlock(
  write: FestivalWrite,
  viewer: AccountViewer,
  { eventId, blockId, name }: z.output<typeof saveBlockSchema>,
): Promise<EventPage> {
  const { tx } = write;
  const event = await lockOwn(write, viewer, eventId);
  if (blockId === '') {
    if ((await blocks.countOf(tx, event.id)) >= PROGRAMME_LIMITS.blocksPerEventMax) throw tooManyBlocks();
    await blocks.insert(tx, { id: newId(), eventId: event.id, name });
  } else {
    const block = await blocks.get(tx, event.id, blockId);
    await blocks.rename(tx, block.id, name);
  }
  return changed(write, event);
}
