import type { TextTrackRefusal } from '@marquee/rules/text-tracks';
import { cueSecondsOf } from './cue-seconds.ts';
import { decodeText } from './decode-text.ts';
import { parseCues } from './parse-cues.ts';
import { writeVtt } from './write-vtt.ts';

export type CueFile =
  | { ok: true; vtt: string; cueCount: number; firstCueMs: number; endMs: number; cueSeconds: Uint8Array<ArrayBuffer> }
  | { ok: false; refusal: TextTrackRefusal; line: number };

export type CueFileAsked = { data: Uint8Array; language: string };

/** The cues of an uploaded file as WebVTT, or why it was refused and in which line. */
export function cueFileOf({ data, language }: CueFileAsked): CueFile {
  const text = decodeText(data, language);
  if (text === undefined) return { ok: false, refusal: 'NOT_TEXT', line: 1 };
  const parsed = parseCues(text);
  if (!parsed.ok) return parsed;
  const { cues } = parsed;
  const endMs = cues.reduce((last, cue) => Math.max(last, cue.endMs), 0);
  const times = { firstCueMs: cues[0]?.startMs ?? 0, endMs, cueSeconds: cueSecondsOf(cues) };
  return { ok: true, vtt: writeVtt(cues), cueCount: cues.length, ...times };
}
