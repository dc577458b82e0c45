import { postgresLogBus } from '@marquee/events/postgres-log-bus';
import { freePorts } from '@marquee/runtime/free-ports';
import type { Shutdown } from '@marquee/runtime/shutdown';
import { memorySignals } from '@marquee/runtime/signals';
import type { Service } from '@marquee/service/define-service';
import { type Member, type RunningServices, runServices } from '@marquee/service/run-services';
import { refuseWrongSettings } from '@marquee/service/start-checks';
import { diskBlobs } from '@marquee/storage/disk-blobs';
import { type Environment, embeddedMembers, environmentsOf, listeners } from './members.ts';
import type { Instance } from './open-instance.ts';

export type Site = {
  running: RunningServices;
  members: readonly Member[];
  environments: ReadonlyMap<string, Environment>;
};

/** Starts services on an open instance, all in this process. */
export async function openSite(options: {
  services: readonly Service[];
  instance: Instance;
  environment: Environment;
  shutdown: Shutdown;
  /** The port for browsers. */
  port: number;
  /** Work that has to finish before the first service starts. */
  before?: Promise<unknown>;
}): Promise<Site> {
  const { services, environment, shutdown } = options;
  const { dir, log, keys, databases } = options.instance;
  const own = log.for('embedded');
  const ports = await portsOf(services, options.port);
  const environments = environmentsOf(services, { environment, keys, ports });

  const bus = postgresLogBus({ url: databases.url('bus'), log: log.for('bus') });
  shutdown.onShutdown('bus', () => bus.close());
  const members = embeddedMembers(services, {
    ...{ environments, keys, ports, bus },
    blobs: await diskBlobs({ root: dir.blobs, sweep: true }),
    signals: memorySignals({ log: own }),
    databaseUrl: (name) => databases.url(name),
    logFor: log.for,
  });
  await options.before;
  await refuseWrongSettings(
    members.flatMap(({ service, config, platform }) => service.checks(config as never, platform)),
    own,
  );
  const starting = runServices(members);
  // Registered before the start has finished, so that a signal during it leaves nothing running.
  shutdown.onShutdown('services', async () => (await starting.catch(() => undefined))?.drain());
  return { running: await starting, members, environments };
}

/** Free ports for every listener, and the given one for browsers. */
async function portsOf(services: readonly Service[], publicPort: number) {
  const { rpc, http } = listeners(services);
  const free = await freePorts(rpc.length + http.length);
  const isPublic = new Set(services.filter(({ release }) => release.isPublic).map(({ name }) => name));
  return {
    rpc: new Map(rpc.map((name, index) => [name, free[index] ?? 0])),
    http: new Map(http.map((name, index) => [name, isPublic.has(name) ? publicPort : (free[rpc.length + index] ?? 0)])),
  };
}
