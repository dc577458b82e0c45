import type { MessageShape } from '@bufbuild/protobuf';
import { RemoveFilmAssetResponseSchema, SetFilmAssetResponseSchema } from '@marquee/contracts/film/v1/studio_pb';
import type { AssetKindName } from '@marquee/rules/film-types';
import { requireEditor } from '../films/film-rights.ts';
import { lockFilm } from '../films/film-store.ts';
import { saveFilm } from '../films/save-film.ts';
import { signalFilm, type Write, writeOnce } from '../films/write-once.ts';
import type { FilmResources } from '../resources.ts';
import { assetLive } from './asset-errors.ts';
import { emptySlot } from './asset-store.ts';
import { type AssetChoice, bindAssets, releaseInVain } from './bind-assets.ts';
import { currentProjection, letGo, placeAssets } from './place-assets.ts';
import { requireReplaceable } from './publishing.ts';
import { getStudioFilm } from './studio-film.ts';

/** Puts an uploaded picture or video into a slot; of an approved film it waits for staff [STU-05, STU-15]. */
export async function setFilmAsset(
  resources: FilmResources,
  write: Write,
  { filmId, ...choice }: AssetChoice & { filmId: string },
): Promise<MessageShape<typeof SetFilmAssetResponseSchema>> {
  const bound = await bindAssets(resources, write.viewer, filmId, [choice]);
  try {
    return await writeOnce(resources, write, SetFilmAssetResponseSchema, async (tx, afterCommit) => {
      const film = await lockFilm(tx, filmId);
      requireEditor(write.viewer, film);
      const changes = await placeAssets(resources, tx, film, bound);
      if (film.published) await requireReplaceable(resources, tx, { ...film, ...changes }, bound);
      const saved = await saveFilm(resources, tx, film, changes, write.viewer.accountId);
      afterCommit(() => signalFilm(resources, saved));
      return { film: await getStudioFilm(tx, film.id) };
    });
  } catch (error) {
    await releaseInVain(resources, bound);
    throw error;
  }
}

/** Takes back a waiting replacement, or empties the slot of a film that is not published. */
export async function removeFilmAsset(
  resources: FilmResources,
  write: Write,
  { filmId, kind }: { filmId: string; kind: AssetKindName },
): Promise<MessageShape<typeof RemoveFilmAssetResponseSchema>> {
  return writeOnce(resources, write, RemoveFilmAssetResponseSchema, async (tx, afterCommit) => {
    const film = await lockFilm(tx, filmId);
    requireEditor(write.viewer, film);
    const slot = { filmId: film.id, kind };
    let removed = await emptySlot(tx, { ...slot, waiting: true });
    if (!removed) {
      if (film.published) throw assetLive();
      removed = await emptySlot(tx, { ...slot, waiting: false });
    }
    if (removed) {
      await letGo(resources, tx, film.id, removed);
      const changes = await currentProjection(tx, film);
      const saved = await saveFilm(resources, tx, film, changes, write.viewer.accountId);
      afterCommit(() => signalFilm(resources, saved));
    }
    return { film: await getStudioFilm(tx, film.id) };
  });
}
