import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { EncodedFiles, EncodePlan } from './encode.ts';
import type { MediaTools } from './media-tools.ts';
import { runChild } from './run-child.ts';

export const HLS_MANIFEST = 'master.m3u8';
export const DASH_MANIFEST = 'manifest.mpd';

/** What the manifests say of one rendition. Bandwidth is the peak, in bits per second. */
export type PackagedRendition = { width: number; height: number; bandwidth: number; codecs: string };
/** `language` is a BCP 47 tag, empty when the file does not say. A description also says what is seen. */
export type PackagedAudio = { language: string; label: string; channels: number; isDescription: boolean };

const PACKAGER_MEMORY_BYTES = 4 * 1024 ** 3;

export const packagerLimits = (durationS: number) => ({
  timeoutMs: 5 * 60_000 + durationS * 1000,
  memoryBytes: PACKAGER_MEMORY_BYTES,
});

/** HLS and DASH over the same CMAF segments, all in one flat folder. */
export async function packageCmaf(
  tools: MediaTools,
  plan: EncodePlan,
  files: EncodedFiles,
  folder: string,
  signal?: AbortSignal,
): Promise<{ renditions: PackagedRendition[]; audio: PackagedAudio[] }> {
  const audio = describeAudio(plan);
  await runChild(tools.packager, packagerArguments(plan, files, audio), {
    limits: packagerLimits(plan.source.durationS),
    signal,
    cwd: folder,
    onStarted: tools.onStarted,
  });
  const master = await readFile(join(folder, HLS_MANIFEST), 'utf8');
  return { renditions: readMaster(master), audio };
}

export function packagerArguments(plan: EncodePlan, files: EncodedFiles, audio: PackagedAudio[]): string[] {
  const stream = (fields: Record<string, string>) =>
    Object.entries(fields)
      .map(([name, value]) => `${name}=${value}`)
      .join(',');
  const output = (name: string) => ({
    init_segment: `${name}-init.mp4`,
    segment_template: `${name}-$Number%05d$.m4s`,
    playlist_name: `${name}.m3u8`,
  });
  const pictures = files.video.map(({ plan: rendition, path }) =>
    stream({ in: path, stream: 'video', ...output(`video-${rendition.name}`) }),
  );
  const sounds = files.audio.map(({ plan: { name }, path }, index) =>
    stream({ in: path, stream: 'audio', ...output(name), ...soundFields(audio[index], name) }),
  );
  return [
    ...pictures,
    ...sounds,
    ...['--segment_duration', String(plan.timing.segmentS)],
    ...['--mpd_output', DASH_MANIFEST, '--hls_master_playlist_output', HLS_MANIFEST],
    ...defaultLanguage(audio),
    // Without it the MPD of segment files reads as live.
    ...['--generate_static_live_mpd', '--hls_playlist_type', 'VOD', '--quiet'],
  ];
}

/** What the manifests say of a sound track, by which players name and choose it. */
export function soundFields(audio: PackagedAudio | undefined, name: string): Record<string, string> {
  const { language = '', label = name, isDescription = false } = audio ?? {};
  return {
    ...{ hls_group_id: 'audio', hls_name: label, dash_label: label },
    ...(language && { language }),
    ...(isDescription && DESCRIPTION),
  };
}

// WCAG 1.2.5. Of these marks Apple's players read the first, and players of DASH one of the others.
const DESCRIPTION = {
  hls_characteristics: 'public.accessibility.describes-video',
  dash_roles: 'description',
  dash_accessibilities: 'urn:tva:metadata:cs:AudioPurposeCS:2007=1',
};

/** The language in which a film begins: that of its first sound, and of a description only where there is nothing else. */
export function defaultLanguage(audio: readonly PackagedAudio[]): string[] {
  const { language } = audio.find(({ isDescription }) => !isDescription) ?? audio[0] ?? {};
  return language ? ['--default_language', language] : [];
}

/** Names for the menu of the player: unlike each other, and without what the packager's syntax uses. */
function describeAudio(plan: EncodePlan): PackagedAudio[] {
  const names = new Intl.DisplayNames(['en'], { type: 'language' });
  const seen = new Map<string, number>();
  return plan.audio.map(({ track, channels }) => {
    const language = track.language ?? '';
    const isDescription = track.isDescription === true;
    const spoken = language === '' ? 'Audio' : (names.of(language) ?? language).replace(/[^\p{L}\p{N} ()-]/gu, ' ');
    const base = isDescription ? `${spoken} (audio description)` : spoken;
    const count = (seen.get(base) ?? 0) + 1;
    seen.set(base, count);
    return { language, channels, isDescription, label: count === 1 ? base : `${base} ${count}` };
  });
}

/** The variants of a master playlist, smallest first. */
export function readMaster(master: string): PackagedRendition[] {
  const found = new Map<string, PackagedRendition>();
  for (const line of master.split('\n')) {
    if (!line.startsWith('#EXT-X-STREAM-INF:')) continue;
    const bandwidth = Number(/[:,]BANDWIDTH=(\d+)/.exec(line)?.[1] ?? 0);
    const [, width, height] = /RESOLUTION=(\d+)x(\d+)/.exec(line) ?? [];
    const codecs = /CODECS="([^"]*)"/.exec(line)?.[1] ?? '';
    if (width && height) {
      found.set(`${width}x${height}`, { width: Number(width), height: Number(height), bandwidth, codecs });
    }
  }
  return [...found.values()].sort((a, b) => a.width * a.height - b.width * b.height);
}
