import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import type { Client } from '@connectrpc/connect';
import type { TextTrack } from '@marquee/contracts/media/v1/media_pb';
import type { PlaybackService } from '@marquee/contracts/media/v1/playback_pb';
import { ifFound } from '@marquee/runtime/rpc/if-found';
import { assetNotFound } from './asset-errors.ts';
import type { MediaFacts } from './media-copies.ts';
import { type DescribedAsset, describedAsset, factsOf } from './media-message.ts';

/** Subtitles or captions; their file is relative to the signed `baseUrl`. */
export type SignedTextTrack = Pick<TextTrack, 'id' | 'language' | 'kind' | 'isDefault' | 'file'>;

/** Where a version of a video lies, for whom it was signed. Manifests are relative to `baseUrl`. */
export type SignedPlayback = {
  baseUrl: string;
  hlsManifest: string;
  dashManifest: string;
  trickplay: string;
  durationMs: number;
  textTracks: SignedTextTrack[];
};

export type TranscodeProgress = { progressPercent: number; waiting: boolean };

/** What film asks of media. */
export type Media = {
  /** @throws DomainError NOT_FOUND, ASSET_NOT_FOUND */
  describe(mediaId: string): Promise<DescribedAsset>;
  /** Has media keep the asset for a film, and gives its state. @throws DomainError NOT_FOUND, ASSET_NOT_FOUND */
  bind(mediaId: string, filmId: string): Promise<MediaFacts>;
  /** How far the transcodes of assets are, by asset; one without a transcode in progress is left out. */
  progress(mediaIds: readonly string[]): Promise<Map<string, TranscodeProgress>>;
  /** No film keeps the asset any more. */
  release(mediaId: string): Promise<void>;
  /** Signs an address for a viewer's session; without one for everybody. */
  sign(playback: { mediaId: string; sessionId: string; filmId: string; expiresAt: Date }): Promise<SignedPlayback>;
};

export function mediaClient(client: Client<typeof PlaybackService>): Media {
  return {
    async describe(mediaId) {
      const found = await ifFound(client.describeAsset({ assetId: mediaId }));
      if (!found?.asset) throw assetNotFound();
      return describedAsset(found.asset);
    },
    async bind(mediaId, filmId) {
      const found = await ifFound(client.bindAsset({ assetId: mediaId, filmId }));
      if (!found?.asset) throw assetNotFound();
      return factsOf(found.asset, found.playableVersion);
    },
    async progress(mediaIds) {
      const { progress } = await client.listTranscodeProgress({ assetIds: [...mediaIds] });
      return new Map(progress.map(({ assetId, ...transcode }) => [assetId, transcode]));
    },
    release: async (mediaId) => void (await client.bindAsset({ assetId: mediaId, filmId: '' })),
    async sign({ mediaId: assetId, sessionId, filmId, expiresAt: end }) {
      const asked = { assetId, sessionId, filmId, expiresAt: timestampFromDate(end) };
      const { baseUrl, hlsManifest, dashManifest, trickplay, durationMs, ...signed } = await client.signPlayback(asked);
      const textTracks = signed.textTracks.map(({ id, language, kind, isDefault, file }) => {
        return { id, language, kind, isDefault, file };
      });
      return { baseUrl, hlsManifest, dashManifest, trickplay, durationMs, textTracks };
    },
  };
}
