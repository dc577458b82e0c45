import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Database, openDatabase } from '@marquee/data/database';
import { embeddedPostgresUrl } from '@marquee/data/embedded-postgres';
import { openDataDir } from '@marquee/deploy/embedded/data-dir';
import { loadKeys } from '@marquee/deploy/embedded/keys';
import { loadServices } from '@marquee/deploy/embedded/load-services';
import { createOutbox, type Outbox } from '@marquee/events/outbox';
import { uploadsConfigSchema } from '@marquee/media/config';
import { type FileImporter, openImporter } from '@marquee/media/seed/import-file';
import { type Clock, systemClock } from '@marquee/runtime/clock';
import { loadConfig } from '@marquee/runtime/config';
import { createLogger } from '@marquee/runtime/log';
import { memorySignals, type Signals } from '@marquee/runtime/signals';
import { openBlobs } from '@marquee/service/open-platform';
import { blobConfigSchema } from '@marquee/service/process-config';
import type { BlobStore } from '@marquee/storage/blob-store';
import { diskBlobs } from '@marquee/storage/disk-blobs';
import { z } from 'zod';

export type Owned = { db: Database; outbox: Outbox; clock: Clock; signals: Signals };

/** What the operator of a running site has access to: its databases, its blobs and the key of its sessions. */
export type SiteOwner = {
  identity: Owned;
  film: Owned;
  festival: Owned;
  media: FileImporter;
  sessionHashKey: Uint8Array;
  close(): Promise<void>;
};

const CONNECTIONS = 4;
const log = createLogger({ service: 'load', level: 'error', destination: process.stderr });

const base64 = z.string().transform((text) => Buffer.from(text, 'base64'));
const postgresUrl = z.url({ protocol: /^postgres(ql)?$/ });
const ownerSchema = z.object({
  ...blobConfigSchema.shape,
  ...uploadsConfigSchema.extend({ UPLOADS_DIR: z.string().default(join(tmpdir(), 'marquee-load')) }).shape,
  DATABASE_URL_IDENTITY: postgresUrl,
  DATABASE_URL_FILM: postgresUrl,
  DATABASE_URL_MEDIA: postgresUrl,
  DATABASE_URL_FESTIVAL: postgresUrl,
  CHALLENGE_HASH_KEY: base64,
});

/** The owner of a scaled site, from the environment of its services. */
export async function ownerByEnvironment(env: Record<string, string | undefined>): Promise<SiteOwner> {
  const config = loadConfig(ownerSchema, env);
  return openOwner({
    ...config,
    databaseUrl: (name) => config[`DATABASE_URL_${name}`],
    blobs: await openBlobs(config),
    sessionHashKey: config.CHALLENGE_HASH_KEY,
  });
}

/** The owner of the embedded instance that runs on a folder. */
export async function ownerOfFolder(dataDir: string): Promise<SiteOwner> {
  const dir = openDataDir(dataDir);
  const keys = loadKeys(dir.keys, await loadServices());
  return openOwner({
    ...loadConfig(uploadsConfigSchema, { UPLOADS_DIR: dir.uploads }),
    databaseUrl: (name) => embeddedPostgresUrl(dir.socketDir, name.toLowerCase()),
    blobs: await diskBlobs({ root: dir.blobs }),
    sessionHashKey: Buffer.from(keys.secrets['identity.CHALLENGE_HASH_KEY'] ?? '', 'base64'),
  });
}

type Options = z.output<typeof uploadsConfigSchema> & {
  databaseUrl(name: 'IDENTITY' | 'FILM' | 'MEDIA' | 'FESTIVAL'): string;
  blobs: BlobStore;
  sessionHashKey: Uint8Array;
};

function openOwner({ databaseUrl, blobs, sessionHashKey, ...config }: Options): SiteOwner {
  const signals = memorySignals();
  const owned = (name: 'IDENTITY' | 'FILM' | 'FESTIVAL'): Owned => ({
    db: openDatabase({ url: databaseUrl(name), max: CONNECTIONS, log, applicationName: 'load' }),
    outbox: createOutbox({ clock: systemClock }),
    clock: systemClock,
    signals,
  });
  const [identity, film, festival] = [owned('IDENTITY'), owned('FILM'), owned('FESTIVAL')];
  const media = openImporter(config, { databaseUrl: databaseUrl('MEDIA'), blobs, signals, log });
  return {
    ...{ identity, film, festival, media, sessionHashKey },
    close: async () => {
      await Promise.all([identity.db.close(), film.db.close(), festival.db.close(), media.close()]);
    },
  };
}
