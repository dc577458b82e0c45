import type { Tx } from '@marquee/data/database';
import { IS_PREMIERE_AT } from '../tickets/ticket-rights.ts';
import type { FilmAndUnlock } from '../watch/access.ts';
import { needsTicket } from '../watch/film-access.ts';
import * as premieres from './premieres.ts';

// A ticket to another event that shows the film, time that staff gave and an unlock that was paid are rights of their own.
const HAS_OTHER_RIGHT = `
  SELECT FROM entitlements e JOIN films f ON f.id = e.film_id
  WHERE e.account_id = $1 AND e.film_id = $2 AND e.source <> 'SCREENER' AND coalesce(e.starts_at, $3) <= $3
    AND e.ends_at > $3 AND NOT (e.source = 'UNLOCK' AND $4)
    AND NOT (e.source = 'TICKET' AND EXISTS (
      SELECT FROM event_tickets t JOIN screenings s ON s.id = t.event_id WHERE t.id = e.source_id AND ${IS_PREMIERE_AT}))
  LIMIT 1`;

/**
 * Whether a viewer who may watch a film now plays it in step with everybody else: while its premiere runs, who has only a
 * ticket to the premiere, or came in for free, does [WAT-04:in-step].
 */
export async function playsInStep(tx: Tx, accountId: string, film: FilmAndUnlock, now: Date): Promise<boolean> {
  if (film.releaseType !== 'SCREENING' || !film.screeningStartTime) return false;
  const end = premieres.endOf(film.screeningStartTime, film, await premieres.eventOf(tx, film.id));
  if (now < film.screeningStartTime || now >= end) return false;
  const values = [accountId, film.id, now, !needsTicket(film)];
  return (await tx.query({ name: 'premieres.other-right', text: HAS_OTHER_RIGHT, values })).length === 0;
}
