// How much somebody likes a film, from 0 to 1: what they said before what they did. Up to two stars says that they do not.

/**
 * SQL that gives (account_id, film_id, weight, liked) of everybody for whom the condition on `account_id` holds. The stars of
 * a review that waits for staff are for what its writer is recommended, not for what others are.
 */
export const signals = (condition: string, { withHeld }: { withHeld: boolean }) => `
  SELECT account_id, film_id,
    CASE WHEN max(stars) IS NOT NULL THEN
      CASE WHEN max(stars) >= 5 THEN 1.0 WHEN max(stars) = 4 THEN 0.8 WHEN max(stars) = 3 THEN 0.3 ELSE 0 END
      ELSE max(weight) END AS weight,
    coalesce(max(stars) >= 4, false) OR (max(stars) IS NULL AND bool_or(is_liked)) AS liked
  FROM (
    SELECT account_id, film_id, rating AS stars, 0 AS weight, false AS is_liked FROM reviews
    WHERE ${condition}${withHeld ? '' : ' AND held_at IS NULL'}
    UNION ALL
    SELECT account_id, film_id, NULL, 0.8, true FROM film_likes WHERE ${condition}
    UNION ALL
    SELECT account_id, film_id, NULL, 0.5, false FROM diary_entries WHERE deleted_at IS NULL AND ${condition}
    UNION ALL
    SELECT account_id, film_id, NULL, 0.5, false FROM progress WHERE finished AND ${condition}
  ) s
  GROUP BY account_id, film_id`;
