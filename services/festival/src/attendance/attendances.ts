import type { Tx } from '@marquee/data/database';
import type { Attendance } from '../../gen/prisma/client.ts';
import { quarterOf } from '../tallies/tallies.ts';

/** SCAN: let in at a door. WATCHED: watched at least 70% of a film that it shows. */
export type AttendanceSource = 'SCAN' | 'WATCHED';

/** Keeps that somebody attended an event; the first time stands. */
export async function add(
  tx: Tx,
  { eventId, accountId, source, at }: Attendance & { source: AttendanceSource },
): Promise<void> {
  await tx.query({
    name: 'attendances.add',
    // Who is new is counted once; xmax is set on a row that was there before.
    text: `WITH kept AS (
        INSERT INTO attendances AS a (event_id, account_id, source, at) VALUES ($1, $2, $3, $4)
        ON CONFLICT (event_id, account_id, source) DO UPDATE SET at = excluded.at WHERE excluded.at < a.at
        RETURNING xmax = 0 AS is_new
      )
      INSERT INTO tally_changes (festival_id, subject_id, hour, sales, refunds, tickets, returned, amount, fee, doors, watched)
      SELECT e.festival_id, e.id, ${quarterOf('$4')}, 0, 0, 0, 0, 0, 0,
        ($3 = 'SCAN')::int, ($3 = 'WATCHED')::int
      FROM kept, events e WHERE kept.is_new AND e.id = $1`,
    values: [eventId, accountId, source, at],
  });
}
