import { DIRECTORS, type Directed } from '../crew/departments.ts';
import type { ImageRow } from '../films/film-message.ts';
import { type Queryable, VISIBLE } from '../films/films.ts';

/** What a notice or the programme of a festival says of a film. */
export type FilmFacts = {
  filmId: string;
  filmTitle: string;
  makerId: string;
  picture: string;
  poster: ImageRow | undefined;
  /** Seconds; 0 if not known. */
  runningTime: number;
  visible: boolean;
  version: bigint;
  projectType: string;
  country: string;
  directors: { names: string[] };
};

/** Films by id; one that is gone is left out. */
export async function describe(db: Queryable, filmIds: readonly string[]): Promise<FilmFacts[]> {
  const rows = await db.query<
    Omit<FilmFacts, 'picture' | 'poster' | 'directors'> & Directed & { poster: ImageRow | null }
  >(
    `SELECT f.id AS film_id, f.film_title, f.created_by AS maker_id, f.poster, f.running_time, f.version,
       f.project_type, f.country, ${DIRECTORS},
       ${VISIBLE} AS visible
     FROM films f WHERE f.id = ANY($1::uuid[])`,
    [filmIds],
  );
  return rows.map(({ poster, directors, ...film }) => ({
    ...film,
    directors: { names: directors },
    poster: poster ?? undefined,
    picture: poster ? pictureOf(poster) : '',
  }));
}

const PICTURE_WIDTH_MAX = 480;

/** The address of a picture that fits beside a notice. */
function pictureOf({ uri, widths }: ImageRow): string {
  const width = widths.findLast((one) => one <= PICTURE_WIDTH_MAX) ?? widths[0];
  return width === undefined ? '' : `${uri}/${width}.jpg`;
}

/** Ids of whom a visible film credits, its maker left out, after an id. */
export async function credited(
  db: Queryable,
  filmId: string,
  afterId: string | undefined,
  limit: number,
): Promise<{ id: string }[]> {
  return db.query<{ id: string }>(
    `SELECT DISTINCT c.person_id AS id FROM crew c JOIN films f ON f.id = c.film_id
     WHERE c.film_id = $1 AND c.person_id > coalesce($2::uuid, '00000000-0000-0000-0000-000000000000')
       AND c.person_id <> f.created_by AND ${VISIBLE}
     ORDER BY c.person_id LIMIT $3`,
    [filmId, afterId ?? null, limit],
  );
}

/** The maker of each film, every account in its crew, and every account that says of itself that it is. */
export function accountsOf(
  db: Queryable,
  filmIds: readonly string[],
): Promise<{ filmId: string; accountIds: string[] }[]> {
  return db.query<{ filmId: string; accountIds: string[] }>({
    name: 'notice-facts.accounts',
    text: `SELECT f.id AS film_id, array_agg(DISTINCT p.id) AS account_ids
      FROM films f CROSS JOIN LATERAL (
        SELECT f.created_by AS id UNION SELECT c.person_id FROM crew c WHERE c.film_id = f.id AND c.person_id IS NOT NULL
        UNION SELECT k.account_id FROM credit_claims k
          WHERE k.film_id = f.id AND k.state = 'OPEN' AND NOT k.maker_agrees) p
      WHERE f.id = ANY($1::uuid[]) GROUP BY f.id`,
    values: [filmIds],
  });
}
