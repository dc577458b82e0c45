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
import * as films from '../films/films.ts';
import { saveFilm } from '../films/save-film.ts';
import type { FilmResources } from '../resources.ts';
import * as assets from './assets.ts';
import * as mediaCopies from './media-copies.ts';
import { imageOf } from './media-facts.ts';
import { projectionOf } from './projection.ts';

type Facts = Partial<mediaCopies.MediaFacts> & Pick<mediaCopies.MediaFacts, 'mediaId' | 'version'>;
const NOTHING_NEW = { transcodeStatus: '', playableVersion: null, durationMs: null, image: null };

/** Keeps film's copy of its assets: whether they play, how long they are, how they look. */
export function mediaEvents(resources: FilmResources) {
  const apply = (tx: Tx, facts: Facts) => keepAndProject(resources, tx, facts);
  return [
    on(TranscodeStartedSchema, (tx, { assetId: mediaId }, { aggregateVersion: version }) =>
      apply(tx, { mediaId, version, transcodeStatus: 'IN_PROGRESS' }),
    ),
    on(TranscodeCompletedSchema, (tx, event, { aggregateVersion: version }) => {
      const { assetId: mediaId, playableVersion, durationMs } = event;
      return apply(tx, { mediaId, version, transcodeStatus: 'COMPLETE', playableVersion, durationMs });
    }),
    on(TranscodeFailedSchema, (tx, { assetId: mediaId }, { aggregateVersion: version }) =>
      apply(tx, { mediaId, version, transcodeStatus: 'ERROR' }),
    ),
    on(TranscodeDeletedSchema, (tx, { assetId: mediaId }, { aggregateVersion: version }) =>
      apply(tx, { mediaId, version, playableVersion: '' }),
    ),
    on(AssetDeletedSchema, (tx, { assetId: mediaId }, { aggregateVersion: version }) =>
      apply(tx, { mediaId, version, playableVersion: '' }),
    ),
    on(ImageReadySchema, (tx, { assetId: mediaId, image }, { aggregateVersion: version }) =>
      apply(tx, { mediaId, version, image: imageOf(mediaId, image) }),
    ),
  ];
}

/** The signals follow once the event has been applied. */
async function keepAndProject(
  { outbox, clock, signals }: FilmResources,
  tx: Tx,
  facts: Facts,
): Promise<(() => void) | undefined> {
  if (!(await mediaCopies.keep(tx, { ...NOTHING_NEW, ...facts }))) return undefined;
  const touched: [topic: string, version: bigint][] = [];
  const write: Parameters<typeof saveFilm>[0] = {
    tx,
    clock,
    emit: (event) => outbox.append(tx, event),
    touch: (topic, { id, version }) => void touched.push([`${topic}:${id}`, version]),
  };
  for (const filmId of await assets.filmsUsing(tx, facts.mediaId)) {
    const film = await films.lock(tx, filmId);
    await saveFilm(write, film, await projectionOf(tx, film), film.updatedBy);
  }
  return () => {
    for (const [topic, version] of touched) signals.publish(topic, version);
  };
}
