import { foundByWords, type Queryable, wordsOf } from '../films/films.ts';
import { MEAN_RATING, NUMBERS_FROM, VIEWS } from '../statistics/stats.ts';

export const MY_FILMS_SORTS = ['ADDED', 'TITLE', 'VIEWS', 'RATING'] as const;
type MyFilmsSort = (typeof MY_FILMS_SORTS)[number];

/** The sort value of the last film of a page, as the text that PostgreSQL gave, and its id. */
export type MyFilmKey = [value: string, id: string];
type ListedFilm = { id: string; sortValue: string };

// Figures are read with what is not summed yet, only of one maker's films.
const SORTS: Record<MyFilmsSort, { value: string; type: string; from: string }> = {
  ADDED: { value: 'f.created_at', type: 'timestamptz', from: '' },
  TITLE: { value: 'f.sort_title', type: 'text', from: '' },
  VIEWS: { value: VIEWS, type: 'numeric', from: NUMBERS_FROM },
  RATING: { value: MEAN_RATING, type: 'float8', from: NUMBERS_FROM },
};

type MyFilmsList = {
  accountId: string;
  query: string;
  sort: MyFilmsSort;
  ascending: boolean;
  after: MyFilmKey | undefined;
  limit: number;
};

/** A maker's films by search and order. */
export async function list(db: Queryable, { sort, ascending, ...list }: MyFilmsList): Promise<ListedFilm[]> {
  const { value, type, from } = SORTS[sort];
  const [direction, behind] = ascending ? ['ASC', '>'] : ['DESC', '<'];
  return db.query<ListedFilm>(
    `SELECT f.id, (${value})::text AS sort_value FROM films f ${from}
     WHERE f.created_by = $1
       AND ($2::text IS NULL OR f.id IN (${foundByWords('$2')}))
       AND ($3::text IS NULL OR (${value}, f.id) ${behind} ($3::text::${type}, $4::uuid))
     ORDER BY ${value} ${direction}, f.id ${direction} LIMIT $5`,
    [list.accountId, wordsOf(list), ...(list.after ?? [null, null]), list.limit],
  );
}
