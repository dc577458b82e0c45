import type { Bus } from '@marquee/events/bus';
import type { BlobStore } from '@marquee/storage/blob-store';
import type { Clock } from './clock.ts';
import type { SigningKey } from './keys.ts';
import type { Locks } from './locks.ts';
import type { Logger } from './log.ts';
import type { RateLimits } from './rate-limits.ts';
import type { SharedCaches } from './shared-caches.ts';
import type { Signals } from './signals.ts';
import type { Verifier } from './verifier.ts';

export const SERVICE_NAMES = ['identity', 'film', 'media', 'notification'] as const;
export type ServiceName = (typeof SERVICE_NAMES)[number];

/** What a composition root hands to a service: the adapters that this way of running picked. */
export type Platform = {
  log: Logger;
  clock: Clock;
  signals: Signals;
  rateLimits: RateLimits;
  sharedCaches: SharedCaches;
  /** Locks that all processes of a service share. Without them a service runs in one process, and uses its own. */
  locks?: Locks;
  bus: Bus;
  blobs?: BlobStore;
  verifier: Verifier;
  /** Signs this service's own calls. */
  serviceKey: SigningKey;
  /** gRPC addresses, `host:port`. */
  addresses: Record<ServiceName, string>;
  databaseUrl: string;
  /** Where to listen. Port 0 takes a free one. */
  host: string;
  port: number;
};

export type RunningService = {
  name: ServiceName;
  rpcPort: number;
  httpPort?: number;
  /** Tells whoever calls to look for another replica, and goes on serving. */
  leave?(): void;
  /** Ends accepting, finishes what runs, closes what is open. */
  drain(): Promise<void>;
};
