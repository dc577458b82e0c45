import type { Tx } from '@marquee/data/database';
import type { Queryable } from '../films/films.ts';

/** A review or a reply to one, as staff see it in their queue. */
export type QueuedWords = {
  kind: WordsKind;
  id: string;
  version: bigint;
  filmId: string;
  filmTitle: string;
  writerId: string;
  writerName: string;
  message: string;
  /** 0 of a reply. */
  rating: number;
  heldWords: string[];
  since: Date;
  reports: Report[];
  /** When the newest of all its reports came. */
  reportedUntil: Date | null;
};
type Report = { reason: string; details: string; reporterId: string; reporterName: string };
export type WordsKind = 'REVIEW' | 'REPLY';

/** Since when the last one of a page is in the list, and its id. */
export type QueueKey = [since: string, id: string];

const WORDS = `
  SELECT 'REVIEW' AS kind, id, version, film_id, account_id, message, rating, held_words, held_at, folded_at,
    spoiler, spoiler_decided, reported_at, created_at FROM reviews
  UNION ALL
  SELECT 'REPLY', y.id, y.version, r.film_id, y.account_id, y.message, 0, y.held_words, y.held_at, y.folded_at,
    y.spoiler, y.spoiler_decided, y.reported_at, y.created_at FROM review_replies y JOIN reviews r ON r.id = y.review_id`;

const REPORTS_MAX = 20;
const REPORTS = `
  SELECT coalesce(json_agg(json_build_object('reason', t.reason, 'details', t.details, 'reporterId', t.account_id,
    'reporterName', coalesce(trim(n.first_name || ' ' || n.last_name), '')) ORDER BY t.created_at DESC), '[]')
  FROM (
    SELECT reason, details, account_id, created_at FROM review_reports WHERE w.kind = 'REVIEW' AND review_id = w.id
    UNION ALL
    SELECT reason, details, account_id, created_at FROM reply_reports WHERE w.kind = 'REPLY' AND reply_id = w.id
    ORDER BY created_at DESC LIMIT ${REPORTS_MAX}
  ) t LEFT JOIN people n ON n.id = t.account_id`;

const REPORTED_UNTIL = `
  SELECT max(created_at) FROM (
    SELECT created_at FROM review_reports WHERE w.kind = 'REVIEW' AND review_id = w.id
    UNION ALL
    SELECT created_at FROM reply_reports WHERE w.kind = 'REPLY' AND reply_id = w.id
  ) u`;

/** The lists of the queue: what is in each, since when, and in which order. */
const LISTS = {
  HELD: { where: 'w.held_at IS NOT NULL', since: 'w.held_at', order: '', after: '>' },
  SPOILERS: {
    where: 'w.folded_at IS NOT NULL AND w.spoiler_decided IS NULL AND w.held_at IS NULL',
    since: 'w.folded_at',
    order: '',
    after: '>',
  },
  REPORTED: { where: 'w.reported_at IS NOT NULL', since: 'w.reported_at', order: '', after: '>' },
  REPLIES: { where: "w.kind = 'REPLY' AND w.held_at IS NULL", since: 'w.created_at', order: 'DESC', after: '<' },
} as const;
export const QUEUE_LISTS = Object.keys(LISTS) as (keyof typeof LISTS)[];

/** What waits for staff, the oldest first; of replies that everybody sees, the newest. */
export async function list(
  db: Queryable,
  { of, after, limit }: { of: keyof typeof LISTS; after: QueueKey | undefined; limit: number },
): Promise<QueuedWords[]> {
  const { where, since, order, after: beyond } = LISTS[of];
  return db.query<QueuedWords>({
    name: `review-queue.${of.toLowerCase()}`,
    text: `
      SELECT w.kind, w.id, w.version, w.film_id, f.film_title, w.account_id AS writer_id,
        coalesce(trim(p.first_name || ' ' || p.last_name), '') AS writer_name, w.message, w.rating, w.held_words,
        ${since} AS since, (${REPORTS}) AS reports, (${REPORTED_UNTIL}) AS reported_until
      FROM (${WORDS}) w JOIN films f ON f.id = w.film_id LEFT JOIN people p ON p.id = w.account_id
      WHERE ${where} AND ($1::timestamptz IS NULL OR (${since}, w.id) ${beyond} ($1, $2::uuid))
      ORDER BY ${since} ${order}, w.id ${order} LIMIT $3`,
    values: [...(after ?? [null, null]), limit],
  });
}

