import type { AccountViewer } from '@marquee/runtime/viewer';
import { filmRemoved } from '../films/film-events.ts';
import { requireEditor } from '../films/film-rights.ts';
import * as films from '../films/films.ts';
import * as filmActions from '../moderation/film-actions.ts';
import type { FilmWrite } from '../resources.ts';
import * as assets from './assets.ts';
import { releaseAsset } from './place-assets.ts';

/** Deletes a film with all that belongs to it; for its creator and staff. */
export async function deleteFilm(
  write: FilmWrite,
  viewer: AccountViewer,
  { filmId }: { filmId: string },
): Promise<void> {
  const { tx, clock, emit, touch } = write;
  const film = await films.lock(tx, filmId);
  requireEditor(viewer, film);
  const held = await assets.list(tx, [film.id]);
  const removal = { filmId: film.id, version: film.version + 1n, actorId: viewer.accountId, createdAt: clock.now() };
  await filmActions.insert(tx, removal, [{ kind: 'REMOVED', changes: [titleOf(film)] }]);
  await films.remove(tx, film.id);
  for (const mediaId of new Set(held.map((asset) => asset.mediaId))) await releaseAsset(write, film.id, mediaId);
  const removed = { id: film.id, version: film.version + 1n };
  await emit(filmRemoved(removed));
  touch('film', removed);
}

/** The history outlives the film: it says which one it was. */
const titleOf = ({ filmTitle }: films.Film): filmActions.FieldChange => ({
  ...{ field: 'filmTitle', before: filmTitle, after: '' },
});
