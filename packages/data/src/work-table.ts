import type { Tx } from './database.ts';

/** One attempt at a row. A result is written only while the row still has this attempt. */
export type Lease = { id: string; attempt: number };

/** A claimed row, with how many attempts at it ended without a result (an error, or a worker that was lost). */
export type Work = Lease & { failures: number };

export type WorkTableOptions = {
  table: string;
  /** SQL: true for a row whose work is not finished. */
  open: string;
  /** How long a worker may be silent before another one takes the row. */
  leaseS: number;
  /** Column names. `leaseUntil` is null while nobody works. Due rows are claimed by `turn`, or else by `dueAt`. */
  columns: { dueAt: string; attempt: string; failures: string; leaseUntil: string; turn?: string };
  /** SQL list of what `claim` returns. */
  returning: string;
  /** SQL assignments at a claim, and when the row returns to the queue; for a column that shows which it is. */
  onClaim?: string;
  onReturn?: string;
};

/**
 * Rows as work: due times (of new work, what `announceWork` returns) and leases are the database's clock, so that those of
 * workers need not agree.
 * Stores write results themselves, with `held` as the condition: `UPDATE … WHERE ${held}`, `[id, attempt, …]`.
 */
export type WorkTable<Row extends Work> = {
  leaseMs: number;
  /** SQL: true for the row `$1` while its attempt `$2` holds the lease. */
  held: string;
  /** The due row that comes first, leased under a new attempt. A lease that ran out counts as a failure. */
  claim(tx: Tx, now: Date): Promise<Row | undefined>;
  /** Extends the lease. False once the row is another worker's, or finished. */
  renew(tx: Tx, lease: Lease): Promise<boolean>;
  /** Returns the row to the queue and counts nothing. True again when it is repeated. */
  release(tx: Tx, lease: Lease): Promise<boolean>;
  /** Returns the row to the queue for later, and counts a failure. */
  retry(tx: Tx, lease: Lease, dueAt: Date): Promise<boolean>;
};

export function workTable<Row extends Work>(options: WorkTableOptions): WorkTable<Row> {
  const { table, open, leaseS, columns } = options;
  const { dueAt, attempt, failures, leaseUntil, turn = dueAt } = columns;
  const leased = `${leaseUntil} = now() + interval '${leaseS} seconds'`;
  const own = `id = $1 AND ${attempt} = $2 AND ${open}`;
  const held = `${own} AND ${leaseUntil} IS NOT NULL`;
  const set = (...assignments: (string | undefined)[]) => assignments.filter(Boolean).join(', ');

  const claim = `
    UPDATE ${table} SET ${set(
      `${attempt} = ${attempt} + 1`,
      `${failures} = ${failures} + (${leaseUntil} IS NOT NULL)::int`,
      leased,
      options.onClaim,
    )}
    WHERE id = (
      SELECT id FROM ${table} WHERE ${open} AND ${dueAt} <= $1 AND (${leaseUntil} IS NULL OR ${leaseUntil} <= now())
      ORDER BY ${turn}, id LIMIT 1 FOR UPDATE SKIP LOCKED)
    RETURNING ${options.returning}, ${attempt} AS attempt, ${failures} AS failures`;
  const updateHeld = (...assignments: (string | undefined)[]) =>
    `UPDATE ${table} SET ${set(...assignments)} WHERE ${held} RETURNING 1`;
  const renew = updateHeld(leased);
  // Also without a lease: a worker whose first try was not answered tries again.
  const release = `UPDATE ${table} SET ${set(`${leaseUntil} = NULL`, options.onReturn)} WHERE ${own} RETURNING 1`;
  const retry = updateHeld(`${leaseUntil} = NULL`, `${failures} = ${failures} + 1`, `${dueAt} = $3`, options.onReturn);
  const took = async (tx: Tx, text: string, { id, attempt }: Lease, ...values: unknown[]) =>
    (await tx.query(text, [id, attempt, ...values])).length === 1;

  return {
    leaseMs: leaseS * 1_000,
    held,
    claim: async (tx, now) => (await tx.query<Row>(claim, [now]))[0],
    renew: (tx, lease) => took(tx, renew, lease),
    release: (tx, lease) => took(tx, release, lease),
    retry: (tx, lease, dueAt) => took(tx, retry, lease, dueAt),
  };
}
