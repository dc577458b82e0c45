import type { Tx } from '@marquee/data/database';
import type { Outbox } from '@marquee/events/outbox';
import { sessionEnded } from '../account/account-events.ts';
import { type Session, sessionStore } from './session-store.ts';

/** Ends every session of an account; the caller holds the account's row. */
export async function endAllSessions(outbox: Outbox, tx: Tx, accountId: string, now: Date): Promise<Session[]> {
  const ended = await sessionStore.endAll(tx, accountId, now);
  for (const session of ended) await outbox.append(tx, sessionEnded(session));
  return ended;
}
