import { transact } from '@marquee/service/use-case';
import type { AccountResources } from '../resources.ts';
import { sessionEnded } from './session-events.ts';
import * as sessions from './sessions.ts';

const ENDED_AT_ONCE = 500;

/** Says by event that sessions are over whose time has run out: a browser gets push messages until its session ends. */
export async function endExpired(resources: AccountResources): Promise<void> {
  let ended: number;
  do
    ended = await transact(resources, async ({ tx, emit, clock }) => {
      const expired = await sessions.endExpired(tx, clock.now(), ENDED_AT_ONCE);
      for (const session of expired) await emit(sessionEnded(session));
      return expired.length;
    });
  while (ended === ENDED_AT_ONCE);
}
