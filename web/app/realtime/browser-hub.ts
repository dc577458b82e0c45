import { RealtimeService } from '@marquee/contracts/realtime/v1/realtime_pb';
import { client } from '../api/browser/client.ts';
import { sessionRenewed } from '../api/browser/session-events.ts';
import { refreshCurrentUser } from '../layout/current-user.ts';
import { createHub, type Hub } from './hub.ts';
import type { Signal } from './signals.ts';

let hub: { accountId: string; hub: Hub } | undefined;

/** The hub of this tab for an account. */
export function browserHub(accountId: string): Hub {
  if (hub?.accountId === accountId) return hub.hub;
  hub?.hub.close();
  const made = createHub({
    accountId,
    open: subscribe,
    locks: navigator.locks,
    channel: (name) => new BroadcastChannel(name),
    // Identity says whether it is this page's session: who has signed out or switched accounts is asked nothing.
    // One that has signed in again in another tab follows by its new cookie.
    onEnded: () => void refreshCurrentUser().then((isSignedIn) => isSignedIn && made.wake()),
  });
  window.addEventListener('pagehide', () => made.rest());
  window.addEventListener('pageshow', ({ persisted }) => persisted && made.wake());
  window.addEventListener(sessionRenewed, () => made.wake());
  hub = { accountId, hub: made };
  return made;
}

async function* subscribe(topics: string[], abort: AbortSignal): AsyncGenerator<Signal> {
  // Without a timeout: the server sends a keep-alive every 15 s.
  for await (const { topic, version, data } of client(RealtimeService).subscribe(
    { topics },
    { signal: abort, timeoutMs: 0 },
  )) {
    yield { topic, version, data: { ...data } };
  }
}
