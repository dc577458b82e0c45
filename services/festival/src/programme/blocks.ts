import type { Tx } from '@marquee/data/database';
import { isId } from '@marquee/data/ids';
import type { Block, BlockFilm } from '../../gen/prisma/client.ts';
import type { Queryable } from '../organizations/organizations.ts';
import { blockFilmNotFound, blockNotFound } from './programme-errors.ts';

export type { Block, BlockFilm };

/** A film in a block, with what is known of the film. */
export type ShownFilm = {
  id: string;
  blockId: string;
  filmId: string;
  filmTitle: string;
  poster: unknown;
  runningTime: number;
  visible: boolean;
  directors: string[];
};
export type ShownBlock = Pick<Block, 'id' | 'name'> & { films: ShownFilm[] };

const IN_ORDER = 'FROM unnest($1::uuid[]) WITH ORDINALITY AS o (id, place)';

/** The blocks of each event, in order, with their films. */
export async function listOf(db: Queryable, eventIds: readonly string[]): Promise<Map<string, ShownBlock[]>> {
  const blocks = await db.query<Block>({
    name: 'blocks.listOf',
    text: 'SELECT id, event_id, name, position FROM blocks WHERE event_id = ANY($1::uuid[]) ORDER BY position, id',
    values: [eventIds],
  });
  const films = await db.query<ShownFilm>({
    name: 'blocks.filmsOf',
    text: `SELECT b.id, b.block_id, b.film_id, f.film_title, f.poster, f.running_time, f.visible,
        coalesce(f.directors, '{}') AS directors
      FROM block_films b JOIN films f ON f.id = b.film_id
      WHERE b.block_id = ANY($1::uuid[]) ORDER BY b.position, b.id`,
    values: [blocks.map(({ id }) => id)],
  });
  const filmsOf = Map.groupBy(films, ({ blockId }) => blockId);
  const shown = blocks.map(({ id, name, eventId }) => ({ id, name, eventId, films: filmsOf.get(id) ?? [] }));
  return Map.groupBy(shown, ({ eventId }) => eventId);
}

/** A block of an event. @throws DomainError NOT_FOUND, BLOCK_NOT_FOUND */
export async function get(tx: Tx, eventId: string, id: string): Promise<Block> {
  const text = 'SELECT id, event_id, name, position FROM blocks WHERE id = $1 AND event_id = $2';
  const [row] = isId(id) ? await tx.query<Block>(text, [id, eventId]) : [];
  if (!row) throw blockNotFound();
  return row;
}

export async function countOf(tx: Tx, eventId: string): Promise<number> {
  const [row] = await tx.query<{ n: number }>('SELECT count(*)::int AS n FROM blocks WHERE event_id = $1', [eventId]);
  return row?.n ?? 0;
}

/** Adds a block after the others of its event, which is locked. */
export async function insert(tx: Tx, { id, eventId, name }: Omit<Block, 'position'>): Promise<void> {
  await tx.query(
    `INSERT INTO blocks (id, event_id, name, position)
     SELECT $1, $2, $3, coalesce(max(position), 0) + 1 FROM blocks WHERE event_id = $2`,
    [id, eventId, name],
  );
}

export async function rename(tx: Tx, id: string, name: string): Promise<void> {
  await tx.query('UPDATE blocks SET name = $2 WHERE id = $1', [id, name]);
}

/** Gives blocks their places, in this order. */
export async function arrange(tx: Tx, ids: readonly string[]): Promise<void> {
  await tx.query(`UPDATE blocks b SET position = o.place ${IN_ORDER} WHERE b.id = o.id`, [ids]);
}

/** Gives films the places in their blocks, in this order. */
export async function arrangeFilms(tx: Tx, ids: readonly string[]): Promise<void> {
  await tx.query(`UPDATE block_films f SET position = o.place ${IN_ORDER} WHERE f.id = o.id`, [ids]);
}

export async function remove(tx: Tx, id: string): Promise<void> {
  await tx.query('DELETE FROM blocks WHERE id = $1', [id]);
}

/** A film in a block of an event. @throws DomainError NOT_FOUND, BLOCK_FILM_NOT_FOUND */
export async function getFilm(tx: Tx, eventId: string, id: string): Promise<BlockFilm> {
  const text = `SELECT f.id, f.block_id, f.film_id, f.position
    FROM block_films f JOIN blocks b ON b.id = f.block_id WHERE f.id = $1 AND b.event_id = $2`;
  const [row] = isId(id) ? await tx.query<BlockFilm>(text, [id, eventId]) : [];
  if (!row) throw blockFilmNotFound();
  return row;
}

/** The films of a block, in order. */
export async function filmIdsOf(tx: Tx, blockId: string): Promise<string[]> {
  const text = 'SELECT film_id FROM block_films WHERE block_id = $1 ORDER BY position, id';
  return (await tx.query<Pick<BlockFilm, 'filmId'>>(text, [blockId])).map(({ filmId }) => filmId);
}

/** Adds a film after the others of its block, whose event is locked. */
export async function insertFilm(tx: Tx, { id, blockId, filmId }: Omit<BlockFilm, 'position'>): Promise<void> {
  await tx.query(
    `INSERT INTO block_films (id, block_id, film_id, position)
     SELECT $1, $2, $3, coalesce(max(position), 0) + 1 FROM block_films WHERE block_id = $2`,
    [id, blockId, filmId],
  );
}

export async function replaceFilm(tx: Tx, id: string, filmId: string): Promise<void> {
  await tx.query('UPDATE block_films SET film_id = $2 WHERE id = $1', [id, filmId]);
}

export async function removeFilm(tx: Tx, id: string): Promise<void> {
  await tx.query('DELETE FROM block_films WHERE id = $1', [id]);
}

/** Whether an event shows a film in one of its blocks. */
export async function isShown(tx: Tx, eventId: string, filmId: string): Promise<boolean> {
  if (!isId(filmId)) return false;
  const text = `SELECT 1 FROM block_films f JOIN blocks b ON b.id = f.block_id
    WHERE b.event_id = $1 AND f.film_id = $2 LIMIT 1`;
  return (await tx.query(text, [eventId, filmId])).length > 0;
}
