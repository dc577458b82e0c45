import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import type { Client } from '@connectrpc/connect';
import type { PlaybackService } from '@marquee/contracts/media/v1/media_pb';
import { createCache } from '@marquee/runtime/cache';
import type { Clock } from '@marquee/runtime/clock';
import { countLookups } from '@marquee/runtime/telemetry/instruments';

export type SignedUrl = {
  /** A folder: what the manifests are relative to. */
  baseUrl: string;
  hlsManifest: string;
  dashManifest: string;
  trickplay: string;
  durationMs: number;
  expiresAt: Date;
};

export type SignedUrls = {
  /**
   * The address of a playback session's film: renewed once half of its life is over, until `endsAt` at most. A player
   * of native HLS cannot swap addresses and gets one that lives for the film.
   */
  forSession(session: {
    playbackSessionId: string;
    mediaId: string;
    filmId: string;
    sessionId: string;
    nativeHls: boolean;
    durationMs: number;
    endsAt: Date | undefined;
  }): Promise<SignedUrl>;
  /** The address of a trailer, the same for everybody. */
  forTrailer(trailer: { filmId: string; mediaId: string }): Promise<SignedUrl>;
};

const ADDRESSES_MAX = 50_000;
const ADDRESS_KEPT_MS = 24 * 3_600_000;
/** For pauses on players that cannot renew. */
const NATIVE_SLACK_MS = 2 * 3_600_000;

const lookups = countLookups('playback address');

export function createSignedUrls({
  media,
  clock,
  tokenSeconds,
}: {
  media: Client<typeof PlaybackService>;
  clock: Clock;
  tokenSeconds: number;
}): SignedUrls {
  const tokenMs = tokenSeconds * 1_000;
  const kept = createCache<SignedUrl>({ maxEntries: ADDRESSES_MAX, ttlMs: ADDRESS_KEPT_MS, clock });

  async function sign(
    key: string,
    asked: { assetId: string; sessionId: string; filmId: string },
    lifeMs: number,
    endsAt: Date | undefined,
  ): Promise<SignedUrl> {
    const now = clock.now().getTime();
    const known = kept.peek(key);
    const end = endsAt?.getTime() ?? Number.POSITIVE_INFINITY;
    if (known) {
      const expiresAt = known.expiresAt.getTime();
      if (expiresAt <= end && (expiresAt - now > lifeMs / 2 || (expiresAt >= end && expiresAt > now))) {
        lookups.hit();
        return known;
      }
    }
    lookups.miss();
    const expiresAt = new Date(Math.min(now + lifeMs, end));
    const signed = await media.signPlayback({ ...asked, expiresAt: timestampFromDate(expiresAt) });
    const { baseUrl, hlsManifest, dashManifest, trickplay, durationMs } = signed;
    const url = { baseUrl, hlsManifest, dashManifest, trickplay, durationMs, expiresAt };
    kept.set(key, url);
    return url;
  }

  return {
    forSession(s) {
      const lifeMs = s.nativeHls ? Math.max(tokenMs, s.durationMs + NATIVE_SLACK_MS) : tokenMs;
      const asked = { assetId: s.mediaId, sessionId: s.sessionId, filmId: s.filmId };
      return sign(`session ${s.playbackSessionId} ${s.mediaId}`, asked, lifeMs, s.endsAt);
    },
    forTrailer({ filmId, mediaId }) {
      const asked = { assetId: mediaId, sessionId: '', filmId };
      return sign(`trailer ${filmId} ${mediaId}`, asked, tokenMs, undefined);
    },
  };
}
