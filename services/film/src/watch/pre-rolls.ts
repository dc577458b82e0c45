import type { Tx } from '@marquee/data/database';
import * as premieres from '../premieres/premieres.ts';
import type { FilmAndUnlock } from './access.ts';

/** What plays before a film, with its length. */
export type PreRoll = { uri: string; seconds: number };

const BY_TICKET = `
  SELECT s.pre_roll_uri AS uri, s.pre_roll_seconds AS seconds
  FROM entitlements e JOIN event_tickets t ON t.id = e.source_id JOIN screenings s ON s.id = t.event_id
  WHERE e.account_id = $1 AND e.film_id = $2 AND e.source = 'TICKET' AND e.starts_at <= $3 AND e.ends_at > $3
    AND s.pre_roll_uri <> ''
  ORDER BY s.starts_at, s.id LIMIT 1`;

/**
 * What plays before a film that somebody watches by a ticket: that of its event. Of a premiere, what is left of it, because
 * it began for everybody [WAT-05].
 */
export async function preRollOf(
  tx: Tx,
  accountId: string,
  film: FilmAndUnlock,
  now: Date,
): Promise<PreRoll | undefined> {
  if (film.releaseType === 'SCREENING' && film.screeningStartTime) {
    const event = await premieres.eventOf(tx, film.id);
    if (!event?.preRollUri) return undefined;
    const left = Math.ceil(event.preRollSeconds - (now.getTime() - film.screeningStartTime.getTime()) / 1_000);
    return left > 0 ? { uri: event.preRollUri, seconds: left } : undefined;
  }
  const values = [accountId, film.id, now];
  const [row] = await tx.query<PreRoll>({ name: 'pre-rolls.by-ticket', text: BY_TICKET, values });
  return row && row.seconds > 0 ? row : undefined;
}
