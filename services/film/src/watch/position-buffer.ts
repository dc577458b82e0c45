import type { Database, Tx } from '@marquee/data/database';
import type { Logger } from '@marquee/runtime/log';
import * as positions from './positions.ts';

/** With so many sessions in the buffer, a flush starts at once. */
export const BUFFERED_SESSIONS_MAX = 5_000;

/** Heartbeats on their way to the database: the last of each session counts, and all are written together. */
export type PositionBuffer = {
  /** Keeps a position, or only its place among the streams if a later position of its session is known. */
  put(position: positions.Position): void;
  /** The position of a session that is not written yet. */
  pending(playbackSessionId: string): positions.Position | undefined;
  /** Writes all buffered positions; resolves once they are written. */
  flush(): Promise<void>;
  /** Flushes if a position of this viewer is buffered, so that they read what they wrote. */
  flushFor(accountId: string): Promise<void>;
};

type BufferOptions = {
  db: Database;
  log: Logger;
  /** Is given for how long films were played, in the transaction that writes it. */
  counted?(tx: Tx, playedMs: number): Promise<void>;
  /** Is given what is written, in the same transaction. */
  written?(tx: Tx, rows: readonly positions.Position[]): Promise<void>;
};

export function createPositionBuffer({ db, log, counted, written }: BufferOptions): PositionBuffer {
  const waiting = new Map<string, positions.Position>();
  let writing = new Map<string, positions.Position>();
  let flight: Promise<void> | undefined;

  const put = (position: positions.Position): void => {
    const known = waiting.get(position.playbackSessionId) ?? writing.get(position.playbackSessionId);
    // An earlier position that arrives late still says that its player is there.
    const isLate = known !== undefined && known.playedMs > position.playedMs;
    waiting.set(
      position.playbackSessionId,
      isLate ? { ...known, placedAt: position.placedAt ?? known.placedAt } : position,
    );
    if (waiting.size >= BUFFERED_SESSIONS_MAX && !flight) {
      flush().catch((err: unknown) => log.warn({ err }, 'positions could not be written; they are tried again'));
    }
  };

  const writeAll = async (): Promise<void> => {
    writing = new Map(waiting);
    waiting.clear();
    try {
      await db.transaction(async (tx) => {
        const rows = [...writing.values()];
        const playedMs = await positions.write(tx, rows);
        await written?.(tx, rows);
        if (playedMs > 0) await counted?.(tx, playedMs);
      });
    } catch (error) {
      // A position that arrived meanwhile is newer.
      for (const [id, position] of writing) if (!waiting.has(id)) waiting.set(id, position);
      throw error;
    } finally {
      writing = new Map();
    }
  };

  const flush = async (): Promise<void> => {
    // The caller may have put positions after the running write began: wait for it, then write the rest.
    while (flight) await flight.catch(() => undefined);
    if (waiting.size === 0) return;
    flight = writeAll();
    try {
      await flight;
    } finally {
      flight = undefined;
    }
  };

  return {
    put,
    pending: (id) => waiting.get(id) ?? writing.get(id),
    flush,
    flushFor: async (accountId) => {
      const ofViewer = (position: positions.Position) => position.accountId === accountId;
      if (waiting.values().some(ofViewer) || writing.values().some(ofViewer)) await flush();
    },
  };
}
