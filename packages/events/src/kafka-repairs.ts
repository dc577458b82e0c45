import { createRequire } from 'node:module';
import type { Socket } from 'node:net';

type RequestQueue = {
  pending: unknown[];
  inflight: Map<number, unknown>;
  maxInFlightRequests: number | null;
  /** By performance.now(). */
  throttledUntil: number;
  throttleCheckTimeoutId: NodeJS.Timeout | null;
  checkPendingRequests(): void;
};

type Connection = {
  socket?: Socket;
  chunks: Buffer[];
  bytesBuffered: number;
  bytesNeeded: number;
  isConnected(): boolean;
  connect(): Promise<unknown>;
  processData(data: Buffer): void;
};

const require = createRequire(import.meta.url);
const PENDING_CHECK_MS = 10;
/** The size in bytes of the length in front of a response. */
const LENGTH_BYTES = 4;

/** The loaded copies of the library that are patched. */
const repaired = new WeakSet<object>();

/** Patches three defects of kafkajs 2.2.4, the version that package.json pins. */
export function repairKafkajs(): void {
  const { prototype: queue } = require('kafkajs/src/network/requestQueue') as { prototype: RequestQueue };
  if (repaired.has(queue)) return;
  repaired.add(queue);
  repairThrottling(queue);
  const { prototype: connection } = require('kafkajs/src/network/connection') as { prototype: Connection };
  repairReconnects(connection);
}

/**
 * It sets a timer after every response, with a negative delay unless the broker throttles it, for which Node warns. A full
 * queue continues with the next response anyway. The patch sets one only when something waits.
 *
 * It measures the time for which the broker throttles it by the wall clock: nothing is sent for as long as that is set
 * back. The patch measures it by a clock that only moves forward.
 */
function repairThrottling(prototype: RequestQueue): void {
  Object.assign(prototype, {
    maybeThrottle(this: RequestQueue, throttleMs: number | null) {
      if (throttleMs) this.throttledUntil = Math.max(performance.now() + throttleMs, this.throttledUntil);
    },
    canSendSocketRequestImmediately(this: RequestQueue) {
      if (this.throttledUntil > performance.now()) return false;
      return this.maxInFlightRequests === null || this.inflight.size < this.maxInFlightRequests;
    },
    scheduleCheckPendingRequests(this: RequestQueue) {
      if (this.throttleCheckTimeoutId || this.pending.length === 0) return;
      const waitMs = Math.max(this.throttledUntil - performance.now(), PENDING_CHECK_MS);
      this.throttleCheckTimeoutId = setTimeout(() => {
        this.throttleCheckTimeoutId = null;
        this.checkPendingRequests();
      }, waitMs);
    },
  });
}

/**
 * A connection that reconnects keeps the partial response of its old socket and still listens to that; simultaneous
 * callers each open a socket. Responses are then parsed from the middle, which throws in a socket event and ends the
 * process (tulios/kafkajs#715). The patch opens one socket at a time with an empty buffer, and an unreadable response only
 * closes its connection.
 */
function repairReconnects(prototype: Connection): void {
  const { connect, processData } = prototype;
  const connecting = new WeakMap<Connection, Promise<unknown>>();
  Object.assign(prototype, {
    connect(this: Connection) {
      if (this.isConnected()) return Promise.resolve(true);
      const underWay = connecting.get(this);
      if (underWay) return underWay;
      leaveSocket(this);
      const begun = connect.call(this).finally(() => connecting.delete(this));
      connecting.set(this, begun);
      return begun;
    },
    processData(this: Connection, data: Buffer) {
      try {
        processData.call(this, data);
      } catch (error) {
        this.socket?.destroy(error as Error);
      }
    },
  });
}

function leaveSocket(connection: Connection): void {
  const { socket } = connection;
  for (const event of ['data', 'end', 'error', 'timeout']) socket?.removeAllListeners(event);
  socket?.on('error', () => {}).destroy();
  Object.assign(connection, { chunks: [], bytesBuffered: 0, bytesNeeded: LENGTH_BYTES });
}
