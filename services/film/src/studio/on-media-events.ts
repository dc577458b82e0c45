import {
  AssetDeletedSchema,
  ImageReadySchema,
  TranscodeCompletedSchema,
  TranscodeDeletedSchema,
  TranscodeFailedSchema,
  TranscodeStartedSchema,
} from '@marquee/contracts/events/v1/media_pb';
import type { Tx } from '@marquee/data/database';
import { on } from '@marquee/events/consumer';
import { lockFilm } from '../films/film-store.ts';
import { saveFilm } from '../films/save-film.ts';
import { signalFilm } from '../films/write-once.ts';
import type { FilmResources } from '../resources.ts';
import { filmsUsing, keepMedia, type MediaFacts } from './asset-store.ts';
import { currentProjection } from './place-assets.ts';

/** Keeps film's copy of its assets: whether they play, how long they are, how they look. */
export function mediaEvents(resources: FilmResources) {
  const apply = (tx: Tx, facts: Partial<MediaFacts> & Pick<MediaFacts, 'media_id' | 'version'>) =>
    keepAndProject(resources, tx, facts);
  return [
    on(TranscodeStartedSchema, (tx, { assetId }, { aggregateVersion: version }) =>
      apply(tx, { media_id: assetId, version, transcode_status: 'IN_PROGRESS' }),
    ),
    on(TranscodeCompletedSchema, (tx, { assetId, playableVersion, durationMs }, { aggregateVersion: version }) =>
      apply(tx, {
        media_id: assetId,
        version,
        transcode_status: 'COMPLETE',
        playable_version: playableVersion,
        duration_ms: durationMs,
      }),
    ),
    on(TranscodeFailedSchema, (tx, { assetId }, { aggregateVersion: version }) =>
      apply(tx, { media_id: assetId, version, transcode_status: 'ERROR' }),
    ),
    on(TranscodeDeletedSchema, (tx, { assetId }, { aggregateVersion: version }) =>
      apply(tx, { media_id: assetId, version, playable_version: '' }),
    ),
    on(AssetDeletedSchema, (tx, { assetId }, { aggregateVersion: version }) =>
      apply(tx, { media_id: assetId, version, playable_version: '' }),
    ),
    on(ImageReadySchema, (tx, { assetId, image }, { aggregateVersion: version }) =>
      apply(tx, {
        media_id: assetId,
        version,
        image: image
          ? {
              id: assetId,
              uri: image.uri,
              width: image.width,
              height: image.height,
              widths: image.widths,
              thumbhash: image.thumbhash,
            }
          : null,
      }),
    ),
  ];
}

async function keepAndProject(
  resources: FilmResources,
  tx: Tx,
  facts: Partial<MediaFacts> & Pick<MediaFacts, 'media_id' | 'version'>,
): Promise<(() => void) | undefined> {
  const kept = { transcode_status: '', playable_version: null, duration_ms: null, image: null, ...facts };
  if (!(await keepMedia(tx, kept))) return undefined;
  const saved: { id: string; version: bigint }[] = [];
  for (const filmId of await filmsUsing(tx, facts.media_id)) {
    const film = await lockFilm(tx, filmId);
    saved.push(await saveFilm(resources, tx, film, await currentProjection(tx, film), film.updated_by));
  }
  return () => {
    for (const film of saved) signalFilm(resources, film);
  };
}
