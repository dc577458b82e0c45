import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { JPEG_COLOURS } from './colours.ts';
import { inputFile, type MediaTools, memoryFor, SAFE_INPUT } from './media-tools.ts';
import { runChild } from './run-child.ts';

export const TRICKPLAY_TRACK = 'thumbnails.vtt';

const COLUMNS = 10;
const ROWS = 10;
const THUMBNAILS_WANTED = 100;
const INTERVAL_S_MIN = 1;
const INTERVAL_S_MAX = 10;
const BOX = { long: 240, short: 135 };

export type TrickplayPlan = { intervalS: number; count: number; width: number; height: number };

/** About 100 pictures for a short film, one every 10 s for a long one. */
export function planTrickplay(durationS: number, size: { width: number; height: number }): TrickplayPlan {
  const intervalS = Math.min(INTERVAL_S_MAX, Math.max(INTERVAL_S_MIN, Math.round(durationS / THUMBNAILS_WANTED)));
  const landscape = size.width >= size.height;
  const [boxWidth, boxHeight] = landscape ? [BOX.long, BOX.short] : [BOX.short, BOX.long];
  const scale = Math.min(1, boxWidth / size.width, boxHeight / size.height);
  const even = (side: number) => Math.max(2, Math.floor((side * scale) / 2) * 2);
  return {
    intervalS,
    count: Math.max(1, Math.ceil(durationS / intervalS)),
    width: even(size.width),
    height: even(size.height),
  };
}

/** Sheets of 10 by 10 pictures for the seek bar, and the WebVTT track that says which part of which is when. */
export async function makeTrickplay(
  tools: MediaTools,
  input: { path: string; durationS: number; width: number; height: number },
  folder: string,
  signal?: AbortSignal,
): Promise<TrickplayPlan> {
  const plan = planTrickplay(input.durationS, input);
  const { intervalS, width, height } = plan;
  // The first picture of each interval; the last one is repeated if rounding left the track a frame short.
  const size = `scale=${width}:${height}:flags=area:${JPEG_COLOURS}`;
  const filter = `fps=1/${intervalS}:round=up:start_time=0,${size},tile=${COLUMNS}x${ROWS}`;
  const args = ['-v', 'error', '-nostdin', '-nostats', '-y', ...SAFE_INPUT, '-i', inputFile(input.path)];
  args.push('-an', '-vf', filter, '-q:v', '5', '-pix_fmt', 'yuvj420p');
  args.push('-f', 'image2', join(folder, 'thumbnails-%03d.jpg'));
  await runChild(tools.ffmpeg, args, {
    limits: { timeoutMs: 2 * 60_000 + input.durationS * 2000, memoryBytes: memoryFor(input.width * input.height) },
    signal,
    onStarted: tools.onStarted,
  });
  const sheets = (await readdir(folder)).filter((name) => /^thumbnails-\d+\.jpg$/.test(name)).length;
  if (sheets === 0) throw new Error('ffmpeg made no thumbnails');
  await writeFile(join(folder, TRICKPLAY_TRACK), trickplayTrack(plan, input.durationS, sheets));
  return plan;
}

export function trickplayTrack(plan: TrickplayPlan, durationS: number, sheets: number): string {
  const cues = ['WEBVTT'];
  const perSheet = COLUMNS * ROWS;
  for (let index = 0; index < plan.count; index += 1) {
    const place = Math.min(index, sheets * perSheet - 1);
    const sheet = Math.floor(place / perSheet) + 1;
    const x = ((place % perSheet) % COLUMNS) * plan.width;
    const y = Math.floor((place % perSheet) / COLUMNS) * plan.height;
    const until = Math.min(durationS, (index + 1) * plan.intervalS);
    const name = `thumbnails-${String(sheet).padStart(3, '0')}.jpg`;
    const region = `#xywh=${x},${y},${plan.width},${plan.height}`;
    cues.push(`${vttTime(index * plan.intervalS)} --> ${vttTime(until)}\n${name}${region}`);
  }
  return `${cues.join('\n\n')}\n`;
}

function vttTime(seconds: number): string {
  const ms = Math.round(seconds * 1000);
  const part = (value: number, digits = 2) => String(value).padStart(digits, '0');
  const hours = Math.floor(ms / 3_600_000);
  return `${part(hours)}:${part(Math.floor(ms / 60_000) % 60)}:${part(Math.floor(ms / 1000) % 60)}.${part(ms % 1000, 3)}`;
}
