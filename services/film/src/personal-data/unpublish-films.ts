import * as films from '../films/films.ts';
import { saveFilm } from '../films/save-film.ts';
import type { FilmWrite } from '../resources.ts';
import * as closingFilms from './closing-films.ts';

/** More published films than an account has. */
const FILMS_MAX = 500;

/** Takes the films of an account out of the feed, and notes which they were. True while some may be left. */
export async function unpublishFilms(write: FilmWrite, accountId: string): Promise<boolean> {
  const ids = await closingFilms.published(write.tx, accountId, FILMS_MAX);
  for (const filmId of ids) {
    const film = await films.lock(write.tx, filmId);
    if (!film.published) continue;
    await saveFilm(write, film, { published: false }, accountId);
    await closingFilms.note(write.tx, filmId, accountId);
  }
  return ids.length === FILMS_MAX;
}

/** Publishes again what closing took out of the feed. */
export async function publishAgain(write: FilmWrite, accountId: string): Promise<void> {
  for (const filmId of await closingFilms.take(write.tx, accountId)) {
    const film = await films.lock(write.tx, filmId);
    if (!film.published) await saveFilm(write, film, { published: true }, accountId);
  }
}
