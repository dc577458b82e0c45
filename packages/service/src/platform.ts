import type { Bus } from '@marquee/events/bus';
import type { Clock } from '@marquee/runtime/clock';
import type { SigningKey } from '@marquee/runtime/keys';
import type { Locks } from '@marquee/runtime/locks';
import type { Logger } from '@marquee/runtime/log';
import type { RateLimits } from '@marquee/runtime/rate-limits';
import type { SharedCaches } from '@marquee/runtime/shared-caches';
import type { Signals } from '@marquee/runtime/signals';
import type { Verifier } from '@marquee/runtime/verifier';
import type { WaitingRooms } from '@marquee/runtime/waiting-rooms';
import type { BlobStore } from '@marquee/storage/blob-store';

/** What a composition root hands to a service: the adapters that this way of running picked. */
export type Platform = {
  log: Logger;
  clock: Clock;
  signals: Signals;
  rateLimits: RateLimits;
  sharedCaches: SharedCaches;
  /** The queues in front of sales, which all gateways share. */
  waitingRooms: WaitingRooms;
  /** Locks that all processes of a service share. Without them a service runs in one process, and uses its own. */
  locks?: Locks;
  bus: Bus;
  /** Where a service that uses blobs keeps them. */
  blobs?: BlobStore;
  verifier: Verifier;
  /** Signs this service's own calls. */
  serviceKey: SigningKey;
  /** gRPC addresses by service, `host:port`. */
  addresses: Readonly<Record<string, string>>;
  databaseUrl: string;
  /** Where to listen. Port 0 takes a free one. */
  host: string;
  port: number;
};

export type RunningService = {
  name: string;
  /** 0 where it serves no gRPC. */
  rpcPort: number;
  httpPort?: number;
  /** Asks callers to connect to another replica, and keeps serving. */
  leave(): void;
  /** Ends accepting, lets what runs finish for `graceMs` (DRAIN_MS by default), closes what is open. */
  drain(graceMs?: number): Promise<void>;
};
