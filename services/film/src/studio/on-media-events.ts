import {
  AssetDeletedSchema,
  ImageReadySchema,
  type ProtectionChanged,
  ProtectionChangedSchema,
  TranscodeCompletedSchema,
  TranscodeDeletedSchema,
  TranscodeFailedSchema,
  TranscodeMovedSchema,
  TranscodeStartedSchema,
} from '@marquee/contracts/events/v1/media_pb';
import { on } from '@marquee/events/consumer';
import * as films from '../films/films.ts';
import { saveFilm } from '../films/save-film.ts';
import * as filmActions from '../moderation/film-actions.ts';
import type { FilmWrite } from '../resources.ts';
import * as assets from './assets.ts';
import * as mediaCopies from './media-copies.ts';
import { imageOf } from './media-message.ts';
import { projectionOf } from './projection.ts';

type Facts = Partial<mediaCopies.MediaFacts> & Pick<mediaCopies.MediaFacts, 'mediaId' | 'version'>;
const NOTHING_NEW = {
  ...{ transcodeStatus: '', playableVersion: null, durationMs: null, image: null },
  ...{ width: null, height: null, protection: null, hasAudioDescription: null },
};

/** Keep film's copy of its assets: whether they play, how long they are, how they look; and what staff did with them. */
export const onMediaEvents = [
  on(TranscodeStartedSchema, (write: FilmWrite, { assetId: mediaId }, { aggregateVersion: version }) =>
    keepAndProject(write, { mediaId, version, transcodeStatus: 'IN_PROGRESS' }),
  ),
  on(TranscodeMovedSchema, async ({ tx, clock }: FilmWrite, { assetId, movedBy: actorId }) => {
    for (const filmId of await assets.filmsUsing(tx, assetId)) {
      const { version } = await films.lock(tx, filmId);
      const changes = [{ field: 'video', before: '', after: assetId }];
      const at = { filmId, version, actorId, createdAt: clock.now() };
      await filmActions.insert(tx, at, [{ kind: 'TRANSCODE_MOVED', changes }]);
    }
  }),
  on(TranscodeCompletedSchema, (write: FilmWrite, event, { aggregateVersion: version }) => {
    const { assetId: mediaId, playableVersion, durationMs, hasAudioDescription } = event;
    const [width, height] = [event.width || null, event.height || null];
    const video = { playableVersion, durationMs, width, height, hasAudioDescription };
    return keepAndProject(write, { mediaId, version, transcodeStatus: 'COMPLETE', ...video });
  }),
  on(TranscodeFailedSchema, (write: FilmWrite, { assetId: mediaId }, { aggregateVersion: version }) =>
    keepAndProject(write, { mediaId, version, transcodeStatus: 'ERROR' }),
  ),
  on(TranscodeDeletedSchema, (write: FilmWrite, { assetId: mediaId }, { aggregateVersion: version }) =>
    keepAndProject(write, { mediaId, version, playableVersion: '' }),
  ),
  on(AssetDeletedSchema, (write: FilmWrite, { assetId: mediaId }, { aggregateVersion: version }) =>
    keepAndProject(write, { mediaId, version, playableVersion: '' }),
  ),
  on(ImageReadySchema, (write: FilmWrite, { assetId: mediaId, image }, { aggregateVersion: version }) =>
    keepAndProject(write, { mediaId, version, image: imageOf(mediaId, image) }),
  ),
  on(ProtectionChangedSchema, (write: FilmWrite, event, { aggregateVersion: version }) => {
    const { assetId: mediaId, status: protection, playableVersion } = event;
    return keepAndProject(write, { mediaId, version, protection, playableVersion, transcodeStatus: stateOf(event) });
  }),
];

/** A video of a protected film is not ready before it is encrypted. */
function stateOf({ status, playableVersion }: ProtectionChanged): string {
  if (playableVersion) return 'COMPLETE';
  return status === 'FAILED' ? 'ERROR' : 'IN_PROGRESS';
}

async function keepAndProject(write: FilmWrite, facts: Facts): Promise<void> {
  const { tx } = write;
  if (!(await mediaCopies.keep(tx, { ...NOTHING_NEW, ...facts }))) return;
  for (const filmId of await assets.filmsUsing(tx, facts.mediaId)) {
    const film = await films.lock(tx, filmId);
    await saveFilm(write, film, await projectionOf(tx, film), film.updatedBy);
  }
}
