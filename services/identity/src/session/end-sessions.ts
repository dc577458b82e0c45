import { revocationSignal } from '@marquee/runtime/revocations';
import type { IdentityWrite } from '../resources.ts';
import { sessionEnded } from './session-events.ts';
import * as sessions from './sessions.ts';

/** Signs an account out everywhere, by event and by signal. */
export async function endSessions(
  { tx, clock, emit, touch }: Pick<IdentityWrite, 'tx' | 'clock' | 'emit' | 'touch'>,
  accountId: string,
): Promise<void> {
  const now = clock.now();
  touch(...revocationSignal({ accountId }, now));
  for (const session of await sessions.endAll(tx, accountId, now)) {
    await emit(sessionEnded(session));
    // Media follows sessions only.
    touch(...revocationSignal({ sessionId: session.id }, now));
  }
}
