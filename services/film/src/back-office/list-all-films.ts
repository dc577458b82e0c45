import { cutPage, decodeCursor, encodeCursor, pageSize } from '@marquee/data/paging';
import type { FilmResources } from '../resources.ts';
import { getStudioFilms } from '../studio/studio-film.ts';

type Row = { id: string; created_at: Date };

/** Every film, newest first; `awaitingApproval` leaves those that wait for staff [ADF-01]. */
export async function listAllFilms(
  { db, config }: FilmResources,
  input: {
    pageSize: number;
    cursor: string;
    query: string;
    awaitingApproval: boolean;
    published?: boolean | undefined;
  },
) {
  const query = input.query.trim();
  const size = pageSize(input.pageSize);
  const scope = JSON.stringify(['all-films', query, input.awaitingApproval, input.published ?? null]);
  const key = input.cursor ? decodeCursor<[string, string]>(config.FILM_SECRET, input.cursor, scope) : undefined;
  const rows = await db.query<Row>(
    `SELECT id, created_at FROM films f
     WHERE ($1 = '' OR search_text LIKE '%' || film_like(film_fold($1)) || '%')
       AND ($2 = false OR (published AND NOT is_approved)
         OR EXISTS (SELECT 1 FROM film_assets a WHERE a.film_id = f.id AND a.waiting))
       AND ($3::boolean IS NULL OR published = $3)
       AND ($4::timestamptz IS NULL OR (created_at, id) < ($4, $5::uuid))
     ORDER BY created_at DESC, id DESC LIMIT $6`,
    [query, input.awaitingApproval, input.published ?? null, key?.[0] ?? null, key?.[1] ?? null, size + 1],
  );
  const page = cutPage(rows, size, ({ created_at, id }) =>
    encodeCursor(config.FILM_SECRET, [created_at.toISOString(), id], scope),
  );
  const ids = page.rows.map(({ id }) => id);
  return { films: await getStudioFilms(db, ids), nextCursor: page.nextCursor };
}
