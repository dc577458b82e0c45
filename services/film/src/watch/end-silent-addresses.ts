import { transact } from '@marquee/service/use-case';
import type { FilmResources } from '../resources.ts';
import { endAddresses } from './addresses.ts';
import * as sessions from './sessions.ts';

/** As long as an address lives that its player can renew. */
const SILENT_AFTER_MS = 600_000;
const ENDED_AT_ONCE_MAX = 500;

/**
 * Ends the addresses of players of native HLS that were not heard of for ten minutes: they live for the whole film, and
 * their pages may have been closed silently. A player that is heard of again gets another one.
 */
export async function endSilentAddresses(
  resources: Pick<FilmResources, 'db' | 'clock' | 'outbox' | 'signals' | 'config'>,
): Promise<void> {
  const now = resources.clock.now();
  const since = new Date(now.getTime() - SILENT_AFTER_MS);
  await transact(resources, async (write) => {
    await endAddresses(write, await sessions.silentNative(write.tx, since, ENDED_AT_ONCE_MAX), now);
  });
}
