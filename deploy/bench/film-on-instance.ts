import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { openDatabase } from '@marquee/data/database';
import { embeddedPostgresUrl } from '@marquee/data/embedded-postgres';
import { createOutbox } from '@marquee/events/outbox';
import { type ImportedFilm, importFilm } from '@marquee/film/seed/import-film';
import { importAccounts } from '@marquee/identity/seed/import-accounts';
import { configSchema as mediaConfigSchema } from '@marquee/media/config';
import { type FileImporter, openImporter } from '@marquee/media/import-file';
import { systemClock } from '@marquee/runtime/clock';
import { loadConfig } from '@marquee/runtime/config';
import { signingKeyToPem } from '@marquee/runtime/keys';
import { createLogger } from '@marquee/runtime/log';
import { memorySignals } from '@marquee/runtime/signals';
import { diskBlobs } from '@marquee/storage/disk-blobs';
import { embeddedConfigSchema } from '../embedded/config.ts';
import { openDataDir } from '../embedded/data-dir.ts';
import { loadKeys } from '../embedded/keys.ts';
import { serviceEnvironments } from '../embedded/service-environments.ts';

const TRANSCODE_MS_MAX = 300_000;
const POLL_MS = 500;
const log = createLogger({ service: 'bench', level: 'error', destination: process.stderr });
const signals = memorySignals();

export type FilmOnInstance = { filmId: string; viewerEmail: string };

/** Brings a film that plays, and somebody to watch it, into a running instance, as the demo catalogue does. */
export async function bringFilm(dataDir: string, publicUrl: string, clip: string): Promise<FilmOnInstance> {
  const dir = openDataDir(dataDir);
  const url = (name: string) => embeddedPostgresUrl(dir.socketDir, name);
  const owner = (name: string) => ({
    db: openDatabase({ url: url(name), max: 1, log, applicationName: 'bench' }),
    outbox: createOutbox({ clock: systemClock }),
    clock: systemClock,
    signals,
  });
  const [identity, film] = [owner('identity'), owner('film')];
  const media = await mediaImporter(dataDir, publicUrl, url('media'));
  try {
    const [maker, viewer, filmId] = [randomUUID(), randomUUID(), randomUUID()];
    const viewerEmail = 'viewer@bench.example';
    await importAccounts(identity, [
      {
        id: maker,
        email: 'maker@bench.example',
        firstName: 'Ada',
        lastName: 'Maker',
        consumerType: 'ENTERTAINMENT_PRO',
      },
      { id: viewer, email: viewerEmail, firstName: 'Vera', lastName: 'Viewer', consumerType: 'MOVIE_LOVER' },
    ]);
    const file = { path: clip, ownerId: maker, filmId, slot: 'FILM_VIDEO', fileName: 'film.mp4', bound: true } as const;
    const mediaId = await media.importFile(file);
    await importFilm(film, { ...newFilm(filmId, maker), assets: [{ kind: 'FILM_VIDEO', mediaId }] });
    await untilSettled(media, mediaId);
    return { filmId, viewerEmail };
  } finally {
    await Promise.all([identity.db.close(), film.db.close(), media.close()]);
  }
}

async function mediaImporter(dataDir: string, publicUrl: string, databaseUrl: string): Promise<FileImporter> {
  const dir = openDataDir(dataDir);
  const keys = loadKeys(dir.keys);
  const environments = serviceEnvironments({
    env: process.env,
    config: loadConfig(embeddedConfigSchema, { DATA_DIR: dataDir }),
    publicUrl,
    dir,
    keys,
    viewerKeyPem: signingKeyToPem(keys.viewer),
  });
  const config = loadConfig(mediaConfigSchema, environments.media);
  return openImporter(config, { databaseUrl, blobs: await diskBlobs({ root: dir.blobs }), signals, log });
}

function newFilm(id: string, createdBy: string): ImportedFilm {
  return {
    id,
    createdBy,
    createdAt: new Date(),
    published: true,
    isApproved: true,
    fields: {
      filmTitle: 'Ten Runs of One Film',
      projectType: 'SHORT',
      country: 'PT',
      language: 'pt',
      languages: ['pt'],
      genres: ['Drama'],
      rating: 'PG',
      logLine: 'Somebody presses Watch, and waits.',
      releaseDate: '2026-03-14',
      isStudentFilm: false,
      isFirstTimeFilmMaker: false,
      hasSubtitles: false,
      resolution: '1080p',
    },
  };
}

async function untilSettled(media: FileImporter, id: string): Promise<void> {
  const giveUp = Date.now() + TRANSCODE_MS_MAX;
  while (!(await media.isSettled(id))) {
    if (Date.now() > giveUp) throw new Error('the film was not transcoded in time');
    await delay(POLL_MS);
  }
}
