import { DecideAssetReplacementResponseSchema } from '@marquee/contracts/film/v1/back_office_pb';
import type { AssetKindName } from '@marquee/rules/film-types';
import { lockFilm } from '../films/film-store.ts';
import { saveFilm } from '../films/save-film.ts';
import { signalFilm, type Write, writeOnce } from '../films/write-once.ts';
import type { FilmResources } from '../resources.ts';
import { nothingWaiting, replacementUnplayable } from '../studio/asset-errors.ts';
import { emptySlot, fillSlot, listSlots, problemOf } from '../studio/asset-store.ts';
import { currentProjection, letGo } from '../studio/place-assets.ts';
import { getStudioFilm } from '../studio/studio-film.ts';

/** Lets a waiting replacement go live, or turns it down; until then the approved asset plays [STU-15]. */
export async function decideReplacement(
  resources: FilmResources,
  write: Write,
  { filmId, kind, approve }: { filmId: string; kind: AssetKindName; approve: boolean },
) {
  return writeOnce(resources, write, DecideAssetReplacementResponseSchema, async (tx, afterCommit) => {
    const film = await lockFilm(tx, filmId);
    const slots = await listSlots(tx, [film.id]);
    const replacement = slots.find((slot) => slot.kind === kind && slot.waiting);
    if (!replacement) throw nothingWaiting();
    const problem = approve && kind.endsWith('_VIDEO') ? problemOf(replacement) : undefined;
    if (problem) throw replacementUnplayable(problem);

    await emptySlot(tx, { filmId: film.id, kind, waiting: true });
    let gone: string | undefined = replacement.media_id;
    if (approve) {
      const slot = { filmId: film.id, kind, waiting: false, mediaId: replacement.media_id };
      gone = await fillSlot(tx, { ...slot, now: resources.clock.now() });
    }
    await letGo(resources, tx, film.id, gone);
    const changes = await currentProjection(tx, film);
    const saved = await saveFilm(resources, tx, film, changes, write.viewer.accountId);
    afterCommit(() => signalFilm(resources, saved));
    return { film: await getStudioFilm(tx, film.id) };
  });
}
