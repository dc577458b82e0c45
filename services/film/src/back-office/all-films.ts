import { foundByWords, type Queryable, wordsOf } from '../films/films.ts';
import { WAITING } from '../moderation/waiting.ts';

/** What all films may be sorted by. */
export const SORTS = ['ADDED', 'TITLE', 'MAKER', 'RELEASE_TYPE', 'VISIBILITY', 'WAITING'] as const;
export type Sort = (typeof SORTS)[number];

type SortColumn = { by: string; type: 'text' | 'timestamptz' | 'boolean' };

const COLUMNS: Record<Sort, SortColumn> = {
  ADDED: { by: 'f.created_at', type: 'timestamptz' },
  TITLE: { by: 'f.sort_title', type: 'text' },
  MAKER: { by: "film_fold(coalesce(trim(p.first_name || ' ' || p.last_name), ''))", type: 'text' },
  RELEASE_TYPE: { by: 'f.release_type', type: 'text' },
  VISIBILITY: { by: 'f.published', type: 'boolean' },
  WAITING: { by: 'w.since', type: 'timestamptz' },
};

/** The place of a film in a list: what it is sorted by, as the database writes it, and its id. */
export type PlaceKey = [value: string, id: string];
type Listed = { id: string; place: string };
export const placeKey = ({ id, place }: Listed): PlaceKey => [place, id];

type List = {
  query: string;
  /** Only films that wait for staff. */
  awaitingApproval: boolean;
  published?: boolean | undefined;
  sort: Sort;
  descending: boolean;
  after: PlaceKey | undefined;
  limit: number;
};

/** All films, in that order; those of the same place by id. */
export async function list(db: Queryable, { sort, descending, after, ...of }: List): Promise<Listed[]> {
  const { by, type } = COLUMNS[sort];
  const [direction, further] = descending ? ['DESC', '<'] : ['ASC', '>'];
  const waiting = of.awaitingApproval || sort === 'WAITING';
  return db.query<Listed>({
    name: `all-films.${sort}.${direction}.${waiting}`,
    text: `SELECT f.id, (${by})::text AS place FROM films f
      ${sort === 'MAKER' ? 'LEFT JOIN people p ON p.id = f.created_by' : ''}
      ${waiting ? `JOIN (${WAITING}) w ON w.id = f.id` : ''}
      WHERE ($1::text IS NULL OR f.id IN (${foundByWords('$1')}))
        AND ($2::boolean IS NULL OR f.published = $2)
        AND ($3::text IS NULL OR (${by}, f.id) ${further} ($3::${type}, $4::uuid))
      ORDER BY ${by} ${direction}, f.id ${direction} LIMIT $5`,
    values: [wordsOf(of), of.published ?? null, ...(after ?? [null, null]), of.limit],
  });
}
