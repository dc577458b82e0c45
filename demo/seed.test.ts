// @requires ffmpeg
// @inputs demo packages services

import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ImportedFilm } from '@marquee/film/seed/import-film';
import type { FileToImport } from '@marquee/media/seed/import-file';
import { atEnd } from '@marquee/testing/cleanup';
import { fixedClock } from '@marquee/testing/fixed-clock';
import { silentLog } from '@marquee/testing/silent-log';
import { films } from './catalogue/catalogue.ts';
import { type SeedOptions, seedDemo } from './seed.ts';

// Each test draws in child processes, which are slow on a busy machine.
const TIMEOUT_MS = 120_000;

const pair = films.filter(({ key }) => ['kiosk', 'marigold'].includes(key));

async function seeding(changes: Partial<SeedOptions> = {}) {
  const dir = await mkdtemp(join(tmpdir(), 'marquee-seed-'));
  atEnd(() => rm(dir, { recursive: true, force: true }));
  const imported: string[] = [];
  const options: SeedOptions = {
    dir,
    // catalogue.test.ts checks the commands that make clips; here a program that does nothing replaces ffmpeg.
    ffmpeg: '/bin/true',
    importAccounts: async (accounts) => imported.push(`accounts ${accounts.length}`),
    restartScreening: async ({ id }) => imported.push(`premiere ${id}`),
    importFestival: async ({ name }) => imported.push(`festival ${name}`),
    importFilm: async ({ fields, assets = [] }: ImportedFilm) =>
      imported.push(
        `film ${fields.filmTitle}: ${assets.map(({ kind, expected }) => (expected ? `${kind} expected` : kind)).join(' ')}`,
      ),
    media: {
      importFile: async ({ id = '', slot, fileName }: FileToImport) => {
        imported.push(`file ${slot} ${fileName}`);
        return id;
      },
      isSettled: async () => true,
    },
    clock: fixedClock('2026-11-20T12:00:00Z'),
    log: silentLog,
    signal: new AbortController().signal,
    only: pair,
    ...changes,
  };
  return { options, imported };
}

test(
  'every film is listed before anything is drawn, the shortest is made before the others, and trailers come last [SYS-01:catalogue]',
  async () => {
    const { options, imported } = await seeding();
    await seedDemo(options);
    expect(imported[0]).toBe('accounts 12');
    // In the studio no slot of theirs is empty meanwhile.
    const videos = 'FILM_VIDEO expected TRAILER_VIDEO expected';
    expect(imported.slice(1, 3)).toEqual([`film Kiosk: ${videos}`, `film Marigold: ${videos}`]);
    const at = (line: string) => {
      expect(imported).toContain(line);
      return imported.indexOf(line);
    };
    const kiosk = at('film Kiosk: FILM_VIDEO');
    expect(at('film Kiosk: POSTER_IMAGE TRAILER_IMAGE')).toBeLessThan(kiosk);
    expect(kiosk).toBeLessThan(at('film Marigold: FILM_VIDEO'));
    expect(at('film Marigold: POSTER_IMAGE TRAILER_IMAGE')).toBeLessThan(at('film Marigold: FILM_VIDEO'));
    expect(at('film Marigold: FILM_VIDEO')).toBeLessThan(at('film Kiosk: TRAILER_VIDEO'));
    expect(at('film Kiosk: TRAILER_VIDEO')).toBeLessThan(at('film Marigold: TRAILER_VIDEO'));
  },
  TIMEOUT_MS,
);

test(
  'a catalogue that is complete is not touched again, and leaves no work behind',
  async () => {
    const { options, imported } = await seeding();
    await seedDemo(options);
    expect(await readdir(options.dir)).not.toContain('work');
    imported.length = 0;
    await seedDemo(options);
    // Events and premieres that have ended get new times at each start.
    expect(imported).toEqual([
      expect.stringMatching(/^premiere /),
      ...['festival Foz Film Festival', 'festival Night Bus Film Club'],
    ]);
  },
  TIMEOUT_MS,
);

test(
  'a run that was stopped continues at the same place',
  async () => {
    const stopping = new AbortController();
    const { options, imported } = await seeding({ signal: stopping.signal });
    const { importFilm } = options;
    options.importFilm = async (film) => {
      const [asset] = film.assets ?? [];
      if (asset?.kind === 'FILM_VIDEO' && !asset.expected) stopping.abort();
      return importFilm(film);
    };
    await expect(
      seedDemo({ ...options, media: { ...options.media, isSettled: async () => !stopping.signal.aborted } }),
    ).rejects.toThrow();
    imported.length = 0;
    await seedDemo({ ...options, importFilm, signal: new AbortController().signal });
    expect(imported.filter((line) => /expected|Kiosk: POSTER_IMAGE/.test(line))).toEqual([]);
    expect(imported).toContain('film Kiosk: FILM_VIDEO');
    expect(imported).toContain('film Marigold: FILM_VIDEO');
  },
  TIMEOUT_MS,
);

test(
  'a film whose video cannot be made keeps no other from being made, and is tried at the next start',
  async () => {
    const { options, imported } = await seeding({ ffmpeg: '/bin/false' });
    await seedDemo(options);
    expect(imported.filter((line) => line.includes('VIDEO') && !line.includes('expected'))).toEqual([]);
    await seedDemo({ ...options, ffmpeg: '/bin/true' });
    expect(imported).toContain('film Kiosk: FILM_VIDEO');
    expect(imported).toContain('film Marigold: FILM_VIDEO');
  },
  TIMEOUT_MS,
);
