import { spawn } from 'node:child_process';
import { access, mkdir, rm, writeFile } from 'node:fs/promises';
import { constants, setPriority } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { ImportedFestival } from '@marquee/festival/seed/import-festival';
import type { ImportedFilm } from '@marquee/film/seed/import-film';
import type { ImportedAccount } from '@marquee/identity/seed/import-accounts';
import type { FileImporter } from '@marquee/media/seed/import-file';
import type { Clock } from '@marquee/runtime/clock';
import type { Logger } from '@marquee/runtime/log';
import { films } from './catalogue/catalogue.ts';
import { festivals } from './catalogue/festivals.ts';
import type { FilmData } from './catalogue/film-schema.ts';
import { people } from './catalogue/people.ts';
import { soonAfter } from './catalogue/soon.ts';
import { filmFile, filmId, importedFilm, type SlotName } from './import-shapes.ts';
import { clipPictures, filmPictures } from './pictures.ts';
import { filmCommand, trailerCommand } from './video/clip.ts';

export type SeedOptions = {
  /** Where pictures, clips and the marks of finished steps are written. */
  dir: string;
  ffmpeg: string;
  importAccounts(accounts: readonly ImportedAccount[]): Promise<unknown>;
  importFilm(film: ImportedFilm): Promise<unknown>;
  importFestival(festival: ImportedFestival): Promise<unknown>;
  /** Gives a screening that is over another start. */
  restartScreening(film: { id: string; startTime: Date }): Promise<unknown>;
  media: Pick<FileImporter, 'importFile' | 'isSettled'>;
  clock: Clock;
  log: Logger;
  signal: AbortSignal;
  /** All films of the catalogue by default. */
  only?: readonly FilmData[];
};

const SETTLED_POLL_MS = 750;
const SETTLED_MS_MAX = 10 * 60_000;
// All films are made before the first trailer.
const VIDEO_SLOTS = ['FILM_VIDEO', 'TRAILER_VIDEO'] as const;
// Somebody is waiting for the first film.
const FIRST_PRIORITY = constants.priority.PRIORITY_NORMAL;

/**
 * Imports the missing parts of the demo catalogue. People and films come first, without pictures, so that the feed is
 * full within a second and says what is being prepared. Then the shortest film is made, while the pictures of the others
 * are drawn; then the other films, and their trailers last, one program at a time and at low priority. Every id is fixed
 * and each finished step leaves a mark: a killed run resumes where it stopped, and a film that somebody deletes later
 * stays deleted.
 */
export async function seedDemo(options: SeedOptions): Promise<void> {
  const { dir, log } = options;
  const all = options.only ?? films;
  await mkdir(dir, { recursive: true });
  // At each start: events that have ended get new times.
  if (await isDone(dir, 'catalogue')) return seedFestivals(options);
  await options.importAccounts(people);
  const ordered = watchableFirst(all);
  await listFilms(options, ordered);
  await seedFestivals(options);
  log.info({ films: all.length }, 'the demo films are listed; their pictures and videos follow');
  const [first, ...others] = ordered;
  if (first) await seedPictures(options, [first], FIRST_PRIORITY);
  const pictures = seedPictures(options, others, constants.priority.PRIORITY_LOW);
  // A failure is thrown where it is awaited.
  pictures.catch(() => {});
  if (first) await seedVideo(options, first, 'FILM_VIDEO', FIRST_PRIORITY);
  await pictures;
  for (const slot of VIDEO_SLOTS) {
    for (const film of ordered) await seedVideo(options, film, slot, constants.priority.PRIORITY_LOW);
  }
  const steps = all.flatMap(({ key }) => VIDEO_SLOTS.map((slot) => `${key}-${slot}`));
  const done = await Promise.all(steps.map((step) => isDone(dir, step)));
  if (!done.every(Boolean)) return;
  await markDone(dir, 'catalogue');
  await rm(join(dir, 'work'), { recursive: true, force: true });
  log.info('the demo catalogue is complete');
}

async function seedFestivals({ importFestival, restartScreening, clock }: SeedOptions): Promise<void> {
  for (const film of films) {
    if (film.premieresSoon) await restartScreening({ id: filmId(film), startTime: soonAfter(clock.now()) });
  }
  for (const festival of festivals(clock.now())) await importFestival(festival);
}

