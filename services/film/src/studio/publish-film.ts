import type { MessageShape } from '@bufbuild/protobuf';
import { PublishFilmResponseSchema, UnpublishFilmResponseSchema } from '@marquee/contracts/film/v1/studio_pb';
import { requireEditor } from '../films/film-rights.ts';
import { lockFilm } from '../films/film-store.ts';
import { saveFilm } from '../films/save-film.ts';
import { signalFilm, type Write, writeOnce } from '../films/write-once.ts';
import type { FilmResources } from '../resources.ts';
import { publishingChanges, requirePublishable } from './publishing.ts';
import { getStudioFilm } from './studio-film.ts';

/** Publishes a film once nothing is missing; publishing twice changes nothing [STU-01]. */
export async function publishFilm(
  resources: FilmResources,
  write: Write,
  filmId: string,
): Promise<MessageShape<typeof PublishFilmResponseSchema>> {
  return writeOnce(resources, write, PublishFilmResponseSchema, async (tx, afterCommit) => {
    const film = await lockFilm(tx, filmId);
    requireEditor(write.viewer, film);
    await requirePublishable(resources, tx, film);
    if (!film.published) {
      const changes = await publishingChanges(tx, film);
      const saved = await saveFilm(resources, tx, film, changes, write.viewer.accountId);
      afterCommit(() => signalFilm(resources, saved));
    }
    return { film: await getStudioFilm(tx, film.id) };
  });
}

/** Takes a film out of the feed; its approval stays. */
export async function unpublishFilm(
  resources: FilmResources,
  write: Write,
  filmId: string,
): Promise<MessageShape<typeof UnpublishFilmResponseSchema>> {
  return writeOnce(resources, write, UnpublishFilmResponseSchema, async (tx, afterCommit) => {
    const film = await lockFilm(tx, filmId);
    requireEditor(write.viewer, film);
    if (film.published) {
      const saved = await saveFilm(resources, tx, film, { published: false }, write.viewer.accountId);
      afterCommit(() => signalFilm(resources, saved));
    }
    return { film: await getStudioFilm(tx, film.id) };
  });
}
