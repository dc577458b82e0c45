import type { FilmWrite } from '../resources.ts';
import * as sessions from './sessions.ts';
import { addressLifeMs } from './signed-urls.ts';
import { playbackEnded } from './watch-events.ts';

/** Media refuses the address from the signal on; the event is for processes of it that missed the signal. */
export const PLAYBACK_ENDED_TOPIC = 'playback-ended';

/**
 * Ends the addresses of playbacks, so that nothing plays from them any more, in any player [WAT-14:address]. One that
 * has ended is left as it is.
 */
export async function endAddresses(
  { tx, emit, touch, config }: Pick<FilmWrite, 'tx' | 'emit' | 'touch' | 'config'>,
  playbackSessionIds: readonly string[],
  now: Date,
): Promise<void> {
  if (playbackSessionIds.length === 0) return;
  for (const ended of await sessions.endAddresses(tx, playbackSessionIds, now)) {
    const lifeMs = addressLifeMs(ended, config.PLAYBACK_TOKEN_SECONDS * 1_000);
    const id = sessions.addressIdOf(ended);
    await emit(playbackEnded(ended, { addressId: id, expiresAt: new Date(now.getTime() + lifeMs) }));
    touch(PLAYBACK_ENDED_TOPIC, { id, version: BigInt(now.getTime()) });
  }
}
