import type { Tx } from '@marquee/data/database';
import { isId } from '@marquee/data/ids';
import { AD_EVENTS, type AdEventName } from '@marquee/rules/ads';
import { CAMPAIGN_LIMITS } from '@marquee/rules/campaigns';
import type { Campaign, Film, MediaCopy } from '../../gen/prisma/client.ts';
import { type Queryable, VISIBLE } from '../films/films.ts';

/** How long a showing takes events; its counts are summed into its day after that. */
const KEPT_MS = 86_400_000;
const FOLD_ROWS_MAX = 5_000;

/** Playbacks that began with an ad, and for how many of them each event was reported. */
export type AdCounts = Record<(typeof COUNTS)[number], bigint>;
export type DayCounts = AdCounts & { day: string };

/** The names of the counts, of all showings and then of each event in the order of its bit. */
const COUNTS = [
  ...(['served', 'impressions', 'starts', 'firstQuartiles', 'midpoints', 'thirdQuartiles'] as const),
  ...(['completes', 'skips', 'clicks', 'errors'] as const),
];
const COLUMNS = COUNTS.map((name) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`));
const bitOf = (event: AdEventName) => 1 << AD_EVENTS.indexOf(event);
/** Of rows of showings. */
const SUMS = ['count(*)', ...AD_EVENTS.map((event) => `count(*) FILTER (WHERE s.events & ${bitOf(event)} <> 0)`)]
  .map((sum, index) => `${sum} AS ${COLUMNS[index]}`)
  .join(', ');
const DAY = "(s.made_at AT TIME ZONE 'UTC')::date";

export async function insert(tx: Tx, showing: { id: string; campaignId: string; madeAt: Date }): Promise<void> {
  await tx.query({
    name: 'showings.insert',
    text: 'INSERT INTO campaign_showings (id, campaign_id, made_at) VALUES ($1, $2, $3)',
    values: [showing.id, showing.campaignId, showing.madeAt],
  });
}

/** Notes an event of a showing, which changes nothing when it is known or the showing is not. */
export async function note(db: Queryable, showingId: string, event: AdEventName): Promise<void> {
  if (!isId(showingId)) return;
  await db.query({
    name: 'showings.note',
    text: 'UPDATE campaign_showings SET events = events | $2 WHERE id = $1 AND events & $2 = 0',
    values: [showingId, bitOf(event)],
  });
}

/** What a showing shows. */
export type ShownAd = { title: Film['filmTitle'] } & Pick<
  Campaign,
  'companionText' | 'clickUrl' | 'filmId' | 'skipAfterSeconds'
> &
  Pick<MediaCopy, 'durationMs' | 'width' | 'height'> & { trailerMediaId: NonNullable<Film['trailerMediaId']> };

export async function find(db: Queryable, showingId: string): Promise<ShownAd | undefined> {
  if (!isId(showingId)) return undefined;
  const [ad] = await db.query<ShownAd>({
    name: 'showings.find',
    text: `SELECT f.film_title AS title, c.companion_text, c.click_url, c.film_id, c.skip_after_seconds, f.trailer_media_id,
        m.duration_ms, m.width, m.height
      FROM campaign_showings s JOIN campaigns c ON c.id = s.campaign_id JOIN films f ON f.id = c.film_id
        JOIN media_copies m ON m.media_id = f.trailer_media_id
      WHERE s.id = $1 AND f.trailer_ready AND ${VISIBLE}`,
    values: [showingId],
  });
  return ad;
}

// Rows are written in one order, so that two processes cannot deadlock.
const FOLD = `
  WITH s AS (
    DELETE FROM campaign_showings WHERE id IN (
      SELECT id FROM campaign_showings WHERE made_at < $1 ORDER BY made_at LIMIT ${FOLD_ROWS_MAX} FOR UPDATE SKIP LOCKED)
    RETURNING *
  ), summed AS (
    INSERT INTO campaign_days AS d (campaign_id, day, ${COLUMNS.join(', ')})
    SELECT s.campaign_id, ${DAY}, ${SUMS} FROM s GROUP BY 1, 2 ORDER BY 1, 2
    ON CONFLICT (campaign_id, day) DO UPDATE SET ${COLUMNS.map((name) => `${name} = d.${name} + excluded.${name}`).join(', ')}
  )
  SELECT count(*)::int AS taken FROM s`;

/** Sums the showings that take no more events into their days. */
export async function fold(db: Queryable, now: Date): Promise<void> {
  const values = [new Date(now.getTime() - KEPT_MS)];
  for (let taken = FOLD_ROWS_MAX; taken === FOLD_ROWS_MAX; ) {
    const [row] = await db.query<{ taken: number }>({ name: 'showings.fold', text: FOLD, values });
    taken = row?.taken ?? 0;
  }
}

// In one statement, so that what is summed meanwhile is counted once.
const BY_DAY = `
  SELECT campaign_id, day, ${COLUMNS.join(', ')} FROM campaign_days WHERE campaign_id = ANY($1::uuid[])
  UNION ALL
  SELECT s.campaign_id, ${DAY}, ${SUMS} FROM campaign_showings s WHERE s.campaign_id = ANY($1::uuid[]) GROUP BY 1, 2`;
const TOTALS = COLUMNS.map((name) => `sum(${name})::bigint AS ${name}`).join(', ');

/** The counts of campaigns so far; one that was never shown has none. */
export async function totalsOf(db: Queryable, campaignIds: readonly string[]): Promise<Map<string, AdCounts>> {
  const rows = await db.query<AdCounts & { campaignId: string }>({
    name: 'showings.totals',
    text: `SELECT campaign_id, ${TOTALS} FROM (${BY_DAY}) d GROUP BY campaign_id`,
    values: [campaignIds],
  });
  return new Map(rows.map(({ campaignId, ...counts }) => [campaignId, counts]));
}

/** The last days on which a campaign was shown, the newest first. */
export function daysOf(db: Queryable, campaignId: string): Promise<DayCounts[]> {
  return db.query<DayCounts>({
    name: 'showings.days',
    text: `SELECT to_char(d.day, 'YYYY-MM-DD') AS day, ${TOTALS} FROM (${BY_DAY}) d GROUP BY d.day
      ORDER BY d.day DESC LIMIT ${CAMPAIGN_LIMITS.daysListedMax}`,
    values: [[campaignId]],
  });
}
