import type { Bus } from '@marquee/events/bus';
import { systemClock } from '@marquee/runtime/clock';
import type { Logger } from '@marquee/runtime/log';
import { type Platform, SERVICE_NAMES, type ServiceName } from '@marquee/service/platform';
import { memoryRateLimits } from '@marquee/runtime/rate-limits';
import { memorySharedCaches } from '@marquee/runtime/shared-caches';
import type { Signals } from '@marquee/runtime/signals';
import { createVerifier } from '@marquee/runtime/verifier';
import type { BlobStore } from '@marquee/storage/blob-store';
import { type CallerName, type Keys, verifierKeys } from './keys.ts';

/** The adapters of the embedded form: everything in this process or on this disk. */
export function createPlatforms(options: {
  keys: Keys;
  bus: Bus;
  blobs: BlobStore;
  signals: Signals;
  databaseUrl(name: ServiceName): string;
  ports: readonly number[];
  logFor(service: string): Logger;
}): Record<CallerName, Platform> {
  const { keys, bus, blobs, signals, ports } = options;
  const rateLimits = memoryRateLimits();
  const sharedCaches = memorySharedCaches({ clock: systemClock });
  const verifier = createVerifier({ ...verifierKeys(keys), clock: systemClock });
  const addresses = Object.fromEntries(
    SERVICE_NAMES.map((name, index) => [name, `127.0.0.1:${ports[index]}`]),
  ) as Record<ServiceName, string>;
  const platform = (name: CallerName, port: number, databaseUrl: string): Platform => ({
    log: options.logFor(name),
    clock: systemClock,
    signals,
    rateLimits,
    sharedCaches,
    bus,
    blobs,
    verifier,
    serviceKey: keys.services[name],
    addresses,
    databaseUrl,
    // Services speak to each other only: they stay on this machine whatever HOST says.
    host: '127.0.0.1',
    port,
  });
  const services = SERVICE_NAMES.map((name, index) => [
    name,
    platform(name, ports[index] ?? 0, options.databaseUrl(name)),
  ]);
  return Object.fromEntries([...services, ['gateway', platform('gateway', 0, '')]]);
}
