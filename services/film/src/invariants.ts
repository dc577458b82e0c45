import type { Query } from '@marquee/data/database';
import { facts, type Invariant, invariant, type ServiceInvariants } from '@marquee/data/invariants';
import { ledgerInvariants } from '@marquee/ledger/invariants';
import { UNLOCK } from './checkout/unlock-goods.ts';
import { VISIBLE, VISIBLE_FILMS } from './films/films.ts';

const COUNTS = 'stars_1, stars_2, stars_3, stars_4, stars_5, comments, likes, blocks';

/** Of an order: all that is left of it went back, or is on its way. */
const GOES_BACK = "JOIN order_refunds r ON r.order_id = o.id AND NOT r.is_part AND r.state <> 'FAILED'";

/** What must hold of what people pay for films, once nothing is under way any more. */
export const salesInvariants: readonly Invariant[] = [
  ...ledgerInvariants,
  // Another unlock of the same film takes the place of one whose time is over.
  invariant(
    'film order',
    'no money is kept without its unlock or its refund',
    `SELECT 'order ' || o.id || ' is ' || o.state || ' without its unlock or its refund' AS violation
     FROM orders o LEFT ${GOES_BACK}
     WHERE o.kind = '${UNLOCK}' AND r.id IS NULL AND (o.state = 'PAID'
       OR (o.state = 'FULFILLED' AND o.account_id IS NOT NULL AND NOT EXISTS (
         SELECT FROM unlocks u WHERE u.account_id = o.account_id AND u.film_id = o.item_id
           AND ((u.id = o.id AND u.expire_at >= o.goods_until) OR (u.id <> o.id AND u.created_at >= o.goods_until)))))`,
  ),
  invariant(
    'unlock',
    'no unlock is sold without its money, and none outlasts its refund',
    `SELECT 'unlock ' || u.id || ' cost ' || u.paid_amount + u.coins || ', its order is '
         || CASE WHEN r.id IS NULL THEN coalesce(o.state, 'missing') ELSE 'going back' END AS violation
     FROM unlocks u LEFT JOIN orders o ON o.id = u.id LEFT ${GOES_BACK}
     WHERE u.paid_amount + u.coins > 0 AND (
       o.id IS NULL OR o.state NOT IN ('FULFILLED', 'REFUNDED') OR o.amount <> u.paid_amount + u.coins
       OR (r.created_at < o.goods_until AND u.expire_at >= o.goods_until))`,
  ),
  invariant(
    'film order',
    'nobody pays twice for a film at the same time',
    `WITH kept AS (
       SELECT o.* FROM orders o LEFT ${GOES_BACK}
       WHERE o.kind = '${UNLOCK}' AND o.state = 'FULFILLED' AND r.id IS NULL
     )
     SELECT 'orders ' || a.id || ' and ' || b.id || ' are paid for one film' AS violation
     FROM kept a JOIN kept b ON b.account_id = a.account_id AND b.item_id = a.item_id AND b.id > a.id
       AND a.fulfilled_at < b.goods_until AND b.fulfilled_at < a.goods_until`,
  ),
  invariant(
    'film order',
    'what the test provider took is what orders say that was paid and went back',
    `SELECT 'order ' || coalesce(o.id, p.order_id) || ' is ' || coalesce(o.state, 'missing') || ', its payment '
         || coalesce(p.status, 'missing') || ' of ' || coalesce(p.amount, 0) || ', of which went back '
         || coalesce(p.refunded, 0) AS violation
     FROM test_payments p FULL JOIN (SELECT * FROM orders WHERE provider = 'test') o ON o.id = p.order_id LEFT ${GOES_BACK}
     WHERE (p.status IS NOT DISTINCT FROM 'SUCCEEDED') <> (o.state IS NOT NULL AND o.state IN ('PAID', 'FULFILLED', 'REFUNDED'))
       OR (o.state = 'REFUNDED' AND p.refunded <> p.amount - o.owed - o.paid_elsewhere AND p.dispute <> 'LOST')
       OR (o.state = 'FULFILLED' AND (o.payment_id <> p.id OR p.amount <> o.amount OR (r.id IS NULL
         AND (p.refunded <> o.returned - o.owed - o.paid_elsewhere OR p.dispute = 'LOST'))))`,
  ),
  invariant(
    'film order',
    'what refunds gave back that failed later is owed, went back again or was paid in another way',
    `SELECT 'order ' || o.id || ' owes ' || o.owed || ', of ' || r.failed || ' that failed ' || r.again || ' is back' AS violation
     FROM orders o JOIN (
       SELECT r.order_id,
         coalesce(sum(coalesce(r.amount, coalesce(w.paid_amount, w.amount) - w.returned)) FILTER (WHERE r.failed_at IS NOT NULL), 0) AS failed,
         coalesce(sum(r.amount) FILTER (WHERE r.is_owed AND r.state = 'SUCCEEDED'), 0) AS again
       FROM order_refunds r JOIN orders w ON w.id = r.order_id GROUP BY r.order_id
     ) r ON r.order_id = o.id
     WHERE o.owed <> r.failed - r.again`,
  ),
];

