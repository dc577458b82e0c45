import { isId } from '@marquee/data/ids';
import { revocationSignal } from '@marquee/runtime/revocations';
import type { AccountViewer } from '@marquee/runtime/viewer';
import { z } from 'zod';
import type { IdentityWrite } from '../resources.ts';
import { sessionEnded } from './session-events.ts';
import type { Session } from './sessions.ts';
import * as sessions from './sessions.ts';

export const endOwnSessionSchema = z.object({ sessionId: z.string() });

/** Signs one of the viewer's browsers out; somebody else's session, or one that has ended, changes nothing [AUT-18]. */
export async function endOwnSession(
  write: IdentityWrite,
  { accountId }: AccountViewer,
  { sessionId }: z.output<typeof endOwnSessionSchema>,
): Promise<void> {
  const { tx, clock } = write;
  if (isId(sessionId)) await announce(write, await sessions.endOwn(tx, accountId, sessionId, clock.now()));
}

/** Signs every browser of the viewer out but this one. @returns how many [AUT-18] */
export async function endOtherSessions(
  write: IdentityWrite,
  { accountId, sessionId }: AccountViewer,
): Promise<{ ended: number }> {
  const { tx, clock } = write;
  const ended = await sessions.endOthers(tx, accountId, sessionId, clock.now());
  await announce(write, ended);
  return { ended: ended.length };
}

/** Says by event and by signal that sessions have ended. */
export async function announce({ emit, touch, clock }: IdentityWrite, ended: readonly Session[]): Promise<void> {
  for (const session of ended) {
    await emit(sessionEnded(session));
    touch(...revocationSignal({ sessionId: session.id }, clock.now()));
  }
}
