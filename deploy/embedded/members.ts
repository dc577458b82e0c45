import type { Bus } from '@marquee/events/bus';
import { systemClock } from '@marquee/runtime/clock';
import { loadConfig } from '@marquee/runtime/config';
import { publicKeys, signingKeyFromPem } from '@marquee/runtime/keys';
import type { Logger } from '@marquee/runtime/log';
import { memoryWaitingRooms } from '@marquee/runtime/memory-waiting-rooms';
import { memoryRateLimits } from '@marquee/runtime/rate-limits';
import { memorySharedCaches } from '@marquee/runtime/shared-caches';
import type { Signals } from '@marquee/runtime/signals';
import { createVerifier } from '@marquee/runtime/verifier';
import type { Service } from '@marquee/service/define-service';
import type { Platform } from '@marquee/service/platform';
import { httpUrlVariable } from '@marquee/service/process-config';
import type { Member } from '@marquee/service/run-services';
import type { BlobStore } from '@marquee/storage/blob-store';
import { publicKeysOf, type StoredKeys, secretsOfService } from '../keys/make-keys.ts';

export type Environment = Record<string, string | undefined>;

type Ports = {
  /** gRPC, by service. */
  rpc: ReadonlyMap<string, number>;
  /** HTTP, by service. */
  http: ReadonlyMap<string, number>;
};

/** The services that listen for gRPC, and those that serve HTTP. */
export function listeners(services: readonly Service[]): { rpc: string[]; http: string[] } {
  return {
    rpc: services.filter(({ hasRpc }) => hasRpc).map(({ name }) => name),
    http: services.filter(({ http }) => http).map(({ name }) => name),
  };
}

/** The environment of each service: the common one, and its secrets, which never come from outside. */
export function environmentsOf(
  services: readonly Service[],
  options: { environment: Environment; keys: StoredKeys; ports: Ports },
): Map<string, Environment> {
  const { environment, keys, ports } = options;
  const isOpen = ({ http }: Service) => http && (!http.isForDevelopment || environment.DEV_INBOX === '1');
  const urls = services
    .filter(isOpen)
    .map(({ name }) => [httpUrlVariable(name), `http://127.0.0.1:${ports.http.get(name)}`]);
  return new Map(
    services.map((service) => {
      const { name, http } = service;
      const port = http ? { [http.port]: String(ports.http.get(name)) } : {};
      return [name, { ...environment, ...Object.fromEntries(urls), ...port, ...secretsOfService(service, keys) }];
    }),
  );
}

/** Every service with its configuration and the adapters of an embedded site, which work in this process and on its disk. */
export function embeddedMembers(
  services: readonly Service[],
  options: {
    environments: ReadonlyMap<string, Environment>;
    keys: StoredKeys;
    ports: Ports;
    bus: Bus;
    blobs: BlobStore;
    signals: Signals;
    databaseUrl(name: string): string;
    logFor(service: string): Logger;
  },
): Member[] {
  const { keys, bus, blobs, signals, ports } = options;
  const { viewer, services: servicePems } = publicKeysOf(services, keys);
  const serviceKeys = Object.fromEntries(
    Object.entries(servicePems).map(([name, pems]) => [name, publicKeys(...pems)]),
  );
  const shared = {
    clock: systemClock,
    signals,
    rateLimits: memoryRateLimits(),
    sharedCaches: memorySharedCaches({ clock: systemClock }),
    waitingRooms: memoryWaitingRooms(),
    bus,
    blobs,
    verifier: createVerifier({ viewerKeys: publicKeys(...viewer), serviceKeys, clock: systemClock }),
    addresses: Object.fromEntries([...ports.rpc].map(([name, port]) => [name, `127.0.0.1:${port}`])),
    // Only services connect to each other's gRPC, so it is not reachable from other machines, whatever HOST is.
    host: '127.0.0.1',
  };
  return services.map((service): Member => {
    const { name, database } = service;
    const platform: Platform = {
      ...shared,
      log: options.logFor(name),
      serviceKey: signingKeyFromPem(keys.services[name] ?? ''),
      databaseUrl: database ? options.databaseUrl(database.name) : '',
      port: ports.rpc.get(name) ?? 0,
    };
    return { service, config: loadConfig(service.config, options.environments.get(name) ?? {}), platform };
  });
}
