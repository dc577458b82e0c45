import { join } from 'node:path';
import { type Database, openDatabase } from '@marquee/data/database';
import { seedDemo } from '@marquee/demo/seed';
import { createOutbox } from '@marquee/events/outbox';
import { importFestival } from '@marquee/festival/seed/import-festival';
import { importFilm } from '@marquee/film/seed/import-film';
import { restartScreening } from '@marquee/film/seed/restart-screening';
import { importAccounts } from '@marquee/identity/seed/import-accounts';
import { mediaConfig } from '@marquee/media/config';
import { openImporter } from '@marquee/media/seed/import-file';
import { findTools } from '@marquee/media/transcode/find-tools';
import { loadConfig } from '@marquee/runtime/config';
import type { Platform } from '@marquee/service/platform';
import type { Seed } from './seed-context.ts';

/** Makes the demo catalogue in a running instance. */
export const seed: Seed = async ({ platforms, environments, dataDir, log, signal }) => {
  const platform = (name: string): Platform => {
    const found = platforms.get(name);
    if (!found) throw new Error(`${name} does not run here`);
    return found;
  };
  const config = loadConfig(mediaConfig, environments.get('media') ?? {});
  const { tools } = findTools(
    { ffmpeg: config.FFMPEG_PATH, ffprobe: config.FFPROBE_PATH, preset: 'veryfast', threads: 1 },
    config.PATH,
  );
  const identity = openOwner(platform('identity'));
  const film = openOwner(platform('film'));
  const festival = openOwner(platform('festival'));
  const media = openImporter(config, platform('media'));
  try {
    await seedDemo({
      dir: join(dataDir, 'seed'),
      ffmpeg: tools.ffmpeg,
      importAccounts: (accounts) => importAccounts(identity, accounts),
      importFilm: (imported) => importFilm(film, imported),
      importFestival: (imported) => importFestival(festival, imported),
      restartScreening: (again) => restartScreening(film, again),
      media,
      clock: platform('film').clock,
      log,
      signal,
    });
  } finally {
    await Promise.all([identity.db.close(), film.db.close(), festival.db.close(), media.close()]);
  }
};

// The import has its own connection, apart from the pool of the running service.
function openOwner({ databaseUrl, clock, signals, log }: Platform) {
  const db: Database = openDatabase({ url: databaseUrl, max: 1, log, applicationName: 'seed' });
  return { db, outbox: createOutbox({ clock }), clock, signals };
}
