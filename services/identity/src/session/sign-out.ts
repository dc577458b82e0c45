import { signalRevocation } from '@marquee/runtime/revocations';
import type { AccountViewer } from '@marquee/runtime/viewer';
import { sessionEnded } from '../account/account-events.ts';
import type { AccountResources } from '../resources.ts';
import { sessionStore } from './session-store.ts';

/** Ends the viewer's own session; signing out twice changes nothing. */
export async function signOut({ db, outbox, clock, signals }: AccountResources, viewer: AccountViewer): Promise<void> {
  const now = clock.now();
  await db.transaction(async (tx) => {
    const ended = await sessionStore.end(tx, viewer.sessionId, now);
    if (ended) await outbox.append(tx, sessionEnded(ended));
  });
  signalRevocation(signals, { sessionId: viewer.sessionId }, now);
}
