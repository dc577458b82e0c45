import { createReadStream, createWriteStream } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { MediaTools } from './media-tools.ts';
import {
  DASH_MANIFEST,
  defaultLanguage,
  HLS_MANIFEST,
  type PackagedAudio,
  packagerLimits,
  soundFields,
} from './package-cmaf.ts';
import { runChild } from './run-child.ts';

/** A key as the packager takes it, in hexadecimal. */
export type PackagerKey = { id: string; secret: string };
export type PackagerKeys = { video: PackagerKey; audio: PackagerKey };

/** As the packager names them. */
export type ProtectionSystem = 'Widevine' | 'PlayReady' | 'FairPlay';

type Repackaging = {
  /** The packaged files: manifests and segments, flat. */
  from: string;
  to: string;
  audio: PackagedAudio[];
  durationS: number;
  keys: PackagerKeys;
  /** Encrypts with the keys, or removes their encryption. */
  direction: 'encrypt' | 'decrypt';
  /** Whose headers the encrypted files and manifests have, beside those of Clear Key. */
  systems: readonly ProtectionSystem[];
  signal?: AbortSignal;
};

type Track = { name: string; isVideo: boolean; init: string; segments: string[]; segmentS: number };

/**
 * Packages packaged CMAF once more, encrypted with cbcs or clear, without encoding it again. Pictures and sound have a key
 * each.
 */
export async function repackageCmaf(tools: MediaTools, options: Repackaging): Promise<void> {
  const { from, to, keys, direction, systems, signal } = options;
  const tracks = await readTracks(from);
  for (const track of tracks) await joinSegments(from, track, signal);
  const labelled = Object.entries(keys).map(([label, { id, secret }]) => `label=${label}:key_id=${id}:key=${secret}`);
  await runChild(
    tools.packager,
    [
      ...tracks.map((track) => streamOf(from, track, options.audio)),
      ...['--segment_duration', String(segmentSecondsOf(tracks))],
      ...(direction === 'encrypt' ? encryption(systems) : ['--enable_raw_key_decryption']),
      ...['--keys', labelled.join(',')],
      ...['--mpd_output', DASH_MANIFEST, '--hls_master_playlist_output', HLS_MANIFEST],
      ...defaultLanguage(options.audio),
      ...['--generate_static_live_mpd', '--hls_playlist_type', 'VOD', '--quiet'],
    ],
    { limits: packagerLimits(options.durationS), signal, cwd: to, onStarted: tools.onStarted },
  );
  for (const track of tracks) await rm(join(from, `${track.name}.joined`));
  if (direction === 'encrypt' && systems.includes('FairPlay')) await nameFairPlay(join(to, DASH_MANIFEST));
}

// The playlist rounds: of a segment that would end just before its keyframe the packager would make one that is too long.
const ROUNDING_S = 0.01;

function segmentSecondsOf(tracks: Track[]): number {
  const { segmentS } = tracks.find(({ isVideo }) => isVideo) ?? (tracks[0] as Track);
  return segmentS - ROUNDING_S;
}

// No clear lead: the first segments are as encrypted as the others.
const encryption = (systems: readonly ProtectionSystem[]) => [
  ...['--enable_raw_key_encryption', '--protection_scheme', 'cbcs'],
  ...['--protection_systems', ['Common', ...systems].join(',')],
  ...['--clear_lead', '0'],
];

const FAIRPLAY = '<ContentProtection schemeIdUri="urn:uuid:94ce86fb-07ff-4f43-adb8-93d2fa968ca2" value="FairPlay"/>';

/**
 * The packager writes FairPlay's keys into HLS alone. Players of DASH look for its system id as for the others, and find
 * the key's id in the segments.
 */
async function nameFairPlay(manifest: string): Promise<void> {
  const mpd = await readFile(manifest, 'utf8');
  await writeFile(manifest, mpd.replaceAll(/(\s*)<ContentProtection value="cbcs"[^>]*\/>/g, `$&$1${FAIRPLAY}`));
}

function streamOf(from: string, { name, isVideo }: Track, audio: PackagedAudio[]): string {
  const fields: Record<string, string> = {
    in: join(from, `${name}.joined`),
    stream: isVideo ? 'video' : 'audio',
    init_segment: `${name}-init.mp4`,
    segment_template: `${name}-$Number%05d$.m4s`,
    playlist_name: `${name}.m3u8`,
    drm_label: isVideo ? 'video' : 'audio',
    ...(isVideo ? {} : soundFields(audio[soundIndex(name)], name)),
  };
  return Object.entries(fields)
    .map(([key, value]) => `${key}=${value}`)
    .join(',');
}

/** The place of a track of sound among those of the film, which its name ends in. */
const soundIndex = (name: string) => Number(/(\d+)$/.exec(name)?.[1] ?? 0);

/** The tracks that the HLS playlists name. */
async function readTracks(folder: string): Promise<Track[]> {
  const master = await readFile(join(folder, HLS_MANIFEST), 'utf8');
  const names = new Set([...master.matchAll(/([A-Za-z0-9_-]+)\.m3u8/g)].map(([, name = '']) => name));
  const tracks: Track[] = [];
  for (const name of names) {
    const playlist = await readFile(join(folder, `${name}.m3u8`), 'utf8');
    const init = /#EXT-X-MAP:URI="([^"]+)"/.exec(playlist)?.[1];
    const segments = playlist.split('\n').filter((line) => line.endsWith('.m4s'));
    const segmentS = Number(/#EXTINF:([\d.]+)/.exec(playlist)?.[1]);
    if (!init || segments.length === 0 || !(segmentS > 0)) throw new Error(`${name}.m3u8 names no segments`);
    const isVideo = name.startsWith('video-');
    tracks.push({ name, isVideo, init: basename(init), segments: segments.map((line) => basename(line)), segmentS });
  }
  if (tracks.length === 0) throw new Error('The master playlist names no tracks');
  return tracks;
}

/** One file of a track's segments, as the packager reads it. Segments are removed as they are read: films are large. */
async function joinSegments(folder: string, { name, init, segments }: Track, signal?: AbortSignal): Promise<void> {
  const joined = join(folder, `${name}.joined`);
  for (const [index, file] of [init, ...segments].entries()) {
    const path = join(folder, file);
    await pipeline(createReadStream(path), createWriteStream(joined, { flags: index === 0 ? 'w' : 'a' }), { signal });
    await rm(path);
  }
}
