import type { AccountViewer } from '@marquee/runtime/viewer';
import type { IdentityResources } from '../resources.ts';
import type { Session } from './sessions.ts';
import * as sessions from './sessions.ts';

export type OwnSession = Session & { current: boolean };

/** Where the viewer is signed in: this browser first, then by when each was last seen [AUT-18]. */
export async function listOwnSessions(
  { prisma, clock }: IdentityResources,
  { accountId, sessionId }: AccountViewer,
): Promise<OwnSession[]> {
  const running = await sessions.listRunning(prisma, accountId, clock.now());
  return running
    .map((session) => ({ ...session, current: session.id === sessionId }))
    .toSorted((a, b) => Number(b.current) - Number(a.current));
}