export const invariants: ServiceInvariants = {
  invariants: [
    invariant(
      'film',
      'stars, comments, likes and blocks are counted once each',
      `WITH counted AS (
         SELECT film_id, what, sum(n)::int AS n
         FROM (SELECT film_id, ${COUNTS} FROM film_stats UNION ALL SELECT film_id, ${COUNTS} FROM stat_deltas) AS s,
           LATERAL (VALUES ('ratings of 1', stars_1), ('ratings of 2', stars_2), ('ratings of 3', stars_3),
             ('ratings of 4', stars_4), ('ratings of 5', stars_5), ('comments', comments), ('likes', likes),
             ('blocks', blocks)) AS c (what, n)
         GROUP BY film_id, what
       ), given AS (
         SELECT film_id, 'ratings of ' || rating AS what, count(*)::int AS n FROM reviews
           WHERE held_at IS NULL GROUP BY film_id, rating
         UNION ALL SELECT film_id, 'comments', count(*)::int FROM reviews
           WHERE message <> '' AND held_at IS NULL GROUP BY film_id
         UNION ALL SELECT film_id, 'likes', count(*)::int FROM film_likes GROUP BY film_id
         UNION ALL SELECT film_id, 'blocks', count(*)::int FROM film_blocks GROUP BY film_id
       )
       SELECT what || ' of film ' || film_id || ': ' || coalesce(c.n, 0) || ' counted, ' || coalesce(g.n, 0) || ' given'
         AS violation
       FROM counted c FULL JOIN given g USING (film_id, what) JOIN films f ON f.id = film_id
       WHERE coalesce(c.n, 0) <> coalesce(g.n, 0)`,
    ),
    invariant(
      'film',
      'search finds a film that everybody finds, and no other',
      `SELECT 'film ' || coalesce(f.id, d.id) || CASE WHEN d.id IS NULL THEN ' is not found' ELSE ' is found' END AS violation
       FROM films f FULL JOIN (SELECT id FROM search_documents WHERE collection = '${VISIBLE_FILMS}') d ON d.id = f.id
       WHERE coalesce(${VISIBLE}, false) <> (d.id IS NOT NULL)
         AND NOT EXISTS (SELECT 1 FROM search_stale s WHERE s.id = coalesce(f.id, d.id))`,
    ),
    // Where the outbox still holds every event, and no review was imported: imports publish none.
    invariant(
      'review',
      'each version of a review has one event',
      `SELECT 'review ' || r.id || ' is at version ' || r.version || ' and has ' || coalesce(e.n, 0) || ' events'
         AS violation
       FROM reviews r LEFT JOIN (
         SELECT key, count(*) AS n FROM outbox WHERE type = 'events.v1.FilmRated' GROUP BY key
       ) e ON e.key = r.id::text
       WHERE r.version <> coalesce(e.n, 0)`,
    ),
    ...salesInvariants,
  ],
  owns: {
    'film of a file': facts('SELECT media_id AS id, film_id AS value FROM film_assets'),
  },
  copies: {
    profile: facts("SELECT id, first_name || ' ' || last_name || ' ' || profile_picture AS value FROM people"),
    block: facts("SELECT id, blocker_id || ' ' || blocked_id AS value FROM blocks WHERE blocker_id IS NOT NULL"),
    transcode: facts("SELECT media_id AS id, transcode_status AS value FROM media_copies WHERE transcode_status <> ''"),
    picture: facts("SELECT media_id AS id, 'READY' AS value FROM media_copies WHERE image IS NOT NULL"),
  },
};

export type ReviewOnRecord = {
  id: string;
  filmId: string;
  accountId: string;
  rating: number;
  message: string;
  version: number;
};

/** Every review as it stands. */
export function reviewsOnRecord(query: Query): Promise<ReviewOnRecord[]> {
  return query('SELECT id, film_id, account_id, rating, message, version::int AS version FROM reviews');
}

export type FilmOnRecord = { id: string; filmTitle: string; logLine: string; published: boolean };

/** Every film as it stands. */
export function filmsOnRecord(query: Query): Promise<FilmOnRecord[]> {
  return query('SELECT id, film_title, log_line, published FROM films');
}

/** The position in milliseconds of each of these playback sessions that is known. */
export async function positionsOnRecord(query: Query, sessionIds: readonly string[]): Promise<Map<string, number>> {
  const rows = await query<{ id: string; positionMs: number }>(
    'SELECT id, position_ms FROM playback_sessions WHERE id = ANY($1)',
    [sessionIds],
  );
  return new Map(rows.map(({ id, positionMs }) => [id, positionMs]));
}

/** Which of these orders have an unlock with its full time. */
export async function unlocksOnRecord(query: Query, orderIds: readonly string[]): Promise<Set<string>> {
  const text = `SELECT o.id FROM orders o JOIN unlocks u ON u.id = o.id AND u.expire_at >= o.goods_until
    WHERE o.id = ANY($1) AND o.state = 'FULFILLED'`;
  const rows = await query<{ id: string }>(text, [orderIds]);
  return new Set(rows.map(({ id }) => id));
}
