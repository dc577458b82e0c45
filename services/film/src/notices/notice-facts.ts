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
};

/** Films by id; one that is gone is left out. */
export async function describe(db: Queryable, filmIds: readonly string[]): Promise<FilmFacts[]> {
  const rows = await db.query<Omit<FilmFacts, 'picture' | 'poster'> & { poster: ImageRow | null }>(
    `SELECT f.id AS film_id, f.film_title, f.created_by AS maker_id, f.poster, f.running_time, f.version,
       ${VISIBLE} AS visible
     FROM films f WHERE f.id = ANY($1::uuid[])`,
    [filmIds],
  );
  return rows.map(({ poster, ...film }) => ({
    ...film,
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
