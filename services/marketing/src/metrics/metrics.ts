import { createHmac, randomInt } from 'node:crypto';
import type { Query, Tx } from '@marquee/data/database';

type Queryable = { query: Query };

/** Rows of a day or week, so that events that come at once do not wait for each other. */
const PARTS = 16;
/** The cohort of those who signed up before metrics were counted. */
const BEFORE = '1970-01-05';

/** A person, under a hash that nobody can make without the key. */
export const personKeyOf = (key: string, accountId: string): Buffer =>
  createHmac('sha256', key).update(`metrics:${accountId}`).digest();

/** YYYY-MM-DD in UTC. */
export const dayOf = (at: Date): string => at.toISOString().slice(0, 10);

/** Notes a sign-up, which may come after what the person did. */
export async function signUp(tx: Tx, personKey: Buffer, day: string): Promise<void> {
  const [row] = await tx.query<{ cohort: string; activeOn: string | null }>(
    `INSERT INTO metric_people AS p (person_key, signed_up_on) VALUES ($1, $2)
     ON CONFLICT (person_key) DO UPDATE SET signed_up_on = excluded.signed_up_on WHERE p.signed_up_on IS NULL
     RETURNING date_trunc('week', new.signed_up_on)::date::text AS cohort, active_on::text AS active_on`,
    [personKey, day],
  );
  if (!row?.activeOn) return;
  await countWeek(tx, BEFORE, row.activeOn, -1);
  await countWeek(tx, row.cohort, row.activeOn, 1);
}

async function countWeek(tx: Tx, cohort: string, day: string, people: number): Promise<void> {
  await tx.query(
    `INSERT INTO metric_weeks AS w (cohort, week, part, active) VALUES ($1, date_trunc('week', $2::date), $3, $4)
     ON CONFLICT (cohort, week, part) DO UPDATE SET active = w.active + excluded.active`,
    [cohort, day, randomInt(PARTS), people],
  );
}

/** Notes the first time of something. */
export async function first(
  tx: Tx,
  personKey: Buffer,
  what: 'onboarded_on' | 'watched_on',
  day: string,
): Promise<void> {
  await tx.query(
    `INSERT INTO metric_people AS p (person_key, ${what}) VALUES ($1, $2)
     ON CONFLICT (person_key) DO UPDATE SET ${what} = least(p.${what}, excluded.${what})`,
    [personKey, day],
  );
}

/** Counts a person as active on a day and in its week, once each. What comes late, after a later day, is not counted. */
export async function active(tx: Tx, personKey: Buffer, day: string): Promise<void> {
  const [row] = await tx.query<{ cohort: string; isNewWeek: boolean }>(
    `INSERT INTO metric_people AS p (person_key, active_on) VALUES ($1, $2)
     ON CONFLICT (person_key) DO UPDATE SET active_on = excluded.active_on
       WHERE p.active_on IS NULL OR p.active_on < excluded.active_on
     RETURNING coalesce(date_trunc('week', new.signed_up_on)::date, $3::date)::text AS cohort,
       old.active_on IS NULL OR date_trunc('week', old.active_on) < date_trunc('week', new.active_on) AS is_new_week`,
    [personKey, day, BEFORE],
  );
  if (!row) return;
  await tx.query(
    `INSERT INTO metric_days AS d (day, part, active) VALUES ($1, $2, 1)
     ON CONFLICT (day, part) DO UPDATE SET active = d.active + 1`,
    [day, randomInt(PARTS)],
  );
  if (row.isNewWeek) await countWeek(tx, row.cohort, day, 1);
}

/** Adds time that films were played. */
export async function played(tx: Tx, day: string, playedMs: bigint): Promise<void> {
  await tx.query(
    `INSERT INTO metric_days AS d (day, part, played_ms) VALUES ($1, $2, $3)
     ON CONFLICT (day, part) DO UPDATE SET played_ms = d.played_ms + excluded.played_ms`,
    [day, randomInt(PARTS), playedMs],
  );
}

