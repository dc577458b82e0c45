import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/**
 * A kernel takes the next bytes of an answer once a third of what it holds has been read, which may be 1.6 MB: more than two
 * minutes of a phone at 100 kbit/s.
 */
const PROGRESS_MS = 180_000;
const PROGRESS_BYTES_MIN = 64 * 1024;

/** What Node counts of a connection; its public counts include what the kernel has not taken yet. */
type Handle = { bytesWritten: number; writeQueueSize: number };
type Connection = Pick<Socket, 'writableLength' | 'destroy'>;

/** Whether a connection has bytes of an answer that its client has not made room for. */
const isUnread = ({ writableLength }: Connection): boolean => writableLength > 0;

/** Closes connections over which nothing came or went for this long, but for those whose clients may read slowly. */
export function closeIdle(server: Server, idleMs: number): void {
  server.setTimeout(idleMs, (socket) => void (isUnread(socket) || socket.destroy()));
}

/**
 * Ends connections whose clients do not read their answers. Each would hold its place, the memory of its answer and the
 * connections behind it for as long as its client likes. An answer that is still being made waits for us and is left alone.
 */
export class UnreadAnswers {
  readonly #marks = new WeakMap<Connection, { at: number; taken: number }>();

  /** @param now monotonic milliseconds */
  check(connections: Iterable<Connection>, now: number): void {
    for (const connection of connections) {
      if (!isUnread(connection)) {
        this.#marks.delete(connection);
        continue;
      }
      const taken = takenOf(connection);
      const mark = this.#marks.get(connection);
      if (!mark || taken - mark.taken >= PROGRESS_BYTES_MIN) this.#marks.set(connection, { at: now, taken });
      else if (now - mark.at >= PROGRESS_MS) connection.destroy();
    }
  }
}

/** How many bytes the kernel has taken, also of one large piece that it has taken in part. */
function takenOf(connection: Connection): number {
  const { bytesWritten, writeQueueSize } = (connection as { _handle?: Handle })._handle ?? {
    bytesWritten: 0,
    writeQueueSize: 0,
  };
  return bytesWritten - writeQueueSize;
}
