import { create, type DescMessage, type Message, type MessageInitShape, toBinary } from '@bufbuild/protobuf';
import { timestampDate, timestampFromDate } from '@bufbuild/protobuf/wkt';
import { EnvelopeSchema } from '@marquee/contracts/events/v1/envelope_pb';
import {
  ProtectionChangedSchema,
  TranscodeCompletedSchema,
  TranscodeDeletedSchema,
  TranscodeFailedSchema,
  TranscodeStartedSchema,
} from '@marquee/contracts/events/v1/media_pb';
import {
  type Asset,
  AssetSchema,
  ImageInfoSchema,
  MediaKind,
  ProtectionSchema,
  ProtectionStatus,
  TranscodeStatus,
  UploadState,
} from '@marquee/contracts/media/v1/media_pb';
import { PlaybackService } from '@marquee/contracts/media/v1/playback_pb';
import { newId } from '@marquee/data/ids';
import { topicOf } from '@marquee/events/topics';
import { DomainError } from '@marquee/runtime/errors';
import { implement } from '@marquee/runtime/rpc/implement';
import { serve } from '@marquee/runtime/rpc/serve';
import type { Platform } from '@marquee/service/platform';
import { atEnd } from '@marquee/testing/cleanup';

type SignedToken = {
  sessionId: string;
  filmId: string;
  assetId: string;
  addressId: string;
  startsAt?: Date;
  expiresAt: Date;
};

/** A small media service with real state, behind the real contract. */
export type MediaDouble = {
  address: string;
  /** Signed tokens, by the token in the address. */
  signed: Map<string, SignedToken>;
  /** The licence servers that it is configured with. */
  licenceServers: { keySystem: string; url: string; certificateUrl: string }[];
  asset(id: string): Asset;
  /** An uploaded and checked picture. */
  addPicture(ownerId: string): Asset;
  /** An uploaded and checked video, with no transcode yet. */
  addVideo(ownerId: string, options?: { durationMs?: number; state?: UploadState }): Asset;
  /** Completes the transcode and publishes its event. */
  completeTranscode(assetId: string, durationMs?: number): Promise<void>;
  /** Ends the encryption and publishes its event. */
  protect(assetId: string, status?: ProtectionStatus.COMPLETED | ProtectionStatus.FAILED): Promise<void>;
  startTranscode(assetId: string): Promise<void>;
  failTranscode(assetId: string): Promise<void>;
  deleteTranscode(assetId: string): Promise<void>;
};

