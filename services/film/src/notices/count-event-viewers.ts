import { HEARTBEAT_INTERVAL_MS_MAX } from '@marquee/rules/watch';
import type { Viewer } from '@marquee/runtime/viewer';
import { z } from 'zod';
import type { FilmResources } from '../resources.ts';
import { countViewers } from './event-viewers.ts';

const EVENTS_MAX = 100;
/** A player that has sent nothing for two heartbeats, and the time in which they are written, has stopped. */
const SILENT_MS = 2 * HEARTBEAT_INTERVAL_MS_MAX + 15_000;

export const countEventViewersSchema = z.object({ eventIds: z.array(z.string()).max(EVENTS_MAX) });

/** How many people with a valid ticket to an event watch one of its films now [FES-12:viewers]. */
export async function countEventViewers(
  { db, clock }: Pick<FilmResources, 'db' | 'clock'>,
  _viewer: Viewer,
  { eventIds }: z.output<typeof countEventViewersSchema>,
): Promise<number> {
  return countViewers(db, eventIds, new Date(clock.now().getTime() - SILENT_MS));
}
