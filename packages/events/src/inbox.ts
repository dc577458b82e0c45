import type { Tx } from '@marquee/data/database';

/**
 * True the first time that this consumer sees this event. Called in the transaction of the event's effect, so that
 * both happen once; a second delivery at the same time waits for the first.
 */
export async function once(tx: Tx, consumer: string, eventId: string): Promise<boolean> {
  const rows = await tx.query({ name: 'inbox.once', text: ONCE, values: [consumer, eventId] });
  return rows.length === 1;
}

/** Whether to handle the event now, to park it behind a dead letter of its key, or to skip it as seen. */
export type Turn = 'NEXT' | 'BEHIND' | 'SEEN';

/** `once`, the lock of the event's key and the check for its dead letters, in one round trip. */
export async function takeTurn(tx: Tx, consumer: string, event: { id: string; key: string }): Promise<Turn> {
  const values = [consumer, event.id, event.key];
  const [row] = await tx.query<{ turn: Turn }>({ name: 'inbox.turn', text: TURN, values });
  return row?.turn ?? 'SEEN';
}

const ONCE = 'INSERT INTO inbox (consumer, event_id) VALUES ($1, $2) ON CONFLICT DO NOTHING RETURNING 1';
const TURN = 'SELECT take_event($1, $2, $3) AS turn';
