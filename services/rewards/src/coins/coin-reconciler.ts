import type { Database } from '@marquee/data/database';
import type { Logger } from '@marquee/runtime/log';

/**
 * What does not fit. GRANT: the ledger has not moved what was granted. HOLD: it has moved something else than a hold says.
 * WALLET: a balance differs from the sum of its entries, or is below nothing.
 */
type CoinDifference = 'GRANT' | 'HOLD' | 'WALLET';
const KINDS: readonly CoinDifference[] = ['GRANT', 'HOLD', 'WALLET'];

const ROWS_AT_ONCE = 500;
const FIRST = '00000000-0000-0000-0000-000000000000';

/** What the transfer of an id moved into and out of wallets, as far as it is posted, and what of it is held. */
const MOVED = `
  SELECT coalesce(sum(e.amount) FILTER (WHERE t.state = 'POSTED'), 0) AS posted,
    coalesce(sum(e.amount) FILTER (WHERE t.state = 'PENDING'), 0) AS pending
  FROM ledger_transfers t JOIN ledger_entries e ON e.transfer_id = t.id
    JOIN ledger_accounts a ON a.id = e.account_id AND a.kind = 'WALLET'`;

/** Each gives the rows after an id, in its order, with whether they fit. */
const CHECKS: Record<CoinDifference, string> = {
  GRANT: `
    SELECT g.id, m.posted = g.coins AND m.pending = 0 AS fits
    FROM (SELECT * FROM coin_grants WHERE id > $1 ORDER BY id LIMIT ${ROWS_AT_ONCE}) g,
      LATERAL (${MOVED} WHERE t.id = g.id) m ORDER BY g.id`,
  // What was returned was taken and given back by a transfer of its own. What was given up before anything was held has none: nothing
  // moved.
  HOLD: `
    SELECT h.order_id AS id, m.posted = CASE WHEN h.state IN ('POSTED', 'RETURNED') THEN -h.coins ELSE 0 END
      AND m.pending = CASE h.state WHEN 'HELD' THEN -h.coins ELSE 0 END
      AND r.posted = CASE h.state WHEN 'RETURNED' THEN h.coins ELSE 0 END AS fits
    FROM (SELECT * FROM coin_holds WHERE order_id > $1 ORDER BY order_id LIMIT ${ROWS_AT_ONCE}) h,
      LATERAL (${MOVED} WHERE t.id = h.transfer_id) m,
      LATERAL (${MOVED} WHERE t.id = h.return_id) r ORDER BY h.order_id`,
  WALLET: `
    SELECT a.id, b.posted = e.posted AND b.held = e.held AND b.posted - b.held >= 0 AS fits
    FROM (SELECT id FROM ledger_accounts WHERE kind = 'WALLET' AND id > $1 ORDER BY id LIMIT ${ROWS_AT_ONCE}) a,
      LATERAL (SELECT coalesce(sum(posted), 0) AS posted, coalesce(sum(held), 0) AS held FROM (
        SELECT posted, held FROM ledger_balances WHERE account_id = a.id
        UNION ALL SELECT posted, held FROM ledger_changes WHERE account_id = a.id) v) b,
      LATERAL (SELECT coalesce(sum(amount) FILTER (WHERE state = 'POSTED'), 0) AS posted,
          coalesce(-sum(amount) FILTER (WHERE state = 'PENDING' AND amount < 0), 0) AS held
        FROM ledger_entries JOIN ledger_transfers t ON t.id = transfer_id WHERE account_id = a.id) e ORDER BY a.id`,
};

type CoinReconciler = {
  /** Looks at the next rows of each kind, from the beginning after the last. */
  run(): Promise<void>;
  /** How many differences are known, by kind. */
  counts(): [number, { kind: string }][];
};

/** Compares what rewards knows with the ledger, always: what differs stays counted until it fits again [REW-06]. */
export function createCoinReconciler({ db, log }: { db: Pick<Database, 'query'>; log: Logger }): CoinReconciler {
  const found = new Map(KINDS.map((kind) => [kind, new Set<string>()]));
  const after = new Map(KINDS.map((kind) => [kind, FIRST]));

  async function look(kind: CoinDifference): Promise<void> {
    const rows = await db.query<{ id: string; fits: boolean }>({
      ...{ name: `coins.reconcile-${kind.toLowerCase()}`, text: CHECKS[kind], values: [after.get(kind) ?? FIRST] },
    });
    const [from, isLast] = [after.get(kind) ?? FIRST, rows.length < ROWS_AT_ONCE];
    const to = rows.at(-1)?.id ?? FIRST;
    after.set(kind, isLast ? FIRST : to);
    const known = found.get(kind) ?? new Set();
    const seen = new Set(rows.map(({ id }) => id));
    // What was deleted since, as the grants of an account that was closed, differs no more.
    for (const id of known) if (id > from && (isLast || id <= to) && !seen.has(id)) known.delete(id);
    for (const { id, fits } of rows) {
      if (fits !== known.has(id)) continue;
      if (fits) log.info({ id, kind }, 'coins that differed fit again');
      else log.error({ id, kind }, 'coins and their ledger differ');
      if (fits) known.delete(id);
      else known.add(id);
    }
  }

  return {
    async run() {
      for (const kind of KINDS) await look(kind);
    },
    counts: () => KINDS.map((kind) => [found.get(kind)?.size ?? 0, { kind }]),
  };
}
