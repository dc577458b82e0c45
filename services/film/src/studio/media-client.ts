import type { MessageInitShape } from '@bufbuild/protobuf';
import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import type { Client } from '@connectrpc/connect';
import type { LicenceServer as LicenceServerMessage, TextTrack } from '@marquee/contracts/media/v1/media_pb';
import type { ContentKey, IssueLicenceRequestSchema, PlaybackService } from '@marquee/contracts/media/v1/playback_pb';
import { refusalOf } from '@marquee/contracts/refusals';
import type { DomainError } from '@marquee/runtime/errors';
import { ifFound } from '@marquee/runtime/rpc/if-found';
import { filmNotProtected, noLicenceServer } from '../watch/watch-errors.ts';
import { assetNotFound, assetNotReady } from './asset-errors.ts';
import type { MediaFacts } from './media-copies.ts';
import { type DescribedAsset, describedAsset, factsOf } from './media-message.ts';

/** Subtitles or captions; their file is relative to the signed `baseUrl`. */
export type SignedTextTrack = Pick<TextTrack, 'id' | 'language' | 'kind' | 'isDefault' | 'file'>;

export type LicenceServer = Pick<LicenceServerMessage, 'keySystem' | 'url' | 'certificateUrl'>;

/** Where a version of a video lies, for whom it was signed. Manifests are relative to `baseUrl`. */
export type SignedPlayback = {
  baseUrl: string;
  hlsManifest: string;
  dashManifest: string;
  trickplay: string;
  durationMs: number;
  textTracks: SignedTextTrack[];
  /** Of a protected film: who issues licences beside film, best first. */
  licenceServers: LicenceServer[];
};

export type TranscodeProgress = { progressPercent: number; waiting: boolean };

/** What film asks of media. */
export type Media = {
  /** @throws DomainError NOT_FOUND, ASSET_NOT_FOUND */
  describe(mediaId: string): Promise<DescribedAsset>;
  /** Has media keep the asset for a film, encrypted if so asked, and gives its state. @throws DomainError NOT_FOUND, ASSET_NOT_FOUND */
  bind(mediaId: string, filmId: string, options: { protect: boolean }): Promise<MediaFacts>;
  /** How far the transcodes of assets are, by asset; one without a transcode in progress is left out. */
  progress(mediaIds: readonly string[]): Promise<Map<string, TranscodeProgress>>;
  /** The keys of what plays of a protected asset. @throws DomainError NOT_PROTECTED, or ASSET_NOT_READY when it does not play */
  keys(mediaId: string): Promise<ContentKey[]>;
  /** For a playback of a protected asset: what licence servers check. @throws DomainError as `keys`, or NO_LICENCE_SERVER */
  licenceToken(playback: { mediaId: string; filmId: string; playbackSessionId: string }): Promise<string>;
  /** No film keeps the asset any more. */
  release(mediaId: string): Promise<void>;
  /** Signs an address for a viewer's session; without one for everybody. One with an id can be ended by it. */
  sign(playback: {
    mediaId: string;
    sessionId: string;
    filmId: string;
    addressId: string;
    /** It plays from then on; at once without. */
    startsAt?: Date | undefined;
    expiresAt: Date;
  }): Promise<SignedPlayback>;
};

export function mediaClient(client: Client<typeof PlaybackService>): Media {
  return {
    async describe(mediaId) {
      const found = await ifFound(client.describeAsset({ assetId: mediaId }));
      if (!found?.asset) throw assetNotFound();
      return describedAsset(found.asset);
    },
    async bind(mediaId, filmId, { protect }) {
      const found = await ifFound(client.bindAsset({ assetId: mediaId, filmId, protect }));
      if (!found?.asset) throw assetNotFound();
      return factsOf(found.asset, found.playableVersion);
    },
    async progress(mediaIds) {
      const { progress } = await client.listTranscodeProgress({ assetIds: [...mediaIds] });
      return new Map(progress.map(({ assetId, ...transcode }) => [assetId, transcode]));
    },
    keys: async (mediaId) => (await issueLicence(client, { assetId: mediaId })).keys,
    licenceToken: async ({ mediaId, ...playback }) =>
      (await issueLicence(client, { assetId: mediaId, ...playback })).token,
    release: async (mediaId) => void (await client.bindAsset({ assetId: mediaId, filmId: '' })),
    async sign({ mediaId: assetId, sessionId, filmId, addressId, startsAt, expiresAt }) {
      const times = {
        ...(startsAt && { playsFrom: timestampFromDate(startsAt) }),
        expiresAt: timestampFromDate(expiresAt),
      };
      const asked = { assetId, sessionId, filmId, addressId, ...times };
      const { baseUrl, hlsManifest, dashManifest, trickplay, durationMs, ...signed } = await client.signPlayback(asked);
      const textTracks = signed.textTracks.map(({ id, language, kind, isDefault, file }) => {
        return { id, language, kind, isDefault, file };
      });
      const licenceServers = signed.licenceServers.map(({ keySystem, url, certificateUrl }) => {
        return { keySystem, url, certificateUrl };
      });
      return { baseUrl, hlsManifest, dashManifest, trickplay, durationMs, textTracks, licenceServers };
    },
  };
}

/** What media says of a licence that there never is. */
const LICENCE_REFUSALS: Record<string, (() => DomainError) | undefined> = {
  NOT_PROTECTED: filmNotProtected,
  NO_LICENCE_SERVER: noLicenceServer,
};

async function issueLicence(
  client: Client<typeof PlaybackService>,
  request: MessageInitShape<typeof IssueLicenceRequestSchema>,
) {
  try {
    return await client.issueLicence(request);
  } catch (error) {
    const { code, reason } = refusalOf(error);
    if (code !== 'FailedPrecondition') throw error;
    throw (LICENCE_REFUSALS[reason] ?? assetNotReady)();
  }
}
