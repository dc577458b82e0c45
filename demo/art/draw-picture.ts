import sharp from 'sharp';
import type { FilmArt } from '../catalogue/film-schema.ts';
import { layouts, POSTER, titleCard, type Wording } from './layouts.ts';
import { randomFrom } from './random.ts';
import type { Scene } from './scene.ts';
import { concrete, hotel, kiosk, nightCity, redRoom, sodium, stage, twoChairs } from './scenes-city.ts';
import { elevenMetres, lighthouse, marigold, ossuary, profiles, swallows } from './scenes-cutout.ts';
import { clock, folds, halftone, moire, orbits, reel } from './scenes-geometry.ts';
import { dunes, frequency, kestrel, mountains, rain, seaBands, seigaiha, weatherFactory } from './scenes-land.ts';
import { rect } from './shapes.ts';

export const scenes = {
  clock,
  concrete,
  dunes,
  elevenMetres,
  folds,
  frequency,
  halftone,
  hotel,
  kestrel,
  kiosk,
  lighthouse,
  marigold,
  moire,
  mountains,
  nightCity,
  orbits,
  ossuary,
  profiles,
  rain,
  redRoom,
  reel,
  seaBands,
  seigaiha,
  sodium,
  stage,
  swallows,
  twoChairs,
  weatherFactory,
} satisfies Record<string, Scene>;

export type SceneName = keyof typeof scenes;

export const STILL = { w: 1280, h: 720 } as const;
const GRAIN_TILE = 256;

/** The poster of a film. A lift draws the scene in a taller or shorter frame, to make room above or below it. */
export function posterSvg(key: string, art: FilmArt, words: Wording): string {
  const { w, h } = POSTER;
  const frame = { w, h: h + (art.lift ?? 0), palette: art.palette, random: randomFrom(key), take: art.take ?? 0 };
  const scene = rect(0, 0, w, h, art.below ?? art.palette[0]) + scenes[art.scene](frame);
  const ink = { title: art.title, text: art.text, face: art.face };
  return svg(w, h, scene + layouts[art.layout](words, art.palette, ink));
}

/** A still of a film. */
export function stillSvg(key: string, art: FilmArt, take: number, { w, h }: { w: number; h: number } = STILL): string {
  const seen = (take + (art.take ?? 0)) % 3;
  return svg(w, h, scenes[art.scene]({ w, h, palette: art.palette, random: randomFrom(`${key}-${take}`), take: seen }));
}

/** The title over nothing, for the film. */
export function titleSvg(art: FilmArt, words: Wording, size: { w: number; h: number }): string {
  return svg(size.w, size.h, titleCard(words, art.face, size, '#ffffff'));
}

/** Renders a drawing with the grain of film. */
export async function renderPicture(drawing: string, key: string): Promise<Buffer> {
  const grain = await sharp(grainTile(key), { raw: { width: GRAIN_TILE, height: GRAIN_TILE, channels: 4 } })
    .png({ compressionLevel: 1 })
    .toBuffer();
  return sharp(Buffer.from(drawing))
    .composite([{ input: grain, tile: true, blend: 'over' }])
    .flatten()
    .jpeg({ quality: 90, chromaSubsampling: '4:4:4' })
    .toBuffer();
}

function grainTile(key: string): Buffer {
  const random = randomFrom(`grain-${key}`);
  const pixels = Buffer.alloc(GRAIN_TILE * GRAIN_TILE * 4);
  for (let i = 0; i < pixels.length; i += 4) {
    pixels.fill(random.next() < 0.5 ? 0 : 255, i, i + 3);
    pixels[i + 3] = Math.floor(random.next() ** 2 * 30);
  }
  return pixels;
}

function svg(w: number, h: number, content: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${w}" height="${h}" viewBox="0 0 ${w} ${h}">${content}</svg>`;
}
