import type { MessageInitShape } from '@bufbuild/protobuf';
import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import {
  type AssetSchema,
  type ImageInfoSchema,
  MediaKind,
  type ProtectionSchema,
  ProtectionStatus,
  TextTrackKind,
  type TextTrackSchema,
  type TranscodeSchema,
  TranscodeStatus,
  UploadState,
} from '@marquee/contracts/media/v1/media_pb';
import {
  PICTURE_WIDTHS_ALL,
  SOURCE_NOTES,
  type SourceNote,
  UPLOAD_REFUSALS,
  type UploadRefusal,
} from '@marquee/rules/media';
import { z } from 'zod';
import type { TextTrack } from '../../gen/prisma/client.ts';
import type { KeptPicture } from '../pictures/keep-picture.ts';
import { PROTECTION_ERRORS, type ProtectionErrorReason } from '../protection/protection-errors.ts';
import { sealedKeysSchema } from '../protection/sealed-keys.ts';
import { qualityMessage } from '../quality/quality-message.ts';
import { textTrackFile } from '../text-tracks/text-track-file.ts';
import { HLS_MANIFEST } from '../transcode/package-cmaf.ts';
import { TRANSCODE_ERRORS, type TranscodeErrorReason } from '../transcode-queue/transcode-errors.ts';
import type { WholeAsset } from './assets.ts';
import { isPlayable } from './is-playable.ts';
import type { ListedAsset } from './list-uploads.ts';

export const UPLOAD_STATES: Record<string, UploadState> = {
  UPLOADING: UploadState.UPLOADING,
  CHECKING: UploadState.CHECKING,
  READY: UploadState.READY,
  REFUSED: UploadState.REFUSED,
};

const storedRenditions = z.array(
  z.object({ width: z.number(), height: z.number(), bandwidth: z.number(), codecs: z.string() }),
);
// What was made before descriptions were known has none.
export const storedAudio = z.array(
  z.object({
    ...{ language: z.string(), label: z.string(), channels: z.number() },
    isDescription: z.boolean().default(false),
  }),
);

const storedSource = z
  .object({ notes: z.array(z.enum(Object.keys(SOURCE_NOTES) as SourceNote[])).default([]) })
  .nullable();

/** An asset as a message. `received` is used for an open upload only, `placeInLine` for a transcode that waits. */
export function assetMessage(
  asset: WholeAsset,
  { received = 0, placeInLine }: { received?: number; placeInLine?: number | undefined } = {},
): MessageInitShape<typeof AssetSchema> {
  const { currentTranscode: transcode, pictures } = asset;
  const isComplete = transcode?.status === 'COMPLETE';
  const posters = isComplete ? transcode.posterIds : [];
  const picture = pictures.find(({ id }) => id === asset.pictureId);
  return {
    id: asset.id,
    kind: asset.kind === 'VIDEO' ? MediaKind.VIDEO : MediaKind.IMAGE,
    fileName: asset.fileName,
    sizeBytes: asset.sizeBytes,
    receivedBytes: asset.state === 'UPLOADING' ? BigInt(received) : asset.sizeBytes,
    state: UPLOAD_STATES[asset.state],
    refusedReason: asset.refusedReason ?? '',
    refusedMessage: asset.refusedReason ? UPLOAD_REFUSALS[asset.refusedReason as UploadRefusal] : '',
    filmId: asset.boundFilmId ?? asset.filmId ?? '',
    slot: asset.slot,
    durationMs: asset.durationMs ?? 0,
    width: asset.width ?? 0,
    height: asset.height ?? 0,
    transcode: transcodeMessage(transcode, placeInLine),
    renditions: isComplete ? storedRenditions.parse(transcode.renditions) : [],
    audioTracks: soundsOf(asset),
    posterCandidates: posters.flatMap((id, index) => {
      const found = pictures.find((candidate) => candidate.id === id);
      return found ? [{ index, image: imageMessage(found) }] : [];
    }),
    image: picture && imageMessage(picture),
    createdAt: timestampFromDate(asset.createdAt),
    version: asset.version,
    uploadUrl: asset.state === 'UPLOADING' ? `/uploads/${asset.id}` : '',
    ownerId: asset.ownerId,
    protection: protectionMessage(asset),
    quality: qualityMessage(asset),
    notes: storedSource.parse(asset.source)?.notes.map((note) => SOURCE_NOTES[note]),
    textTracks: asset.textTracks.map((track) => {
      const { fileName, cueCount, firstCueMs, endMs } = track;
      return { ...textTrackMessage(track), fileName, cueCount, firstCueMs, endMs };
    }),
  };
}

/** The sound tracks of what was made of a video; none before. */
export const soundsOf = ({ currentTranscode: transcode }: Pick<WholeAsset, 'currentTranscode'>) =>
  transcode?.status === 'COMPLETE' ? storedAudio.parse(transcode.audioTracks) : [];

