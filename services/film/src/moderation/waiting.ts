import type { Film } from '../films/films.ts';
import type { Asset } from '../studio/assets.ts';

/**
 * Films that wait for staff, as (id, since): published and not approved, or with a replacement in a slot, and nothing is
 * asked of their makers. The same as `waitingSince`.
 */
export const WAITING = `
  SELECT id, coalesce(submitted_at, updated_at) AS since FROM films
  WHERE published AND NOT is_approved AND change_state <> 'REQUESTED'
  UNION ALL
  SELECT w.id, CASE WHEN w.change_state = 'ANSWERED' THEN coalesce(w.submitted_at, min(a.added_at)) ELSE min(a.added_at) END
  FROM film_assets a JOIN films w ON w.id = a.film_id
  WHERE a.waiting AND NOT (w.published AND NOT w.is_approved) AND w.change_state <> 'REQUESTED'
  GROUP BY w.id`;

/** Since when a film waits for staff; undefined while it does not. */
export function waitingSince(
  film: Pick<Film, 'published' | 'isApproved' | 'changeState' | 'submittedAt' | 'updatedAt'>,
  assets: readonly Pick<Asset, 'waiting' | 'addedAt'>[],
): Date | undefined {
  if (film.changeState === 'REQUESTED') return undefined;
  if (film.published && !film.isApproved) return film.submittedAt ?? film.updatedAt;
  const replacements = assets.filter(({ waiting }) => waiting).map(({ addedAt }) => addedAt);
  if (replacements.length === 0) return undefined;
  const first = new Date(Math.min(...replacements.map(Number)));
  return film.changeState === 'ANSWERED' ? (film.submittedAt ?? first) : first;
}
