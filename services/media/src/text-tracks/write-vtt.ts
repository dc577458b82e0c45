import type { Cue } from './parse-cues.ts';

/** The cues as a WebVTT file. */
export function writeVtt(cues: readonly Cue[]): string {
  const blocks = cues.map(({ startMs, endMs, settings, text }) => {
    const times = `${timestamp(startMs)} --> ${timestamp(endMs)}${settings && ` ${settings}`}`;
    return `${times}\n${text}\n`;
  });
  return ['WEBVTT\n', ...blocks].join('\n');
}

function timestamp(ms: number): string {
  const part = (unit: number, size: number) => String(Math.floor(ms / unit) % size).padStart(2, '0');
  const hours = String(Math.floor(ms / 3_600_000)).padStart(2, '0');
  return `${hours}:${part(60_000, 60)}:${part(1_000, 60)}.${String(ms % 1_000).padStart(3, '0')}`;
}
