import type { AccountViewer } from '@marquee/runtime/viewer';
import type { IdentityWrite } from '../resources.ts';
import { sessionEnded } from './session-events.ts';
import * as sessions from './sessions.ts';

/** Ends the viewer's own session; signing out twice changes nothing. */
export async function signOut({ tx, emit, clock }: IdentityWrite, viewer: AccountViewer): Promise<void> {
  const ended = await sessions.end(tx, viewer.sessionId, clock.now());
  if (ended) await emit(sessionEnded(ended));
}
