import type { Tx } from './database.ts';
import { existing } from './existing.ts';
import type { WorkTableOptions } from './work-table.ts';

/** Rows of work that are claimed by their turn, and take turns by `lane`: the account that they belong to, or a part of it. */
export type RowsInLine = WorkTableOptions & { columns: { turn: string; lane: string } };

/** Bounds of what a row counts. Their ratio limits how many short rows of one lane go before a long one of another. */
export type TurnCosts = { costMin: number; costMax: number };

/**
 * The order of rows that wait, as a fair queue (self-clocked): the turn of a row is the turn of the row that was claimed
 * last, or the last of its lane's that are open, plus the row's cost. So lanes take turns however much was put into each
 * of them, short rows before long ones, and the first row of a lane waits for no more than `costMax` of each other lane's.
 * A row that is tried again keeps its turn. Costs are in a unit of the caller's, such as milliseconds of video.
 */
export type WorkLine = {
  /** The turn of a row that is put in line now. Locks the lane to the end of the transaction. */
  next(tx: Tx, lane: string, cost: number): Promise<bigint>;
  /** How many rows wait before this one. */
  before(tx: Tx, id: string): Promise<number>;
  /** Puts a waiting row before all others that wait, and that will come. False when it does not wait. */
  moveToFront(tx: Tx, id: string): Promise<boolean>;
};

export function workLine({ table, open, columns }: RowsInLine, { costMin, costMax }: TurnCosts): WorkLine {
  const { turn, lane, attempt, leaseUntil } = columns;
  const waiting = `${open} AND ${leaseUntil} IS NULL`;
  const lock = `SELECT pg_advisory_xact_lock(hashtextextended('line:${table}:' || $1, 0))`;
  const claimed = `SELECT max(${turn}) FROM ${table} WHERE ${attempt} > 0`;
  // One more than the lane's last, so that of two equal turns the one of another lane comes first.
  const next = `SELECT greatest(0,
      (${claimed}),
      (SELECT max(${turn}) + 1 FROM ${table} WHERE ${open} AND ${lane} = $1)
    ) + $2::int8 AS turn`;
  const before = `SELECT count(*)::int AS before FROM ${table}
    WHERE ${waiting} AND (${turn}, id) < (SELECT ${turn}, id FROM ${table} WHERE id = $1)`;
  const moveToFront = `UPDATE ${table} SET ${turn} =
      least((SELECT min(${turn}) - 1 FROM ${table} WHERE ${waiting}), coalesce((${claimed}), 0))
    WHERE id = $1 AND ${waiting} RETURNING 1`;

  return {
    async next(tx, name, cost) {
      await tx.query(lock, [name]);
      const bounded = Math.round(Math.min(Math.max(cost, costMin), costMax));
      const [row] = await tx.query<{ turn: bigint }>(next, [name, bounded]);
      return existing(row, 'the next turn').turn;
    },
    async before(tx, id) {
      const [row] = await tx.query<{ before: number }>(before, [id]);
      return row?.before ?? 0;
    },
    moveToFront: async (tx, id) => (await tx.query(moveToFront, [id])).length === 1,
  };
}
