import { create } from '@bufbuild/protobuf';
import { FilmRemovedSchema } from '@marquee/contracts/events/v1/film_pb';
import { DeleteFilmResponseSchema } from '@marquee/contracts/film/v1/studio_pb';
import type { Tx } from '@marquee/data/database';
import type { Film } from '../../gen/prisma/client.ts';
import { requireEditor } from '../films/film-rights.ts';
import { deleteFilm as deleteRows, lockFilm } from '../films/film-store.ts';
import { signalFilm, type Write, writeOnce } from '../films/write-once.ts';
import type { FilmResources } from '../resources.ts';
import { listSlots } from './asset-store.ts';
import { letGo } from './place-assets.ts';

/** Removes a film of the viewer's, with all that hangs on it. */
export async function deleteFilm(resources: FilmResources, write: Write, filmId: string): Promise<void> {
  await writeOnce(resources, write, DeleteFilmResponseSchema, async (tx, afterCommit) => {
    const film = await lockFilm(tx, filmId);
    requireEditor(write.viewer, film);
    await removeFilm(resources, tx, film);
    afterCommit(() => signalFilm(resources, { id: film.id, version: film.version + 1n }));
    return {};
  });
}

/** Deletes a locked film and lets go of its assets. */
export async function removeFilm(resources: FilmResources, tx: Tx, film: Film): Promise<void> {
  const slots = await listSlots(tx, [film.id]);
  await deleteRows(tx, film.id);
  for (const mediaId of new Set(slots.map(({ media_id }) => media_id))) await letGo(resources, tx, film.id, mediaId);
  await resources.outbox.append(tx, {
    schema: FilmRemovedSchema,
    message: create(FilmRemovedSchema, { filmId: film.id }),
    aggregateType: 'film',
    aggregateId: film.id,
    aggregateVersion: film.version + 1n,
  });
}