/** Subtitles or captions as viewers see them. */
export function textTrackMessage({
  id,
  language,
  kind,
  isDefault,
}: TextTrack): MessageInitShape<typeof TextTrackSchema> {
  const kinds = kind === 'CAPTIONS' ? TextTrackKind.CAPTIONS : TextTrackKind.SUBTITLES;
  return { id, language, kind: kinds, isDefault, file: textTrackFile(id) };
}

export const listedAssetMessage = (listed: ListedAsset) => ({ asset: assetMessage(listed.asset, listed) });

export const listedAssetsMessage = ({ assets, nextCursor }: { assets: ListedAsset[]; nextCursor: string }) => ({
  assets: assets.map((listed) => assetMessage(listed.asset, listed)),
  nextCursor,
});

/** The asset after a write. The received bytes of an open upload are not looked up. */
export const changedAssetMessage = (asset: WholeAsset) => ({ asset: assetMessage(asset) });

/** The asset for film. */
export const describedAssetMessage = (asset: WholeAsset) => ({
  asset: assetMessage(asset),
  playableVersion: playableVersion(asset),
});

/** A cancelled or deleted transcode has the status of none. */
function transcodeMessage(
  transcode: WholeAsset['currentTranscode'],
  placeInLine?: number,
): MessageInitShape<typeof TranscodeSchema> {
  if (!transcode) return {};
  const { status, progressPercent, completedAt, errorReason } = transcode;
  if (status === 'WAITING' || status === 'RUNNING') {
    return { status: TranscodeStatus.IN_PROGRESS, progressPercent, waiting: status === 'WAITING', placeInLine };
  }
  const completed = completedAt ? timestampFromDate(completedAt) : undefined;
  if (status === 'COMPLETE') {
    return { status: TranscodeStatus.COMPLETE, progressPercent: 100, completedAt: completed, uri: HLS_MANIFEST };
  }
  if (status !== 'ERROR') return {};
  const reason = (errorReason ?? 'TRANSCODE_FAILED') as TranscodeErrorReason;
  return {
    status: TranscodeStatus.ERROR,
    completedAt: completed,
    errorReason: reason,
    errorMessage: TRANSCODE_ERRORS[reason],
  };
}

/** A picture in all its sizes: '/<width>.<avif|webp|jpg>' is appended to its uri. */
export function imageMessage(picture: KeptPicture): MessageInitShape<typeof ImageInfoSchema> {
  const widths = PICTURE_WIDTHS_ALL.filter((width) => width <= picture.width);
  return {
    uri: `/media/images/${picture.id}`,
    width: picture.width,
    height: picture.height,
    widths: widths.length > 0 ? widths : [PICTURE_WIDTHS_ALL[0]],
    thumbhash: picture.thumbhash,
    ...(picture.focalX !== null && picture.focalY !== null && { focalPoint: { x: picture.focalX, y: picture.focalY } }),
  };
}

/** The version that can be played; '' when there is none. */
export function playableVersion(asset: WholeAsset): string {
  const version = asset.currentTranscode;
  return version && isPlayable(asset, version) ? version.id : '';
}

const PROTECTION_STATUS: Record<string, ProtectionStatus> = {
  IN_PROGRESS: ProtectionStatus.IN_PROGRESS,
  COMPLETED: ProtectionStatus.COMPLETED,
  FAILED: ProtectionStatus.FAILED,
};
const STEP_STATUS: Record<string, ProtectionStatus> = {
  ...PROTECTION_STATUS,
  WAITING: ProtectionStatus.IN_PROGRESS,
  RUNNING: ProtectionStatus.IN_PROGRESS,
};

/** Whether the renditions are encrypted, and what was done for it [ENT-12]. Keys are not part of it, only their ids. */
function protectionMessage({ protection, protections }: WholeAsset): MessageInitShape<typeof ProtectionSchema> {
  const [last] = protections;
  const steps = protections.filter(({ status }) => status !== 'CANCELLED');
  return {
    status: PROTECTION_STATUS[protection] ?? ProtectionStatus.UNSPECIFIED,
    progressPercent: protection === 'COMPLETED' ? 100 : protection === '' ? 0 : (last?.progressPercent ?? 0),
    removing: protection === 'IN_PROGRESS' && last?.isRemoval === true,
    errorMessage:
      protection === 'FAILED' && last?.errorReason ? PROTECTION_ERRORS[last.errorReason as ProtectionErrorReason] : '',
    history: steps.map((step) => ({
      status: STEP_STATUS[step.status],
      keyId: step.sealedKeys ? sealedKeysSchema.parse(step.sealedKeys).video.keyId : '',
      completedAt: step.completedAt ? timestampFromDate(step.completedAt) : undefined,
      removing: step.isRemoval,
      startedAt: timestampFromDate(step.createdAt),
    })),
  };
}
