import { revocationSignal } from '@marquee/runtime/revocations';
import type { AccountViewer } from '@marquee/runtime/viewer';
import type { IdentityWrite } from '../resources.ts';
import { sessionEnded } from './session-events.ts';
import * as sessions from './sessions.ts';

/** Ends the viewer's own session; signing out twice changes nothing. */
export async function signOut({ tx, emit, touch, clock }: IdentityWrite, { sessionId }: AccountViewer): Promise<void> {
  const now = clock.now();
  const ended = await sessions.end(tx, sessionId, now);
  if (ended) await emit(sessionEnded(ended));
  touch(...revocationSignal({ sessionId }, now));
}