/** Deletes what is known of a person; what was counted stays, their sign-up too, and names nobody. */
export async function forget(tx: Tx, personKey: Buffer): Promise<void> {
  await tx.query(
    `WITH gone AS (DELETE FROM metric_people WHERE person_key = $1 RETURNING signed_up_on, onboarded_on, watched_on)
     INSERT INTO metric_days AS d (day, part, closed_sign_ups, closed_onboarded, closed_watched)
     SELECT signed_up_on, $2, 1, (onboarded_on IS NOT NULL)::int, (watched_on IS NOT NULL)::int
     FROM gone WHERE signed_up_on IS NOT NULL
     ON CONFLICT (day, part) DO UPDATE SET closed_sign_ups = d.closed_sign_ups + excluded.closed_sign_ups,
       closed_onboarded = d.closed_onboarded + excluded.closed_onboarded,
       closed_watched = d.closed_watched + excluded.closed_watched`,
    [personKey, randomInt(PARTS)],
  );
}

export type MetricsDay = {
  day: string;
  signUps: number;
  onboarded: number;
  watched: number;
  active: number;
  playedMs: bigint;
};

/** Each day up to today, the oldest first. */
export function days(db: Queryable, today: string, count: number): Promise<MetricsDay[]> {
  return db.query<MetricsDay>(
    `SELECT g.day::date::text AS day, (coalesce(p.sign_ups, 0) + coalesce(d.sign_ups, 0))::int AS sign_ups,
       (coalesce(p.onboarded, 0) + coalesce(d.onboarded, 0))::int AS onboarded,
       (coalesce(p.watched, 0) + coalesce(d.watched, 0))::int AS watched, coalesce(d.active, 0)::int AS active,
       coalesce(d.played_ms, 0)::bigint AS played_ms
     FROM generate_series($1::date - ($2::int - 1), $1::date, '1 day') AS g (day)
     LEFT JOIN (SELECT signed_up_on, count(*) AS sign_ups, count(onboarded_on) AS onboarded, count(watched_on) AS watched
       FROM metric_people WHERE signed_up_on > $1::date - $2::int GROUP BY signed_up_on) p ON p.signed_up_on = g.day
     LEFT JOIN (SELECT day, sum(active) AS active, sum(played_ms) AS played_ms, sum(closed_sign_ups) AS sign_ups,
         sum(closed_onboarded) AS onboarded, sum(closed_watched) AS watched
       FROM metric_days WHERE day > $1::date - $2::int GROUP BY day) d ON d.day = g.day
     ORDER BY g.day`,
    [today, count],
  );
}

/** People active in each week up to this one, the oldest first. */
export function weeks(db: Queryable, today: string, count: number): Promise<{ week: string; active: number }[]> {
  return db.query(
    `SELECT g.week::date::text AS week, coalesce(sum(w.active), 0)::int AS active
     FROM generate_series(date_trunc('week', $1::date)::date - 7 * ($2::int - 1), $1::date, '7 days') AS g (week)
     LEFT JOIN metric_weeks w ON w.week = g.week GROUP BY g.week ORDER BY g.week`,
    [today, count],
  );
}

export type MetricsCohort = { week: string; people: number; active: number[] };

/** Those who signed up in each week up to this one, and how many of them were active in it and the weeks since. */
export function cohorts(db: Queryable, today: string, count: number): Promise<MetricsCohort[]> {
  return db.query<MetricsCohort>(
    `WITH weeks AS (
       SELECT g.week::date AS week
       FROM generate_series(date_trunc('week', $1::date)::date - 7 * ($2::int - 1), $1::date, '7 days') AS g (week))
     SELECT c.week::text AS week,
       (SELECT count(*) FROM metric_people WHERE signed_up_on >= c.week AND signed_up_on < c.week + 7)::int
         + (SELECT coalesce(sum(closed_sign_ups), 0) FROM metric_days WHERE day >= c.week AND day < c.week + 7)::int AS people,
       array_agg(coalesce((SELECT sum(w.active) FROM metric_weeks w WHERE w.cohort = c.week AND w.week = since.week), 0)::int
         ORDER BY since.week) AS active
     FROM weeks c JOIN weeks since ON since.week >= c.week GROUP BY c.week ORDER BY c.week`,
    [today, count],
  );
}