/** The order in which films are made: what is made fastest comes first, upcoming screenings come last. */
export function watchableFirst(all: readonly FilmData[]): FilmData[] {
  const isComing = ({ screeningInDays = 0 }: FilmData) => Number(screeningInDays > 0);
  const pixels = ({ video: { seconds, size } }: FilmData) => seconds * size[0] * size[1];
  return all.toSorted((a, b) => isComing(a) - isComing(b) || pixels(a) - pixels(b));
}

/** The films without pictures, whose videos follow. */
async function listFilms(options: SeedOptions, all: readonly FilmData[]): Promise<void> {
  for (const film of all) {
    if (await isDone(options.dir, `${film.key}-film`)) continue;
    const videos = VIDEO_SLOTS.map((kind) => ({ kind, mediaId: filmFile(film, kind, '').id ?? '', expected: true }));
    await options.importFilm(importedFilm(film, videos, options.clock.now()));
    await markDone(options.dir, `${film.key}-film`);
  }
}

async function seedPictures(options: SeedOptions, all: readonly FilmData[], priority: number): Promise<void> {
  const missing = new Map<string, FilmData>();
  for (const film of all) if (!(await isDone(options.dir, `${film.key}-page`))) missing.set(film.key, film);
  if (missing.size === 0) return;
  for await (const key of draw(options, 'pages', [...missing.keys()], priority)) {
    const film = missing.get(key);
    if (film) await importPictures(options, film);
  }
}

async function importPictures(options: SeedOptions, film: FilmData): Promise<void> {
  const { poster, thumbnail } = filmPictures(join(options.dir, 'work'), film);
  const assets = [
    await importAsset(options, film, 'POSTER_IMAGE', poster),
    await importAsset(options, film, 'TRAILER_IMAGE', thumbnail),
  ];
  await options.importFilm(importedFilm(film, assets, options.clock.now()));
  await markDone(options.dir, `${film.key}-page`);
}

type VideoSlot = (typeof VIDEO_SLOTS)[number];
const COMMANDS = { FILM_VIDEO: filmCommand, TRAILER_VIDEO: trailerCommand };

/** One video of a film. When it cannot be made, the others are still made, and the next start tries it again. */
async function seedVideo(options: SeedOptions, film: FilmData, slot: VideoSlot, priority: number): Promise<void> {
  const { dir, log, signal } = options;
  signal.throwIfAborted();
  if (await isDone(dir, `${film.key}-${slot}`)) return;
  try {
    await makeVideo(options, film, slot, priority);
  } catch (err) {
    signal.throwIfAborted();
    log.warn({ err, film: film.key, slot }, 'making a video of a demo film failed');
    return;
  }
  await markDone(dir, `${film.key}-${slot}`);
}

async function makeVideo(options: SeedOptions, film: FilmData, slot: VideoSlot, priority: number): Promise<void> {
  const work = join(options.dir, 'work');
  for await (const _drawn of draw(options, 'clips', [film.key], priority));
  const { stills, title } = clipPictures(work, film);
  const out = join(work, `${film.key}-${slot.toLowerCase()}.mp4`);
  await run(options, options.ffmpeg, COMMANDS[slot](film, { stills, title, out }), priority);
  const asset = await importAsset(options, film, slot, out);
  await rm(out, { force: true });
  await options.importFilm(importedFilm(film, [asset], options.clock.now()));
  await untilSettled(options, asset.mediaId);
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
async function* draw(
  options: SeedOptions,
  what: 'pages' | 'clips',
  keys: string[],
  priority: number,
): AsyncGenerator<string> {
  const program = fileURLToPath(new URL('./draw.ts', import.meta.url));
  const args = [program, join(options.dir, 'work'), what, ...keys];
  const { child, ended } = start(options, process.execPath, args, priority);
  for await (const key of createInterface({ input: child.stdout })) yield key;
  await ended;
}

async function run(options: SeedOptions, program: string, args: string[], priority: number): Promise<void> {
  const { child, ended } = start(options, program, args, priority);
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
