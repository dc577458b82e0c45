import type { Tx } from '@marquee/data/database';

/**
 * True the first time that this consumer sees this event. Called in the transaction of the event's effect, so that
 * both happen once; a second delivery at the same time waits for the first.
 */
export async function once(tx: Tx, consumer: string, eventId: string): Promise<boolean> {
  const rows = await tx.query({ name: 'inbox.once', text: ONCE, values: [consumer, eventId] });
  return rows.length === 1;
}

export const inbox = { once };

const ONCE = 'INSERT INTO inbox (consumer, event_id) VALUES ($1, $2) ON CONFLICT DO NOTHING RETURNING 1';
