import { mkdir, rename, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { posterSvg, renderPicture, STILL, stillSvg, titleSvg } from './art/draw-picture.ts';
import { wordingOf } from './catalogue/catalogue.ts';
import type { FilmData } from './catalogue/film-schema.ts';

export type FilmPictures = { poster: string; thumbnail: string };
export type ClipPictures = { stills: string[]; title: string };

/** Paths of the pictures of a film's page. */
export function filmPictures(dir: string, film: FilmData): FilmPictures {
  return { poster: join(dir, `${film.key}-poster.jpg`), thumbnail: join(dir, `${film.key}-still-1.jpg`) };
}

/** Paths of the pictures that its clips are made of. */
export function clipPictures(dir: string, film: FilmData): ClipPictures {
  const stills = [1, 0].map((take) => join(dir, `${film.key}-frame-${take}.jpg`));
  return { stills, title: join(dir, `${film.key}-title.png`) };
}

/** Draws the missing pictures of a film's page. */
export async function drawFilmPictures(dir: string, film: FilmData): Promise<void> {
  await mkdir(dir, { recursive: true });
  const { poster, thumbnail } = filmPictures(dir, film);
  await once(poster, () => renderPicture(posterSvg(film.key, film.art, wordingOf(film)), film.key));
  await once(thumbnail, () => renderPicture(stillSvg(film.key, film.art, 1), film.key));
}

/** Draws the missing pictures for a film's clips: stills in the film's own aspect ratio, and its title. */
export async function drawClipPictures(dir: string, film: FilmData): Promise<void> {
  await mkdir(dir, { recursive: true });
  const { stills, title } = clipPictures(dir, film);
  const [w, h] = film.video.size;
  const scale = STILL.w / Math.max(w, h);
  const frame = { w: Math.round(w * scale), h: Math.round(h * scale) };
  for (const [index, file] of stills.entries()) {
    const take = index === 0 ? 1 : 0;
    await once(file, () => renderPicture(stillSvg(film.key, film.art, take, frame), film.key));
  }
  await once(title, () =>
    sharp(Buffer.from(titleSvg(film.art, wordingOf(film), { w, h })))
      .png()
      .toBuffer(),
  );
}

// Renamed when complete, so that a killed run leaves no partial picture.
async function once(file: string, draw: () => Promise<Buffer>): Promise<void> {
  if (await stat(file).catch(() => undefined)) return;
  await writeFile(`${file}.part`, await draw());
  await rename(`${file}.part`, file);
}
