import { create } from '@bufbuild/protobuf';
import { FilmAssetBoundSchema } from '@marquee/contracts/events/v1/film_pb';
import type { Tx } from '@marquee/data/database';
import type { Film } from '../../gen/prisma/client.ts';
import type { FilmChanges } from '../films/film-store.ts';
import type { FilmResources } from '../resources.ts';
import { fillSlot, isInUse, keepMedia, listSlots, projectionOf } from './asset-store.ts';
import type { BoundAsset } from './bind-assets.ts';

/**
 * Puts bound assets into the slots of a locked film and gives what changes in the film's row. Of an approved film a
 * replacement waits beside the live asset until staff decide [STU-15].
 */
export async function placeAssets(
  resources: Pick<FilmResources, 'outbox' | 'clock'>,
  tx: Tx,
  film: Film,
  bound: readonly BoundAsset[],
): Promise<FilmChanges> {
  const now = resources.clock.now();
  for (const { kind, facts } of bound) {
    await keepMedia(tx, facts);
    const slot = { filmId: film.id, kind, mediaId: facts.media_id, now };
    const slots = await listSlots(tx, [film.id]);
    const isLiveAlready = slots.some((s) => s.kind === kind && !s.waiting && s.media_id === facts.media_id);
    const replaced: (string | undefined)[] = [];
    if (film.is_approved && !isLiveAlready) {
      replaced.push(await fillSlot(tx, { ...slot, waiting: true }));
    } else {
      // Choosing the live asset again takes the waiting replacement back.
      for (const s of slots) if (s.kind === kind && s.waiting) replaced.push(s.media_id);
      await tx.query('DELETE FROM film_assets WHERE film_id = $1 AND kind = $2 AND waiting', [film.id, kind]);
      replaced.push(await fillSlot(tx, { ...slot, waiting: false }));
    }
    await tellMedia(resources, tx, film.id, facts.media_id, true);
    for (const mediaId of replaced) await letGo(resources, tx, film.id, mediaId);
  }
  return currentProjection(tx, film);
}

/** What the film's row should repeat of its live assets now. */
export async function currentProjection(
  tx: Tx,
  film: Pick<Film, 'id' | 'release_type' | 'running_time'>,
): Promise<FilmChanges> {
  return projectionOf(await listSlots(tx, [film.id]), film.release_type, film.running_time);
}

/** Tells media that the film no longer holds an asset, unless another slot still does. */
export async function letGo(
  resources: Pick<FilmResources, 'outbox'>,
  tx: Tx,
  filmId: string,
  mediaId: string | undefined,
): Promise<void> {
  if (!mediaId || (await isInUse(tx, filmId, mediaId))) return;
  await tellMedia(resources, tx, filmId, mediaId, false);
}

async function tellMedia(
  { outbox }: Pick<FilmResources, 'outbox'>,
  tx: Tx,
  filmId: string,
  mediaId: string,
  bound: boolean,
): Promise<void> {
  const message = create(FilmAssetBoundSchema, { filmId, mediaId, bound });
  // Ordered by media's own key, the asset; the row that numbers them is film's copy of it.
  const [copy] = await tx.query<{ bindings: bigint }>(
    'UPDATE media_copies SET bindings = bindings + 1 WHERE media_id = $1 RETURNING bindings',
    [mediaId],
  );
  await outbox.append(tx, {
    schema: FilmAssetBoundSchema,
    message,
    aggregateType: 'film_asset',
    aggregateId: mediaId,
    aggregateVersion: copy?.bindings ?? 1n,
  });
}
