import type { DescMessage, MessageInitShape } from '@bufbuild/protobuf';
import {
  AssetDeletedSchema,
  ImageReadySchema,
  ProtectionChangedSchema,
  TranscodeCompletedSchema,
  TranscodeDeletedSchema,
  TranscodeFailedSchema,
  TranscodeMovedSchema,
  TranscodeStartedSchema,
  UploadCheckedSchema,
} from '@marquee/contracts/events/v1/media_pb';
import { type DomainEvent, domainEvent } from '@marquee/events/outbox';
import type { KeptPicture } from '../pictures/keep-picture.ts';
import { imageMessage, playableVersion, soundsOf } from './asset-message.ts';
import type { AssetRow, WholeAsset } from './assets.ts';

const event = <S extends DescMessage>({ id, version }: AssetRow, schema: S, fields: MessageInitShape<S>): DomainEvent =>
  domainEvent(schema, fields, { type: 'asset', id, version });

const filmOf = (asset: AssetRow) => asset.boundFilmId ?? asset.filmId ?? '';

export const uploadChecked = (asset: AssetRow) =>
  event(asset, UploadCheckedSchema, {
    assetId: asset.id,
    filmId: filmOf(asset),
    ownerId: asset.ownerId,
    slot: asset.slot,
    accepted: asset.state === 'READY',
    refusedReason: asset.refusedReason ?? '',
  });

export const transcodeStarted = (asset: AssetRow) =>
  event(asset, TranscodeStartedSchema, { assetId: asset.id, filmId: filmOf(asset) });

export const transcodeMoved = (asset: AssetRow, movedBy: string) =>
  event(asset, TranscodeMovedSchema, { assetId: asset.id, filmId: filmOf(asset), movedBy });

export const transcodeCompleted = (asset: WholeAsset, version: string) =>
  event(asset, TranscodeCompletedSchema, {
    assetId: asset.id,
    filmId: filmOf(asset),
    playableVersion: version,
    durationMs: asset.durationMs ?? 0,
    width: asset.width ?? 0,
    height: asset.height ?? 0,
    hasAudioDescription: soundsOf(asset).some(({ isDescription }) => isDescription),
  });

export const transcodeFailed = (asset: AssetRow, errorReason: string) =>
  event(asset, TranscodeFailedSchema, { assetId: asset.id, filmId: filmOf(asset), errorReason });

export const transcodeDeleted = (asset: AssetRow) =>
  event(asset, TranscodeDeletedSchema, { assetId: asset.id, filmId: filmOf(asset) });

export const protectionChanged = (asset: WholeAsset) =>
  event(asset, ProtectionChangedSchema, {
    assetId: asset.id,
    filmId: filmOf(asset),
    status: asset.protection,
    playableVersion: playableVersion(asset),
  });

export const assetDeleted = (asset: AssetRow) => event(asset, AssetDeletedSchema, { assetId: asset.id });

export const imageReady = (asset: AssetRow, picture: KeptPicture) =>
  event(asset, ImageReadySchema, { assetId: asset.id, filmId: filmOf(asset), image: imageMessage(picture) });
