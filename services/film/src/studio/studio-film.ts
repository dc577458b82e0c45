import { missingAssets } from '@marquee/rules/film-state';
import type { AssetKindName, ReleaseTypeName } from '@marquee/rules/film-types';
import { filmNotFound } from '../films/film-errors.ts';
import * as films from '../films/films.ts';
import * as assets from './assets.ts';

/** A film as its maker and staff see it. */
export type StudioFilm = { film: films.FilmPage; assets: assets.Asset[] };

/** In the order of the ids. */
export async function getStudioFilms(db: films.Queryable, filmIds: readonly string[]): Promise<StudioFilm[]> {
  const pages = await films.pages(db, filmIds);
  const held = Map.groupBy(await assets.list(db, filmIds), ({ filmId }) => filmId);
  return pages.map((film) => ({ film, assets: held.get(film.id) ?? [] }));
}

/** @throws DomainError NOT_FOUND, FILM_NOT_FOUND */
export async function getStudioFilm(db: films.Queryable, filmId: string): Promise<StudioFilm> {
  const [film] = await getStudioFilms(db, [filmId]);
  if (!film) throw filmNotFound();
  return film;
}

/** The slots that publishing needs and that nothing live fills. */
export function emptySlots(
  { releaseType }: Pick<films.Film, 'releaseType'>,
  held: readonly assets.Asset[],
): AssetKindName[] {
  const filled = held.filter(({ waiting }) => !waiting).map(({ kind }) => kind);
  return missingAssets(releaseType as ReleaseTypeName, filled);
}
