import type { SourceNote } from '@marquee/rules/media';
import { soundFilters } from './encode.ts';
import { inputFile, type MediaTools, SAFE_INPUT } from './media-tools.ts';
import type { AudioTrack } from './probe.ts';
import { ChildError, runChild } from './run-child.ts';

const TRIED_S = 1;
const LIMITS = { timeoutMs: 60_000, memoryBytes: 2 * 1024 ** 3 };

/** The sound tracks that can be converted, and what the maker reads about the others. */
export async function checkSound(
  tools: MediaTools,
  path: string,
  tracks: AudioTrack[],
  signal?: AbortSignal,
): Promise<{ audio: AudioTrack[]; notes: SourceNote[] }> {
  const audio: AudioTrack[] = [];
  for (const track of tracks) if (await isConvertible(tools, path, track, signal)) audio.push(track);
  const notes: SourceNote[] = [];
  if (audio.length < tracks.length) notes.push('SOUND_LEFT_OUT');
  if (audio.some(({ mapping }) => mapping === 'FIRST_TWO')) notes.push('SOUND_OF_TWO_CHANNELS');
  return { audio, notes };
}

/** Converts the first second: ffmpeg has no decoder for some formats, and does not say so before. */
async function isConvertible(tools: MediaTools, path: string, track: AudioTrack, signal?: AbortSignal) {
  const args = ['-v', 'error', '-nostdin', '-nostats', ...SAFE_INPUT, '-t', String(TRIED_S), '-i', inputFile(path)];
  args.push('-map', `0:${track.index}`, '-af', soundFilters(track), '-ac', '2', '-f', 'null', '-');
  try {
    await runChild(tools.ffmpeg, args, { limits: LIMITS, signal, onStarted: tools.onStarted });
    return true;
  } catch (error) {
    if (error instanceof ChildError && error.failure === 'EXIT') return false;
    throw error;
  }
}
