import type { AccountViewer } from '@marquee/runtime/viewer';
import { z } from 'zod';
import type { FestivalWrite } from '../resources.ts';
import * as blocks from './blocks.ts';
import { changed, lockOwn } from './change-event.ts';
import type { EventPage } from './event-page.ts';

export const deleteBlockSchema = z.object({ eventId: z.string(), blockId: z.string() });

/** Takes a block with its films out of an event [FES-03]. */
export async function deleteBlock(
  write: FestivalWrite,
  viewer: AccountViewer,
  { eventId, blockId }: z.output<typeof deleteBlockSchema>,
): Promise<EventPage> {
  const event = await lockOwn(write, viewer, eventId);
  const block = await blocks.get(write.tx, event.id, blockId);
  await blocks.remove(write.tx, block.id);
  return changed(write, event);
}
