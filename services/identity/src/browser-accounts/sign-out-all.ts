import { revocationSignal } from '@marquee/runtime/revocations';
import type { Viewer } from '@marquee/runtime/viewer';
import type { z } from 'zod';
import type { IdentityResources, IdentityWrite } from '../resources.ts';
import type { withBrowserSchema } from '../session/browser.ts';
import { sessionEnded } from '../session/session-events.ts';
import * as sessions from '../session/sessions.ts';
import { type SessionHere, sessionsHere } from '../session/sessions-here.ts';

type FromBrowser = z.output<typeof withBrowserSchema>;

/** The sessions of the browser, by its cookies. */
export function findSessionsHere(
  resources: IdentityResources,
  _viewer: Viewer,
  { browser }: FromBrowser,
): Promise<SessionHere[]> {
  return sessionsHere(resources, browser.sessionTokens);
}

/** Signs all accounts of this browser out; other browsers stay signed in. @returns how many [AUT-13] */
export async function signOutAll(
  { tx, emit, touch, clock }: IdentityWrite,
  _viewer: Viewer,
  _input: FromBrowser,
  here: readonly SessionHere[],
): Promise<{ ended: number }> {
  const now = clock.now();
  let ended = 0;
  // In one order, so that two that sign out at once do not wait for each other.
  for (const { id } of here.toSorted((a, b) => (a.id < b.id ? -1 : 1))) {
    const session = await sessions.end(tx, id, now);
    touch(...revocationSignal({ sessionId: id }, now));
    if (!session) continue;
    await emit(sessionEnded(session));
    ended += 1;
  }
  return { ended };
}
