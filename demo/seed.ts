import { spawn } from 'node:child_process';
import { access, mkdir, rm, writeFile } from 'node:fs/promises';
import { constants, setPriority } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { ImportedFilm } from '@marquee/film/seed/import-film';
import type { ImportedAccount } from '@marquee/identity/seed/import-accounts';
import type { FileImporter } from '@marquee/media/seed/import-file';
import type { Clock } from '@marquee/runtime/clock';
import type { Logger } from '@marquee/runtime/log';
import { films } from './catalogue/catalogue.ts';
import type { FilmData } from './catalogue/film-schema.ts';
import { people } from './catalogue/people.ts';
import { filmFile, importedFilm, type SlotName } from './import-shapes.ts';
import { clipPictures, filmPictures } from './pictures.ts';
import { filmCommand, trailerCommand } from './video/clip.ts';

export type SeedOptions = {
  /** Where pictures, clips and the marks of finished steps are written. */
  dir: string;
  ffmpeg: string;
  importAccounts(accounts: readonly ImportedAccount[]): Promise<unknown>;
  importFilm(film: ImportedFilm): Promise<unknown>;
  media: Pick<FileImporter, 'importFile' | 'isSettled'>;
  clock: Clock;
  log: Logger;
  signal: AbortSignal;
  /** All films of the catalogue by default. */
  only?: readonly FilmData[];
};

const SETTLED_POLL_MS = 750;
const SETTLED_MS_MAX = 10 * 60_000;

/**
 * Imports the missing parts of the demo catalogue. People and film pages come first, so that the feed is full within
 * seconds; then the videos, film by film, one program at a time and at low priority. Every id is fixed and each finished
 * step leaves a mark: a killed run resumes where it stopped, and a film that somebody deletes later stays deleted.
 */
export async function seedDemo(options: SeedOptions): Promise<void> {
  const { dir, log, signal } = options;
  const all = options.only ?? films;
  await mkdir(dir, { recursive: true });
  if (await isDone(dir, 'catalogue')) return;
  await options.importAccounts(people);
  await seedPages(options, all);
  log.info({ films: all.length }, 'the demo films are listed; their videos follow one by one');
  for (const film of watchableFirst(all)) {
    signal.throwIfAborted();
    if (await isDone(dir, `${film.key}-videos`)) continue;
    try {
      await seedVideos(options, film);
    } catch (err) {
      signal.throwIfAborted();
      // The other films are still imported; the next start retries this one.
      log.warn({ err, film: film.key }, 'making the videos of a demo film failed');
      continue;
    }
    await markDone(dir, `${film.key}-videos`);
  }
  const done = await Promise.all(all.map((film) => isDone(dir, `${film.key}-videos`)));
  if (!done.every(Boolean)) return;
  await markDone(dir, 'catalogue');
  await rm(join(dir, 'work'), { recursive: true, force: true });
  log.info('the demo catalogue is complete');
}

/** The order in which videos are made: upcoming screenings come last. */
export function watchableFirst(all: readonly FilmData[]): FilmData[] {
  const isComing = ({ screeningInDays = 0 }: FilmData) => Number(screeningInDays > 0);
  return all.toSorted((a, b) => isComing(a) - isComing(b));
}

async function seedPages(options: SeedOptions, all: readonly FilmData[]): Promise<void> {
  const missing = new Map<string, FilmData>();
  for (const film of all) if (!(await isDone(options.dir, `${film.key}-page`))) missing.set(film.key, film);
  if (missing.size === 0) return;
  for await (const key of draw(options, 'pages', [...missing.keys()])) {
    const film = missing.get(key);
    if (film) await seedPage(options, film);
  }
}

async function seedPage(options: SeedOptions, film: FilmData): Promise<void> {
  const { poster, thumbnail } = filmPictures(join(options.dir, 'work'), film);
  const assets = [
    await importAsset(options, film, 'POSTER_IMAGE', poster),
    await importAsset(options, film, 'TRAILER_IMAGE', thumbnail),
  ];
  await options.importFilm(importedFilm(film, assets, options.clock.now()));
  await markDone(options.dir, `${film.key}-page`);
}

async function seedVideos(options: SeedOptions, film: FilmData): Promise<void> {
  const work = join(options.dir, 'work');
  for await (const _drawn of draw(options, 'clips', [film.key]));
  const { stills, title } = clipPictures(work, film);
  const clips = [
    { slot: 'TRAILER_VIDEO', command: trailerCommand },
    { slot: 'FILM_VIDEO', command: filmCommand },
  ] as const;
  for (const { slot, command } of clips) {
    if (await isDone(options.dir, `${film.key}-${slot}`)) continue;
    const out = join(work, `${film.key}-${slot.toLowerCase()}.mp4`);
    await run(options, options.ffmpeg, command(film, { stills, title, out }));
    const asset = await importAsset(options, film, slot, out);
    await rm(out, { force: true });
    await options.importFilm(importedFilm(film, [asset], options.clock.now()));
    await untilSettled(options, asset.mediaId);
    await markDone(options.dir, `${film.key}-${slot}`);
  }
}

async function importAsset(options: SeedOptions, film: FilmData, slot: SlotName, path: string) {
  const mediaId = await options.media.importFile(filmFile(film, slot, path));
  return { kind: slot, mediaId };
}

// The next clip is made when this one is packaged, so that a maker's own upload waits for one demo clip at most.
async function untilSettled({ media, signal }: SeedOptions, mediaId: string): Promise<void> {
  const end = Date.now() + SETTLED_MS_MAX;
  while (!(await media.isSettled(mediaId)) && Date.now() < end) await delay(SETTLED_POLL_MS, undefined, { signal });
}

/** Draws in a child process; yields the key of each film whose pictures are done. */
async function* draw(options: SeedOptions, what: 'pages' | 'clips', keys: string[]): AsyncGenerator<string> {
  const program = fileURLToPath(new URL('./draw.ts', import.meta.url));
  const args = [program, join(options.dir, 'work'), what, ...keys];
  // People wait for the pages, not for the clips.
  const { PRIORITY_BELOW_NORMAL, PRIORITY_LOW } = constants.priority;
  const priority = what === 'pages' ? PRIORITY_BELOW_NORMAL : PRIORITY_LOW;
  const { child, ended } = start(options, process.execPath, args, priority);
  for await (const key of createInterface({ input: child.stdout })) yield key;
  await ended;
}

async function run(options: SeedOptions, program: string, args: string[]): Promise<void> {
  const { child, ended } = start(options, program, args, constants.priority.PRIORITY_LOW);
  child.stdout.resume();
  await ended;
}

const ERROR_CHARACTERS_KEPT = 2_000;

function start({ signal }: SeedOptions, program: string, args: string[], priority: number) {
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'], signal, killSignal: 'SIGKILL' });
  if (child.pid) setPriority(child.pid, priority);
  let errors = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errors = (errors + text).slice(-ERROR_CHARACTERS_KEPT);
  });
  const ended = new Promise<void>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) =>
      code === 0 ? resolve() : reject(new Error(`${program} ended with ${code}: ${errors}`)),
    );
  });
  // A failure is still thrown where `ended` is awaited, after the output was read.
  ended.catch(() => {});
  return { child, ended };
}

async function isDone(dir: string, step: string): Promise<boolean> {
  return access(join(dir, `${step}.done`)).then(
    () => true,
    () => false,
  );
}

async function markDone(dir: string, step: string): Promise<void> {
  await writeFile(join(dir, `${step}.done`), '');
}
