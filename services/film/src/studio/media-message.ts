import {
  type Asset,
  type ImageInfo,
  MediaKind,
  ProtectionStatus,
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

const PROTECTION: Record<ProtectionStatus, string> = {
  [ProtectionStatus.UNSPECIFIED]: '',
  [ProtectionStatus.IN_PROGRESS]: 'IN_PROGRESS',
  [ProtectionStatus.COMPLETED]: 'COMPLETED',
  [ProtectionStatus.FAILED]: 'FAILED',
};

/** A video that is made but does not play waits to be encrypted. */
function transcodeStatusOf({ transcode, protection }: Asset, playableVersion: string): string {
  const status = STATUS[transcode?.status ?? TranscodeStatus.UNSPECIFIED];
  if (status !== 'COMPLETE' || playableVersion) return status;
  return protection?.status === ProtectionStatus.FAILED ? 'ERROR' : 'IN_PROGRESS';
}

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
    transcodeStatus: transcodeStatusOf(asset, playableVersion),
    protection: PROTECTION[asset.protection?.status ?? ProtectionStatus.UNSPECIFIED],
    playableVersion,
    durationMs: asset.durationMs,
    image: imageOf(asset.id, asset.image),
    // Media knows it as soon as it has checked the file.
    width: asset.width || null,
    height: asset.height || null,
    hasAudioDescription:
      asset.transcode?.status === TranscodeStatus.COMPLETE
        ? asset.audioTracks.some(({ isDescription }) => isDescription)
        : null,
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
