import { type Clock, systemClock } from '@marquee/runtime/clock';
import type { Tx } from './database.ts';
import { existing } from './existing.ts';

/**
 * The time by which due times are written and compared: the database's, so that a process whose clock is off neither
 * delays what others are to do, nor uses up retries before their pauses. A clock that a test sets counts as it is.
 */
export async function databaseNow(db: Pick<Tx, 'query'>, clock: Clock): Promise<Date> {
  if (clock !== systemClock) return clock.now();
  const [row] = await db.query<{ now: Date }>({
    name: 'database.now',
    text: 'SELECT clock_timestamp() AS now',
    values: [],
  });
  return existing(row, "the database's clock").now;
}
