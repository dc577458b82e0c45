import type { Tx } from '@marquee/data/database';
import { isId } from '@marquee/data/ids';
import type { FilmList as FilmListModel } from '../../gen/prisma/client.ts';
import { type Queryable, VISIBLE } from '../films/films.ts';

/** A list with who made it. */
export type FilmList = FilmListModel & {
  firstName: string | null;
  lastName: string | null;
  profilePicture: string | null;
  filmCount: number;
  hasFilm: boolean;
};

const LIST = (isOwn: string) => `
  SELECT l.id, l.account_id, l.title, l.description, l.ranked, l.is_public, l.created_at, l.updated_at,
    p.first_name, p.last_name, p.profile_picture,
    (SELECT count(*)::int FROM list_films lf JOIN films f ON f.id = lf.film_id
      WHERE lf.list_id = l.id AND (${isOwn} OR (${VISIBLE}))) AS film_count,
    EXISTS (SELECT FROM list_films lf WHERE lf.list_id = l.id AND lf.film_id = $2) AS has_film
  FROM film_lists l LEFT JOIN people p ON p.id = l.account_id`;

/** A list, as its owner or somebody else sees it; without a look at whether they may. */
export async function find(db: Queryable, listId: string, viewerId: string): Promise<FilmList | undefined> {
  if (!isId(listId)) return undefined;
  const text = `${LIST('l.account_id = $3')} WHERE l.id = $1`;
  const values = [listId, null, isId(viewerId) ? viewerId : null];
  const [row] = await db.query<FilmList>({ name: 'lists.find', text, values });
  return row;
}

export async function isOwn(db: Queryable, listId: string, accountId: string): Promise<boolean> {
  if (!isId(listId)) return false;
  const text = 'SELECT FROM film_lists WHERE id = $1 AND account_id = $2';
  return (await db.query({ name: 'lists.is-own', text, values: [listId, accountId] })).length > 0;
}

/** Somebody's own list, locked until the transaction ends. */
export async function lockOwn(
  tx: Tx,
  listId: string,
  accountId: string,
): Promise<Pick<FilmListModel, 'id'> | undefined> {
  if (!isId(listId)) return undefined;
  const text = 'SELECT id FROM film_lists WHERE id = $1 AND account_id = $2 FOR UPDATE';
  const [row] = await tx.query<Pick<FilmListModel, 'id'>>({ name: 'lists.lock', text, values: [listId, accountId] });
  return row;
}

/** Somebody's lists, the last changed first: all of them, or those that everybody may see. */
export async function list(
  db: Queryable,
  { accountId, isOwn, filmId, limit }: { accountId: string; isOwn: boolean; filmId: string; limit: number },
): Promise<FilmList[]> {
  const text = `${LIST('$3')} WHERE l.account_id = $1 AND ($3 OR l.is_public) ORDER BY l.updated_at DESC, l.id DESC LIMIT $4`;
  const values = [accountId, isId(filmId) ? filmId : null, isOwn, limit];
  return db.query<FilmList>({ name: 'lists.list', text, values });
}

export async function count(db: Queryable, accountId: string): Promise<number> {
  const text = 'SELECT count(*)::int AS count FROM film_lists WHERE account_id = $1';
  const [row] = await db.query<{ count: number }>({ name: 'lists.count', text, values: [accountId] });
  return row?.count ?? 0;
}

const INSERT = `
  INSERT INTO film_lists (id, account_id, title, description, ranked, is_public, created_at, updated_at)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $7)`;

export async function insert(tx: Tx, made: Omit<FilmListModel, 'updatedAt'>): Promise<void> {
  const { id, accountId, title, description, ranked, isPublic, createdAt } = made;
  const values = [id, accountId, title, description, ranked, isPublic, createdAt];
  await tx.query({ name: 'lists.insert', text: INSERT, values });
}

const UPDATE = `
  UPDATE film_lists SET title = $3, description = $4, ranked = $5, is_public = $6,
    updated_at = CASE WHEN (title, description, ranked, is_public) IS DISTINCT FROM ($3, $4, $5::boolean, $6::boolean)
      THEN $7 ELSE updated_at END
  WHERE id = $1 AND account_id = $2 RETURNING id`;

/** False when there is no such list of this account. */
export async function update(tx: Tx, changed: Omit<FilmListModel, 'createdAt'>): Promise<boolean> {
  if (!isId(changed.id)) return false;
  const { id, accountId, title, description, ranked, isPublic, updatedAt } = changed;
  const values = [id, accountId, title, description, ranked, isPublic, updatedAt];
  return (await tx.query({ name: 'lists.update', text: UPDATE, values })).length > 0;
}

export async function setUpdated(tx: Tx, listId: string, at: Date): Promise<void> {
  await tx.query('UPDATE film_lists SET updated_at = $2 WHERE id = $1', [listId, at]);
}

export async function remove(tx: Tx, listId: string, accountId: string): Promise<void> {
  if (isId(listId)) await tx.query('DELETE FROM film_lists WHERE id = $1 AND account_id = $2', [listId, accountId]);
}
