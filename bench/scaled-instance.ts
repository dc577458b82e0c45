import { join } from 'node:path';
import { runMigrations, startComponents } from '@marquee/deploy/scaled/components';
import { openScaledSite, PROCESS_NAMES, type ProcessName, type ScaledSite } from '@marquee/deploy/scaled/processes';
import { ownerByEnvironment, type SiteOwner } from '@marquee/load-tests/site-owner';

import { cleanUp } from '@marquee/testing/cleanup';

export type ScaledInstance = {
  site: ScaledSite;
  /** The gRPC address of a service. */
  address(name: string): string;
  keys: string;
  owner: SiteOwner;
  stop(): Promise<void>;
};

/** Starts these processes of a scaled site on real components, in a folder that the caller removes. */
export async function startScaled(
  dir: string,
  names: readonly ProcessName[] = PROCESS_NAMES,
  processEnvironment: Readonly<Record<ProcessName, Record<string, string>>> = {},
): Promise<ScaledInstance> {
  const components = await startComponents(dir);
  const ports = new Map<string, number>();
  const site = await openScaledSite({
    dir,
    components,
    environment: { LOG_LEVEL: 'error', X264_PRESET: 'ultrafast' },
    processEnvironment,
    through: async (link, port) => {
      ports.set(link, port);
      return port;
    },
    say: (line) => console.error(line),
  });
  const stop = async () => {
    await site.stop();
    await components.stop();
    await cleanUp();
  };
  try {
    const migrated = await runMigrations(components);
    if (migrated.code !== 0) throw new Error(`the migrations failed:\n${migrated.output}`);
    for (const name of names) site.start(name);
    await site.untilReady(names);
    const keys = join(dir, 'keys');
    const owner = await ownerByEnvironment({
      ...components.environment,
      DATABASE_URL_IDENTITY: components.databaseUrl('identity'),
      DATABASE_URL_FILM: components.databaseUrl('film'),
      DATABASE_URL_MEDIA: components.databaseUrl('media'),
      CHALLENGE_HASH_KEY_FILE: join(keys, 'identity', 'CHALLENGE_HASH_KEY'),
    });
    const address = (name: string) => `127.0.0.1:${ports.get(name)}`;
    return { site, address, keys, owner, stop: () => owner.close().then(stop) };
  } catch (error) {
    await stop();
    throw error;
  }
}
