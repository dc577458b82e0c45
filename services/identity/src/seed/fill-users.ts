import type { Database } from '@marquee/data/database';

/** A statement has 15 s, also on a machine with other work. */
const USERS_AT_ONCE = 20_000;

// A tenth is in onboarding, and a third of the others has never signed in. A tenth is of Portugal, one in 10,000 of Nauru,
// and the others of the United States; a twentieth is b2b, and none of those of Portugal.
const INSERT = `
  INSERT INTO accounts (id, email, phone, first_name, last_name, full_name_key, last_name_key, bio, country, state, city,
    consumer_type, talents, roles, suspended_reason, is_onboarding, preferred_language, subscription_type,
    profile_picture, source, source_id, referrer_id, invitation_id, sign_up_ip, version, created_at, updated_at,
    last_signed_in_at)
  SELECT gen_random_uuid(), 'user' || i || '@example.com', '+1202' || i, first, last, first || ' ' || last, last, '',
    CASE WHEN i % 10 = 1 THEN 'PT' WHEN i % 10000 = 5 THEN 'NR' ELSE 'US' END, '', '',
    CASE WHEN i % 20 = 5 THEN 'B2B' ELSE 'MOVIE_LOVER' END, '{}', '{}', '', i % 10 = 0, 'en', 'NONE', '', 'BENCH', '', '', '', '', 2, at, at,
    CASE WHEN i % 3 = 0 THEN NULL ELSE at END
  FROM (SELECT i, 'first' || i % 20000 AS first, 'last' || i % 5000 AS last,
    timestamptz '2024-01-01' + i * interval '1 second' AS at FROM generate_series($1::int, $2::int) AS g (i)) AS users
  ON CONFLICT DO NOTHING`;

/**
 * Makes users 1 to `count` of a list that is measured or looked at: user1@example.com and so on, without events. Those that
 * exist are left as they are.
 *
 * @returns how many were made
 */
export async function fillUsers(db: Pick<Database, 'query'>, count: number): Promise<number> {
  const [before] = await db.query<{ users: number }>('SELECT count(*)::int AS users FROM accounts');
  for (let made = 0; made < count; made += USERS_AT_ONCE) {
    await db.query(INSERT, [made + 1, Math.min(count, made + USERS_AT_ONCE)]);
  }
  await db.query('VACUUM ANALYZE accounts');
  const [after] = await db.query<{ users: number }>('SELECT count(*)::int AS users FROM accounts');
  return (after?.users ?? 0) - (before?.users ?? 0);
}