/** How many wait for staff, because of a word, or because readers call them a spoiler or report them; more than `max` are not counted. */
export async function count(db: Queryable, max: number): Promise<number> {
  const text = `SELECT count(*)::int AS waiting FROM (
    SELECT FROM (${WORDS}) w WHERE ${LISTS.HELD.where} OR (${LISTS.SPOILERS.where}) OR ${LISTS.REPORTED.where} LIMIT $1) AS counted`;
  const [row] = await db.query<{ waiting: number }>(text, [max]);
  return row?.waiting ?? 0;
}

const TABLES = { REVIEW: 'reviews', REPLY: 'review_replies' } as const;
/** What is given of decided words, from the table `t`. */
const DECIDED = {
  REVIEW:
    't.id, t.version, t.id AS review_id, t.film_id, t.account_id, t.account_id AS reviewer_id, t.message, t.rating',
  REPLY: `t.id, t.version, t.review_id, t.account_id, t.message, 0 AS rating,
    (SELECT r.film_id FROM reviews r WHERE r.id = t.review_id) AS film_id,
    (SELECT r.account_id FROM reviews r WHERE r.id = t.review_id) AS reviewer_id`,
} as const;

export type Seen = { id: string; version: bigint };
export type Decision = 'RELEASE' | 'REMOVE' | 'SPOILER' | 'NO_SPOILER' | 'KEEP';

/** Words that a decision is about, with the writer of the review that they are or belong to. */
export type DecidedWords = {
  id: string;
  version: bigint;
  reviewId: string;
  filmId: string;
  accountId: string;
  reviewerId: string;
  message: string;
  rating: number;
  wasHeld: boolean;
};

const CHANGES = {
  RELEASE: "held_at = NULL, held_words = '{}'",
  SPOILER: 'spoiler_decided = true',
  NO_SPOILER: 'spoiler_decided = false',
  KEEP: 'reported_at = NULL',
} as const;

/** What words must be so that the decision is about them. */
const DECIDABLE: Partial<Record<Decision, string>> = {
  RELEASE: 'WHERE q.held_at IS NOT NULL',
  KEEP: 'WHERE q.reported_at IS NOT NULL',
};

/** Decides on those that are as they were seen, and gives them. Only what is held can be released, only what is reported kept. */
export async function decide(
  tx: Tx,
  { kind, seen, decision }: { kind: WordsKind; seen: readonly Seen[]; decision: Decision },
): Promise<DecidedWords[]> {
  // Locked in the order of their ids, so that two members of staff never wait for each other.
  const held = `
    SELECT q.id, q.held_at IS NOT NULL AS was_held
    FROM ${TABLES[kind]} q JOIN unnest($1::uuid[], $2::bigint[]) AS s (id, version) USING (id, version)
    ${DECIDABLE[decision] ?? ''} ORDER BY q.id FOR UPDATE OF q`;
  const change =
    decision === 'REMOVE'
      ? `DELETE FROM ${TABLES[kind]} t USING (${held}) h`
      : `UPDATE ${TABLES[kind]} t SET ${CHANGES[decision]} FROM (${held}) h`;
  return tx.query<DecidedWords>(`${change} WHERE h.id = t.id RETURNING ${DECIDED[kind]}, h.was_held`, [
    seen.map(({ id }) => id),
    seen.map(({ version }) => version),
  ]);
}
