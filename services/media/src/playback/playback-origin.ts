import type { IncomingMessage, ServerResponse } from 'node:http';
import { isId } from '@marquee/data/ids';
import { createCache } from '@marquee/runtime/cache';
import { canonicalId } from '@marquee/runtime/canonical-id';
import { countLookups } from '@marquee/runtime/telemetry/instruments';
import { type Viewer, visitor } from '@marquee/runtime/viewer';
import { type PlaybackClaims, type PlaybackRefusal, verifyPlayback } from '@marquee/storage/playback-token';
import * as assets from '../assets/assets.ts';
import { isPlayable } from '../assets/is-playable.ts';
import { sendBlob } from '../http/send-blob.ts';
import type { MediaResources } from '../resources.ts';
import { blobLayout } from '../storage/blob-layout.ts';
import { textTrackOfFile } from '../text-tracks/text-track-file.ts';
import * as transcodes from '../transcode-queue/transcodes.ts';
import {
  playbackEnded,
  playbackExpired,
  playbackForbidden,
  playbackNotFound,
  playbackTooEarly,
} from './playback-errors.ts';
import type { PlaybackSessions } from './playback-sessions.ts';
import { segmentCache } from './segment-cache.ts';
import { PUBLIC_SESSION } from './sign-playback-url.ts';

const TYPES: Record<string, string> = {
  m3u8: 'application/vnd.apple.mpegurl',
  mpd: 'application/dash+xml',
  m4s: 'video/iso.segment',
  mp4: 'video/mp4',
  vtt: 'text/vtt; charset=utf-8',
  jpg: 'image/jpeg',
};

// The address holds the token, so no shared cache may keep it; the bytes under it never change.
const HEADERS = {
  'Cache-Control': 'private, max-age=31536000, immutable',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  'Cross-Origin-Resource-Policy': 'same-site',
};

/** The name of the file is a subset of what keys of blobs may be; the packager's names are far shorter. */
const PATH = /^\/v\/([^/]+)\/([^/]+)\/([A-Za-z0-9_][A-Za-z0-9._-]{0,99})$/;
const VERSIONS_MAX = 10_000;
const VERSION_TTL_MS = 30_000;

/** What a viewer reads of a token that was issued. */
const REFUSALS: Partial<Record<PlaybackRefusal, typeof playbackForbidden>> = {
  TOO_EARLY: playbackTooEarly,
  EXPIRED: playbackExpired,
};

const lookups = countLookups('segment');

export type PlaybackPath = { token: string; version: string; file: string };

/** '/v/<token>/<version>/<file>', split. */
export function readPlaybackPath(path: string): PlaybackPath | undefined {
  const [, token = '', version = '', file = ''] = PATH.exec(path) ?? [];
  return isId(version) ? { token, version: canonicalId(version), file } : undefined;
}

/** The path for logs, which must not hold the token: also one that opens nothing, such as `/media/../v/<token>`. */
export function withoutToken(path: string): string {
  return path.replace(/\/(v|playback-access)\/+[^/]*/g, '/$1/[token]');
}

export type PlaybackOrigin = {
  /** Serves manifests and segments to requests with a valid token, while its session lasts. */
  serve(request: IncomingMessage, response: ServerResponse, path: PlaybackPath, viewer: Viewer): Promise<void>;
  /** When the token's access to a version ends. @throws the same errors as `serve` */
  access(path: Omit<PlaybackPath, 'file'>): Promise<Date>;
};

/** Subtitles belong to the video, and stay when it is prepared again. */
function keyOf(prefix: string, file: string): string {
  const track = textTrackOfFile(file);
  const asset = track && blobLayout.assetOfRenditions(prefix);
  return asset ? blobLayout.textTrack(asset, track) : `${prefix}${file}`;
}

export function playbackOrigin(resources: MediaResources, sessions: PlaybackSessions): PlaybackOrigin {
  const { config, clock, blobs, db } = resources;
  const segments = segmentCache(blobs, config.SEGMENT_CACHE_BYTES);
  const prefixes = createCache<string | null>({ maxEntries: VERSIONS_MAX, ttlMs: VERSION_TTL_MS, clock });

  // A version that ends, as the clear one of a film that is protected now, ends at once.
  resources.signals.subscribe('version-ended:*', ({ topic }) => prefixes.delete(topic.slice('version-ended:'.length)));

  async function prefixOf(version: string): Promise<string | null> {
    const found = await transcodes.get(db, version);
    const asset = found && (await assets.get(db, found.assetId));
    return asset && isPlayable(asset, found) ? found.outputPrefix : null;
  }

  const knownPrefix = async (version: string) =>
    prefixes.peek(version) ?? (await prefixes.get(version, () => prefixOf(version)));

  function authorize({ token, version }: Omit<PlaybackPath, 'file'>, viewer: Viewer): PlaybackClaims {
    const verdict = verifyPlayback(config.PLAYBACK_KEYS, token, clock.now());
    if (!verdict.ok) throw (REFUSALS[verdict.refusal] ?? playbackForbidden)();
    const { claims } = verdict;
    if (claims.version !== version) throw playbackForbidden();
    if (claims.sessionId === PUBLIC_SESSION) return claims;
    if (sessions.hasEnded(claims.sessionId)) throw playbackEnded();
    // A playback that was left, taken over or refused, in any player that has its address.
    if (claims.addressId && sessions.hasAddressEnded(claims.addressId)) throw playbackEnded();
    // A signed-in browser plays with a token of its own session only.
    if (viewer.kind === 'account' && viewer.sessionId !== claims.sessionId) throw playbackForbidden();
    return claims;
  }

  return {
    async serve(request, response, path, viewer) {
      authorize(path, viewer);
      const type = TYPES[path.file.slice(path.file.lastIndexOf('.') + 1)];
      const prefix = await knownPrefix(path.version);
      if (!prefix || !type) throw playbackNotFound();
      const key = keyOf(prefix, path.file);
      const kept = segments.peek(key);
      if (kept) lookups.hit();
      else lookups.miss();
      const blob = kept ?? (await segments.get(key));
      if (!blob) throw playbackNotFound();
      const body = 'body' in blob ? blob.body : undefined;
      const size = 'body' in blob ? blob.body.length : blob.size;
      await sendBlob(request, response, blobs, key, { size, etag: blob.etag, type, body }, HEADERS);
    },
    async access(path) {
      const { expiresAt } = authorize(path, visitor);
      if (!(await knownPrefix(path.version))) throw playbackNotFound();
      return expiresAt;
    },
  };
}
