import { TextTrackKind } from '@marquee/contracts/media/v1/media_pb';
import type { Clock } from '@marquee/runtime/clock';
import type { SharedCaches } from '@marquee/runtime/shared-caches';
import { countLookups } from '@marquee/runtime/telemetry/instruments';
import { z } from 'zod';
import type { Media } from '../studio/media-client.ts';

const signedUrlSchema = z.object({
  /** A folder: what the manifests are relative to. */
  baseUrl: z.string().startsWith('/v/'),
  hlsManifest: z.string(),
  dashManifest: z.string(),
  trickplay: z.string(),
  durationMs: z.number(),
  expiresAt: z.coerce.date(),
  /** An address that was cached by a release before has none of these. */
  textTracks: z
    .array(
      z.object({
        id: z.string(),
        language: z.string(),
        kind: z.enum(TextTrackKind),
        isDefault: z.boolean(),
        file: z.string(),
      }),
    )
    .default([]),
  licenceServers: z.array(z.object({ keySystem: z.string(), url: z.string(), certificateUrl: z.string() })).default([]),
});
export type SignedUrl = z.infer<typeof signedUrlSchema>;

export type SignedUrls = {
  /**
   * The address of a playback session's film: renewed once half of its life is over, until `endsAt` at most. A player
   * of native HLS cannot swap addresses and gets one that lives for the film.
   */
  forSession(session: {
    /** The playback's; an ended one is never given again. */
    addressId: string;
    mediaId: string;
    /** What of the video plays by now, as far as film knows. */
    version: string;
    filmId: string;
    sessionId: string;
    nativeHls: boolean;
    durationMs: number;
    /** When it begins, of a playback that was prepared. */
    startsAt: Date;
    endsAt: Date | undefined;
  }): Promise<SignedUrl>;
  /** The address of a trailer, the same for everybody. */
  forTrailer(trailer: { filmId: string; mediaId: string }): Promise<SignedUrl>;
  /** The address of a video for staff who review it: their sign-in session's. */
  forReview(video: { sessionId: string; filmId: string; mediaId: string }): Promise<SignedUrl>;
};

const ADDRESSES_MAX = 50_000;
/** Room for pauses on players that cannot renew. */
const NATIVE_SLACK_MS = 2 * 3_600_000;

/** A prepared playback plays a little earlier than it starts: clocks differ. */
const EARLY_MS = 2_000;

const lookups = countLookups('playback address');

/** How long an address of a playback lives. */
export const addressLifeMs = (played: { nativeHls: boolean; durationMs: number }, tokenMs: number): number =>
  played.nativeHls ? Math.max(tokenMs, played.durationMs + NATIVE_SLACK_MS) : tokenMs;

/** An address that is wanted. */
type Wanted = {
  key: string;
  asked: { mediaId: string; sessionId: string; filmId: string; addressId: string };
  startsAt?: Date;
  lifeMs: number;
  /** Milliseconds of the epoch. */
  end: number;
};

export function createSignedUrls({
  media,
  clock,
  tokenSeconds,
  caches,
}: {
  media: Pick<Media, 'sign'>;
  clock: Clock;
  tokenSeconds: number;
  /** A viewer's heartbeats reach all processes: shared, each address is signed once, and checked once at the edge. */
  caches: SharedCaches;
}): SignedUrls {
  const tokenMs = tokenSeconds * 1_000;
  const kept = caches.open('film:playback-address', { maxEntries: ADDRESSES_MAX, schema: signedUrlSchema });

  const pending = new Map<string, Promise<SignedUrl>>();

  async function findOrSign({ key, asked, startsAt, lifeMs, end }: Wanted): Promise<SignedUrl> {
    const now = clock.now().getTime();
    const known = await kept.find(key, (url) => {
      const expiresAt = url.expiresAt.getTime();
      return expiresAt <= end && (expiresAt - now > lifeMs / 2 || (expiresAt >= end && expiresAt > now));
    });
    if (known) {
      lookups.hit();
      return known;
    }
    lookups.miss();
    const expiresAt = new Date(Math.min(now + lifeMs, end));
    const plays = new Date((startsAt?.getTime() ?? 0) - EARLY_MS);
    const times = { startsAt: plays.getTime() > now ? plays : undefined, expiresAt };
    const url = { ...(await media.sign({ ...asked, ...times })), expiresAt };
    kept.set(key, url, expiresAt);
    return url;
  }

  /** Asks once for all who want the same address at the same time: of a trailer that is everybody. */
  function sign(wanted: Wanted): Promise<SignedUrl> {
    const name = `${wanted.key} ${wanted.lifeMs} ${wanted.end}`;
    const joined = pending.get(name);
    if (joined) return joined;
    const begun = findOrSign(wanted).finally(() => pending.delete(name));
    pending.set(name, begun);
    return begun;
  }

  return {
    forSession(s) {
      const lifeMs = addressLifeMs(s, tokenMs);
      const asked = { mediaId: s.mediaId, sessionId: s.sessionId, filmId: s.filmId, addressId: s.addressId };
      const end = s.endsAt?.getTime() ?? Number.POSITIVE_INFINITY;
      const key = `session ${s.addressId} ${s.mediaId} ${s.version}`;
      return sign({ key, asked, startsAt: s.startsAt, lifeMs, end });
    },
    forTrailer({ filmId, mediaId }) {
      const asked = { mediaId, sessionId: '', filmId, addressId: '' };
      return sign({ key: `trailer ${filmId} ${mediaId}`, asked, lifeMs: tokenMs, end: Number.POSITIVE_INFINITY });
    },
    forReview({ sessionId, filmId, mediaId }) {
      const asked = { mediaId, sessionId, filmId, addressId: '' };
      const key = `review ${sessionId} ${mediaId}`;
      return sign({ key, asked, lifeMs: tokenMs, end: Number.POSITIVE_INFINITY });
    },
  };
}
