import type { FilmData } from '../catalogue/film-schema.ts';
import { fieldChain } from './fields.ts';

export type ClipFiles = {
  /** Stills of the film, at least two, larger than the clip. */
  stills: readonly string[];
  /** The title on nothing, in the clip's size. */
  title: string;
  out: string;
};

const FPS = 24;
const FADE_S = 0.7;
const TRAILER_S = 11;

/** The command that makes a film: title over a field, stills that drift, fields between them, a chord below. */
export function filmCommand(film: FilmData, files: ClipFiles): string[] {
  const total = film.video.seconds;
  const part = (total - 5) / 4;
  return command(film, files, [
    { kind: 'title', seconds: 5 },
    { kind: 'still', index: 0, seconds: part },
    { kind: 'field', seconds: part },
    { kind: 'still', index: 1, seconds: part },
    { kind: 'field', seconds: part },
  ]);
}

/** The trailer: quick looks and the title at its end. */
export function trailerCommand(film: FilmData, files: ClipFiles): string[] {
  return command(film, files, [
    { kind: 'still', index: 1, seconds: 2.6 },
    { kind: 'field', seconds: 2.2 },
    { kind: 'still', index: 0, seconds: 2.4 },
    { kind: 'title', seconds: TRAILER_S - 7.2 },
  ]);
}

type Shot = { kind: 'title' | 'field'; seconds: number } | { kind: 'still'; index: number; seconds: number };

function command(film: FilmData, files: ClipFiles, shots: Shot[]): string[] {
  const [w, h] = film.video.size;
  const total = shots.reduce((sum, { seconds }) => sum + seconds, 0);
  const inputs = [...files.stills, files.title].flatMap((file) => ['-framerate', String(FPS), '-i', file]);
  const titleInput = files.stills.length;
  const chains = shots.map((shot, index) => `${shotChain(film, shot, index, titleInput)}[v${index}]`);
  const joined = `${shots.map((_, index) => `[v${index}]`).join('')}concat=n=${shots.length}:v=1:a=0,format=yuv420p[v]`;
  const graph = [...chains, joined, `${soundChain(film, total)}[a]`].join(';');
  return [
    '-hide_banner',
    '-loglevel',
    'error',
    '-nostdin',
    '-y',
    ...inputs,
    '-filter_complex',
    graph,
    '-map',
    '[v]',
    '-map',
    '[a]',
    '-t',
    String(total),
    '-r',
    String(FPS),
    '-s',
    `${w}x${h}`,
    '-c:v',
    'libx264',
    '-preset',
    'ultrafast',
    '-crf',
    '17',
    '-g',
    String(FPS * 2),
    '-threads',
    '1',
    '-c:a',
    'aac',
    '-b:a',
    '96k',
    '-ac',
    '2',
    '-metadata:s:a:0',
    `language=${film.language === 'zxx' ? 'zxx' : film.language}`,
    '-fflags',
    '+bitexact',
    '-flags:v',
    '+bitexact',
    '-flags:a',
    '+bitexact',
    '-movflags',
    '+faststart',
    files.out,
  ];
}

function shotChain(film: FilmData, shot: Shot, index: number, titleInput: number): string {
  const { size, field } = film.video;
  const fade = `fade=t=in:d=${FADE_S},fade=t=out:st=${(shot.seconds - FADE_S).toFixed(2)}:d=${FADE_S}`;
  if (shot.kind === 'still') return `${stillChain(shot.index, shot.seconds, size, index)},${fade}`;
  const light = shot.kind === 'title' ? 0.45 : 1;
  const moving = fieldChain(field, film.art.palette, size, shot.seconds, light);
  if (shot.kind === 'field') return `${moving},${fade}`;
  const title = `[${titleInput}:v]format=rgba,${hold(shot.seconds)},fade=t=in:st=0.6:d=1.2:alpha=1[over${index}]`;
  return `${moving}[under${index}];${title};[under${index}][over${index}]overlay=format=yuv420:shortest=1,setsar=1,${fade}`;
}

// One decoded and scaled picture, shown for so long.
function hold(seconds: number): string {
  return `loop=loop=-1:size=1,setpts=N/${FPS}/TB,trim=duration=${seconds.toFixed(2)}`;
}

/** A still wider than the frame, over which the frame drifts; odd shots the other way. */
function stillChain(input: number, seconds: number, [w, h]: readonly [number, number], index: number): string {
  const even = (value: number) => Math.ceil(value / 2) * 2;
  const larger = `scale=${even(w * 1.18)}:${even(h * 1.18)}:force_original_aspect_ratio=increase`;
  const share = `t/${seconds.toFixed(2)}`;
  const along = index % 2 ? `(iw-ow)*(0.1+0.8*${share})` : `(iw-ow)*(0.9-0.8*${share})`;
  return `[${input}:v]${larger},format=yuv420p,${hold(seconds)},crop=${w}:${h}:x='${along}':y='(ih-oh)*(0.75-0.5*${share})',setsar=1`;
}

/** A slow chord whose tones come and go and beat against each other, over brown noise. */
function soundChain(film: FilmData, total: number): string {
  const tones = film.video.chord.flatMap((hertz, index) => [
    { hertz, level: 0.5 / (1 + index * 0.35), swell: 0.11 + index * 0.03 },
    { hertz: hertz * 1.004, level: 0.25 / (1 + index * 0.35), swell: 0.1 },
  ]);
  const chains = tones.map(
    ({ hertz, level, swell }, index) =>
      `sine=f=${hertz.toFixed(2)}:r=44100:d=${total},tremolo=f=${swell.toFixed(2)}:d=0.8,volume=${level.toFixed(2)}[tone${index}]`,
  );
  const air = `anoisesrc=color=brown:amplitude=0.05:r=44100:d=${total}:seed=${film.title.length},lowpass=f=420[air]`;
  const mixed = `${tones.map((_, index) => `[tone${index}]`).join('')}[air]amix=inputs=${tones.length + 1}:normalize=0`;
  const ends = `afade=t=in:d=1.5,afade=t=out:st=${total - 2}:d=2`;
  return `${chains.join(';')};${air};${mixed},aecho=0.8:0.6:90|220:0.3|0.2,${ends},aformat=channel_layouts=stereo`;
}