export async function startMediaDouble(platform: Platform): Promise<MediaDouble> {
  const assets = new Map<string, Asset>();
  const playable = new Map<string, string>();
  const signed = new Map<string, SignedToken>();
  const licenceServers: MediaDouble['licenceServers'] = [];

  const find = (id: string): Asset => {
    const asset = assets.get(id);
    if (!asset) throw new DomainError({ kind: 'NOT_FOUND', reason: 'ASSET_NOT_FOUND', message: 'No such file.' });
    return asset;
  };
  const add = (init: MessageInitShape<typeof AssetSchema>): Asset => {
    const asset = create(AssetSchema, { id: newId(), state: UploadState.READY, version: 1n, ...init });
    assets.set(asset.id, asset);
    return asset;
  };
  const publish = async (asset: Asset, schema: DescMessage, message: Message): Promise<void> => {
    const id = newId();
    const payload = toBinary(schema, message);
    const head = { id, type: schema.typeName, aggregateType: 'asset', aggregateId: asset.id };
    const times = { aggregateVersion: asset.version, occurredAt: timestampFromDate(platform.clock.now()) };
    const body = toBinary(EnvelopeSchema, create(EnvelopeSchema, { ...head, ...times, payload }));
    await platform.bus.publish([{ topic: topicOf(schema), key: asset.id, id, type: schema.typeName, body }]);
  };
  const transcode = (asset: Asset, status: TranscodeStatus, version: string) => {
    asset.version += 1n;
    asset.transcode = {
      $typeName: 'media.v1.Transcode',
      uri: '',
      progressPercent: 0,
      errorMessage: '',
      errorReason: '',
      waiting: false,
      placeInLine: 0,
      status,
    };
    if (version) playable.set(asset.id, version);
    else playable.delete(asset.id);
  };

  const rpc = await serve({
    service: 'media',
    host: platform.host,
    port: 0,
    log: platform.log,
    clock: platform.clock,
    verifier: platform.verifier,
    implementations: [
      implement(PlaybackService, {
        async describeAsset({ assetId }) {
          return { asset: find(assetId), playableVersion: playable.get(assetId) ?? '' };
        },
        async listTranscodeProgress({ assetIds }) {
          const known = assetIds.flatMap((id) => assets.get(id) ?? []);
          const running = known.filter(({ transcode }) => transcode?.status === TranscodeStatus.IN_PROGRESS);
          const progressOf = ({ id, transcode }: Asset) => {
            const { progressPercent = 0, waiting = false } = transcode ?? {};
            return { assetId: id, progressPercent, waiting };
          };
          return { progress: running.map(progressOf) };
        },
        async bindAsset({ assetId, filmId, protect }) {
          const asset = find(assetId);
          asset.filmId = filmId;
          if (protect && !asset.protection?.status) {
            asset.version += 1n;
            asset.protection = create(ProtectionSchema, { status: ProtectionStatus.IN_PROGRESS });
            playable.delete(assetId);
          }
          return { asset, playableVersion: playable.get(assetId) ?? '' };
        },
        async issueLicence({ assetId, playbackSessionId, filmId }) {
          if (find(assetId).protection?.status !== ProtectionStatus.COMPLETED) {
            throw new DomainError({
              kind: 'FAILED_PRECONDITION',
              reason: playable.has(assetId) ? 'NOT_PROTECTED' : 'ASSET_NOT_READY',
              message: 'Not protected.',
            });
          }
          if (playbackSessionId) return { token: `token of ${playbackSessionId} for ${filmId}` };
          return { keys: [{ keyId: 'a2V5LWlk', key: 'a2V5' }] };
        },
        async signPlayback({ assetId, sessionId, filmId, addressId, playsFrom, expiresAt }) {
          const version = playable.get(find(assetId).id);
          if (!version || !expiresAt) {
            throw new DomainError({ kind: 'FAILED_PRECONDITION', reason: 'NOT_PLAYABLE', message: 'Not yet.' });
          }
          const token = newId();
          const times = {
            ...(playsFrom && { startsAt: timestampDate(playsFrom) }),
            expiresAt: timestampDate(expiresAt),
          };
          signed.set(token, { sessionId, filmId, assetId, addressId, ...times });
          return {
            baseUrl: `/v/${token}/${version}/`,
            hlsManifest: 'master.m3u8',
            dashManifest: 'manifest.mpd',
            trickplay: 'trickplay.json',
            durationMs: find(assetId).durationMs,
            expiresAt,
            textTracks: find(assetId).textTracks,
            licenceServers: find(assetId).protection?.status ? licenceServers : [],
          };
        },
      }),
    ],
  });
  atEnd(() => rpc.drain(1_000));

  return {
    address: `127.0.0.1:${rpc.port}`,
    signed,
    licenceServers,
    asset: find,
    addPicture(ownerId) {
      const asset = add({ kind: MediaKind.IMAGE, ownerId });
      const image = {
        uri: `/media/images/${asset.id}`,
        width: 1920,
        height: 1080,
        widths: [360, 640],
        focalPoint: { x: 30, y: 70 },
        thumbhash: 'aGFzaA==',
      };
      asset.image = create(ImageInfoSchema, image);
      return asset;
    },
    addVideo: (ownerId, { durationMs = 600_000, state = UploadState.READY } = {}) =>
      add({ kind: MediaKind.VIDEO, ownerId, durationMs, state }),
    async completeTranscode(assetId, durationMs) {
      const asset = find(assetId);
      if (durationMs !== undefined) asset.durationMs = durationMs;
      transcode(asset, TranscodeStatus.COMPLETE, `${assetId}-v1`);
      const event = { assetId, filmId: asset.filmId, playableVersion: `${assetId}-v1`, durationMs: asset.durationMs };
      await publish(asset, TranscodeCompletedSchema, create(TranscodeCompletedSchema, event));
    },
    async protect(assetId, status = ProtectionStatus.COMPLETED) {
      const asset = find(assetId);
      asset.version += 1n;
      asset.protection = create(ProtectionSchema, { status });
      if (status === ProtectionStatus.COMPLETED) playable.set(assetId, `${assetId}-v2`);
      const playableVersion = playable.get(assetId) ?? '';
      const event = { assetId, filmId: asset.filmId, status: ProtectionStatus[status], playableVersion };
      await publish(asset, ProtectionChangedSchema, create(ProtectionChangedSchema, event));
    },
    async startTranscode(assetId) {
      const asset = find(assetId);
      transcode(asset, TranscodeStatus.IN_PROGRESS, playable.get(assetId) ?? '');
      await publish(asset, TranscodeStartedSchema, create(TranscodeStartedSchema, { assetId, filmId: asset.filmId }));
    },
    async failTranscode(assetId) {
      const asset = find(assetId);
      transcode(asset, TranscodeStatus.ERROR, '');
      await publish(asset, TranscodeFailedSchema, create(TranscodeFailedSchema, { assetId, filmId: asset.filmId }));
    },
    async deleteTranscode(assetId) {
      const asset = find(assetId);
      transcode(asset, TranscodeStatus.UNSPECIFIED, '');
      await publish(asset, TranscodeDeletedSchema, create(TranscodeDeletedSchema, { assetId, filmId: asset.filmId }));
    },
  };
}
