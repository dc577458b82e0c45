import type { Tx } from '@marquee/data/database';
import { resolutionOf } from '@marquee/rules/film-state';
import type { AssetKindName } from '@marquee/rules/film-types';
import type { VideoProblem } from '../films/film-errors.ts';
import type { ImageRow } from '../films/film-message.ts';
import type { Film, FilmChanges } from '../films/films.ts';
import * as assets from './assets.ts';

type Projected = Pick<
  Film,
  'id' | 'releaseType' | 'runningTime' | 'resolution' | 'trailerThumbnail' | 'drmEncodingStatus'
>;

/** What the film's row repeats of its live assets, so that a page reads one row. */
export async function projectionOf(
  tx: Tx,
  { id, releaseType, runningTime, resolution, trailerThumbnail, drmEncodingStatus }: Projected,
): Promise<FilmChanges> {
  const held = await assets.list(tx, [id]);
  const live = (kind: AssetKindName) => held.find((asset) => asset.kind === kind && !asset.waiting);
  const film = live('FILM_VIDEO');
  const trailer = live('TRAILER_VIDEO');
  // A film of the type Trailer is its trailer.
  const video = releaseType === 'TRAILER' ? trailer : film;
  const { durationMs = 0, width = 0, height = 0 } = video ?? {};
  return {
    poster: live('POSTER_IMAGE')?.image ?? null,
    trailerThumbnail: withOwnFocus(live('TRAILER_IMAGE')?.image ?? null, trailerThumbnail),
    filmMediaId: film?.mediaId ?? null,
    filmReady: Boolean(film?.playableVersion),
    // Without a video it says what the next one will be.
    drmEncodingStatus: film?.protection ?? drmEncodingStatus,
    trailerMediaId: trailer?.mediaId ?? null,
    trailerReady: Boolean(trailer?.playableVersion),
    resolution: width > 0 && height > 0 ? resolutionOf(width, height) : resolution,
    hasAudioDescription: video?.hasAudioDescription ?? false,
    runningTime: durationMs > 0 ? Math.round(durationMs / 1000) : runningTime,
  };
}

/** The maker's focal point stays with its picture; another picture has the one that media found. */
function withOwnFocus(image: unknown, before: unknown): FilmChanges['trailerThumbnail'] {
  const [next, known] = [image as ImageRow | null, before as ImageRow | null];
  return next && known?.id === next.id && known.focalPoint ? { ...next, focalPoint: known.focalPoint } : next;
}

/** Why a video does not play; undefined when it does. */
export function problemOf(video: Pick<assets.Asset, 'transcodeStatus' | 'playableVersion'>): VideoProblem | undefined {
  if (video.playableVersion) return undefined;
  if (video.transcodeStatus === 'ERROR') return 'VIDEO_FAILED';
  return video.transcodeStatus === 'IN_PROGRESS' ? 'VIDEO_NOT_READY' : 'VIDEO_NOT_TRANSCODED';
}
