import { createRequire } from 'node:module';
import type { Socket } from 'node:net';

type RequestQueue = {
  pending: unknown[];
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
/** Bytes of the length that stands before an answer. */
const LENGTH_BYTES = 4;

/** Each loaded library once. */
const repaired = new WeakSet<object>();

/** Repairs what is wrong in kafkajs 2.2.4, to which package.json holds it. */
export function repairKafkajs(): void {
  const { prototype: queue } = require('kafkajs/src/network/requestQueue') as { prototype: RequestQueue };
  if (repaired.has(queue)) return;
  repaired.add(queue);
  repairTimers(queue);
  const { prototype: connection } = require('kafkajs/src/network/connection') as { prototype: Connection };
  repairReconnects(connection);
}

/**
 * It sets a timer after every answer, with a negative time unless the broker throttles it (Node warns of that), though a
 * full queue goes on with the next answer anyway. This sets one only when something waits.
 */
function repairTimers(prototype: RequestQueue): void {
  Object.assign(prototype, {
    scheduleCheckPendingRequests(this: RequestQueue) {
      if (this.throttleCheckTimeoutId || this.pending.length === 0) return;
      const waitMs = Math.max(this.throttledUntil - Date.now(), PENDING_CHECK_MS);
      this.throttleCheckTimeoutId = setTimeout(() => {
        this.throttleCheckTimeoutId = null;
        this.checkPendingRequests();
      }, waitMs);
    },
  });
}

/**
 * A connection that connects again keeps what had arrived of an answer when it broke, and listens to its old socket too;
 * several who ask for it at once each open one. Then answers begin in the middle, and reading a length there throws in an
 * event of the socket, which ends the process (tulios/kafkajs#715). This opens one at a time and begins it afresh, and has
 * an answer that cannot be read break the connection alone.
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
