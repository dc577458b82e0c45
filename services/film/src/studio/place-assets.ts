import type { Film, FilmChanges } from '../films/films.ts';
import type { FilmWrite } from '../resources.ts';
import { filmAssetBound } from './asset-events.ts';
import * as assets from './assets.ts';
import type { BoundAsset } from './bind-assets.ts';
import * as mediaCopies from './media-copies.ts';
import { projectionOf } from './projection.ts';

/**
 * Puts bound assets into the slots of a locked film and gives what changes in the film's row. Of an approved film a
 * replacement waits beside the live asset until staff decide [STU-15].
 */
export async function placeAssets(write: FilmWrite, film: Film, bound: readonly BoundAsset[]): Promise<FilmChanges> {
  const { tx, clock } = write;
  for (const { kind, facts } of bound) {
    await mediaCopies.keep(tx, facts);
    const { mediaId } = facts;
    const held = (await assets.list(tx, [film.id])).filter((asset) => asset.kind === kind);
    const isLiveAlready = held.some((asset) => !asset.waiting && asset.mediaId === mediaId);
    const replaced: (string | undefined)[] = [];
    if (film.isApproved && !isLiveAlready) {
      replaced.push(await assets.place(tx, { filmId: film.id, kind, waiting: true }, mediaId, clock.now()));
    } else {
      // Choosing the live asset again takes the waiting replacement back.
      replaced.push(await assets.take(tx, { filmId: film.id, kind, waiting: true }));
      replaced.push(await assets.place(tx, { filmId: film.id, kind, waiting: false }, mediaId, clock.now()));
    }
    await emitBinding(write, film.id, mediaId, true);
    for (const gone of replaced) await releaseAsset(write, film.id, gone);
  }
  return projectionOf(tx, film);
}

/** Tells media that the film no longer holds an asset, unless another slot of it still does. */
export async function releaseAsset(
  write: Pick<FilmWrite, 'tx' | 'emit'>,
  filmId: string,
  mediaId: string | undefined,
): Promise<void> {
  if (!mediaId || (await assets.isUsedBy(write.tx, filmId, mediaId))) return;
  await emitBinding(write, filmId, mediaId, false);
}

async function emitBinding(
  { tx, emit }: Pick<FilmWrite, 'tx' | 'emit'>,
  filmId: string,
  mediaId: string,
  bound: boolean,
): Promise<void> {
  await emit(filmAssetBound({ filmId, mediaId, bound, version: await mediaCopies.nextBinding(tx, mediaId) }));
}
