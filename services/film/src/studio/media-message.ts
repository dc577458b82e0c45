import {
  type Asset,
  type ImageInfo,
  MediaKind,
  TranscodeStatus,
  UploadState,
} from '@marquee/contracts/media/v1/media_pb';
import type { ImageRow } from '../films/film-message.ts';
import type { MediaFacts } from './media-copies.ts';

const STATUS: Record<TranscodeStatus, MediaFacts['transcodeStatus']> = {
  [TranscodeStatus.UNSPECIFIED]: '',
  [TranscodeStatus.IN_PROGRESS]: 'IN_PROGRESS',
  [TranscodeStatus.COMPLETE]: 'COMPLETE',
  [TranscodeStatus.ERROR]: 'ERROR',
};

/** An asset in media, before a film uses it. */
export type DescribedAsset = { id: string; ownerId: string; filmId: string; isVideo: boolean; isReady: boolean };

export function describedAsset({ id, ownerId, filmId, kind, state }: Asset): DescribedAsset {
  return { id, ownerId, filmId, isVideo: kind === MediaKind.VIDEO, isReady: state === UploadState.READY };
}

/** Media's description of an asset, as film keeps it. */
export function factsOf(asset: Asset, playableVersion: string): MediaFacts {
  return {
    mediaId: asset.id,
    version: asset.version,
    transcodeStatus: STATUS[asset.transcode?.status ?? TranscodeStatus.UNSPECIFIED],
    playableVersion,
    durationMs: asset.durationMs,
    image: imageOf(asset.id, asset.image),
    // Media knows it as soon as it has checked the file.
    width: asset.width || null,
    height: asset.height || null,
  };
}

export function imageOf(id: string, image: ImageInfo | undefined): ImageRow | null {
  if (!image) return null;
  const { uri, width, height, widths, thumbhash, focalPoint } = image;
  return {
    ...{ id, uri, width, height, widths, thumbhash },
    ...(focalPoint && { focalPoint: { x: focalPoint.x, y: focalPoint.y } }),
  };
}
