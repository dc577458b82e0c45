import type { Tx } from '@marquee/data/database';
import type { Screening as ScreeningRow } from '../../gen/prisma/client.ts';

/** What an event shows, and when. */
export type Screening = ScreeningRow & { filmIds: readonly string[] };

const KEEP = `
  INSERT INTO screenings AS s (id, version, open, starts_at, ends_at, pre_roll_uri, pre_roll_seconds)
  VALUES ($1, $2, $3, $4, $5, $6, $7)
  ON CONFLICT (id) DO UPDATE SET version = excluded.version, open = excluded.open, starts_at = excluded.starts_at,
    ends_at = excluded.ends_at, pre_roll_uri = excluded.pre_roll_uri, pre_roll_seconds = excluded.pre_roll_seconds
  WHERE s.version < excluded.version
  RETURNING 1`;

/** Keeps what an event shows, unless the same or a newer version of it is known; true when it was kept. */
export async function keep(tx: Tx, screening: Screening): Promise<boolean> {
  const { id, version, open, startsAt, endsAt, preRollUri, preRollSeconds, filmIds } = screening;
  const values = [id, version, open, startsAt, endsAt, preRollUri, preRollSeconds];
  if ((await tx.query({ name: 'screenings.keep', text: KEEP, values })).length === 0) return false;
  await tx.query({
    name: 'screenings.drop-films',
    text: 'DELETE FROM screening_films WHERE screening_id = $1 AND film_id <> ALL($2::uuid[])',
    values: [id, filmIds],
  });
  await tx.query({
    name: 'screenings.add-films',
    text: `INSERT INTO screening_films (screening_id, film_id) SELECT $1, unnest($2::uuid[]) ON CONFLICT DO NOTHING`,
    values: [id, filmIds],
  });
  return true;
}

/** Selects every event that is kept, with its version. */
export const KEPT = 'SELECT id, version FROM screenings';

/** Closes an event that festival no longer has; true when it was open. The row stays, for a late older event. */
export async function forget(tx: Tx, { id, version }: Pick<Screening, 'id' | 'version'>): Promise<boolean> {
  const text = 'UPDATE screenings SET open = false WHERE id = $1 AND version = $2 AND open RETURNING 1';
  return (await tx.query({ name: 'screenings.forget', text, values: [id, version] })).length > 0;
}
