import type { Database } from '@marquee/data/database';
import type { Clock } from '@marquee/runtime/clock';
import { DomainError } from '@marquee/runtime/errors';
import type { Logger } from '@marquee/runtime/log';
import type { DifferenceKind } from './differences.ts';
import * as differences from './differences.ts';
import type { OrderDesk } from './order-desk.ts';
import { backOf, type Order, type RefundKind, takenFor } from './orders.ts';
import type { Payment } from './payment-provider.ts';

const KINDS = ['BOOKS', 'PROVIDER', 'STUCK'] as const satisfies DifferenceKind[];
type OrderKind = (typeof KINDS)[number];

const ORDERS_AT_ONCE = 200;
/** Of those, how many the provider is asked about: each costs a call. */
const ASKED_AT_ONCE = 20;
const STUCK_MS = 600_000;

type Checked = Pick<Order, 'id' | 'state' | 'paidAt' | 'isHeld' | 'owed'> & {
  isBooked: boolean;
  refunding: RefundKind | null;
};

const CHECK = `
  WITH chosen AS (
    SELECT * FROM orders WHERE payment_id IS NOT NULL AND id > $1 ORDER BY id LIMIT ${ORDERS_AT_ONCE}
  ), booked AS (
    SELECT t.subject_id AS id, a.kind, sum(e.amount) AS amount
    FROM chosen o JOIN ledger_transfers t ON t.subject_id = o.id AND t.state = 'POSTED'
      JOIN ledger_entries e ON e.transfer_id = t.id JOIN ledger_accounts a ON a.id = e.account_id
    GROUP BY t.subject_id, a.kind
  ), expected AS (
    SELECT id, 'PROVIDER' AS kind, CASE WHEN state IN ('PAID', 'FULFILLED') THEN returned - coalesce(paid_amount, amount) ELSE 0 END
        - owed - paid_elsewhere AS amount
      FROM chosen
    UNION ALL SELECT id, 'UNDELIVERED', CASE state WHEN 'PAID' THEN coalesce(paid_amount, amount) - returned ELSE 0 END + owed
      FROM chosen
    UNION ALL SELECT id, 'PAID_ELSEWHERE', paid_elsewhere FROM chosen
    UNION ALL SELECT id, 'PLATFORM_FEE', CASE state WHEN 'FULFILLED' THEN fee - returned_fee ELSE 0 END FROM chosen
    UNION ALL SELECT id, 'EARNINGS', CASE state WHEN 'FULFILLED' THEN amount - fee - returned + returned_fee ELSE 0 END FROM chosen
  )
  SELECT o.id, o.state, o.paid_at, o.is_held, o.owed,
    NOT EXISTS (
      SELECT 1 FROM expected x LEFT JOIN booked b ON b.id = x.id AND b.kind = x.kind
      WHERE x.id = o.id AND coalesce(b.amount, 0) <> x.amount
    ) AS is_booked,
    (SELECT r.kind FROM order_refunds r WHERE r.order_id = o.id AND r.state = 'PENDING') AS refunding
  FROM chosen o ORDER BY o.id`;

const FIRST = '00000000-0000-0000-0000-000000000000';

export type Reconciler = {
  /** Looks at the next orders, from the beginning after the last. */
  run(signal: AbortSignal): Promise<void>;
  /** How many differences are known, by kind. */
  counts(): [number, { kind: string }][];
};

/** Compares orders, ledger and provider, always: what differs stays counted until it fits again. */
export function createReconciler({
  db,
  desk,
  clock,
  log,
}: {
  db: Pick<Database, 'query'>;
  desk: Pick<OrderDesk<never>, 'refresh'>;
  clock: Clock;
  log: Logger;
}): Reconciler {
  let found = new Map<string, OrderKind>();
  let after = FIRST;

  async function note(orderId: string, kind: OrderKind | undefined): Promise<void> {
    const before = found.get(orderId);
    // Another process may have dropped what still differs here.
    if (kind) await differences.keep(db, orderId, kind, clock.now());
    if (before === kind) return;
    if (kind) log.error({ orderId, kind }, 'orders, books and payment provider differ');
    else log.info({ orderId }, 'an order that differed fits again');
    if (kind) found.set(orderId, kind);
    else {
      await differences.drop(db, orderId);
      found.delete(orderId);
    }
  }

  /** What is seen without the provider. */
  function kindHere({ isBooked, paidAt, state, isHeld, owed, refunding }: Checked): OrderKind | undefined {
    if (!isBooked) return 'BOOKS';
    if (owed > 0n && refunding === null) return 'STUCK';
    const isLong = paidAt !== null && clock.now().getTime() - paidAt.getTime() > STUCK_MS;
    return (state === 'PAID' || isHeld) && isLong ? 'STUCK' : undefined;
  }

  async function kindAtProvider({ id, refunding }: Checked): Promise<OrderKind | undefined> {
    try {
      const now = await desk.refresh(id);
      return now.payment && differs(now.order, now.payment, refunding) ? 'PROVIDER' : undefined;
    } catch (err) {
      if (err instanceof DomainError && err.kind === 'NOT_FOUND') return 'PROVIDER';
      log.warn({ err, orderId: id }, 'an order could not be compared with the payment provider');
      // As it was: it is asked about again in the next round.
      return found.get(id) === 'PROVIDER' ? 'PROVIDER' : undefined;
    }
  }

  return {
    async run(signal) {
      // Each round begins with what all processes have found.
      if (after === FIRST) found = await differences.known(db, KINDS);
      const orders = await db.query<Checked>({ name: 'payments.reconcile', text: CHECK, values: [after] });
      after = orders.length < ORDERS_AT_ONCE ? FIRST : (orders.at(-1)?.id ?? FIRST);
      // The others are asked about in another round, which begins elsewhere.
      const from = orders.length === 0 ? 0 : Math.floor(Math.random() * orders.length);
      const asked: Checked[] = [];
      for (const [index, order] of orders.entries()) {
        const turn = (index - from + orders.length) % orders.length;
        const kind = kindHere(order);
        if (kind) await note(order.id, kind);
        else if (found.has(order.id) || turn < ASKED_AT_ONCE) asked.push(order);
      }
      for (const order of asked) {
        signal.throwIfAborted();
        await note(order.id, await kindAtProvider(order));
      }
      if (after === FIRST) await differences.markCompared(db, 'ORDERS', clock.now());
    },
    counts: () => KINDS.map((kind) => [[...found.values()].filter((other) => other === kind).length, { kind }]),
  };
}

/** @param refunding what is pending of the order, as it was seen before the provider was asked */
function differs(order: Order, payment: Payment, refunding: RefundKind | null): boolean {
  const { state, paidAt } = order;
  const { dispute, refunded, amount, status } = payment;
  const taken = takenFor(order);
  const isPaid = status === 'SUCCEEDED';
  const isLost = dispute === 'LOST';
  const isOther = refunded !== backOf(order) && refunding === null;
  // What was only held, and given back before it was taken, is a cancelled payment.
  if (state === 'REFUNDED') return (isOther && !isLost) || !(isPaid || status === 'CANCELLED');
  if ((paidAt !== null) !== isPaid) return true;
  if (isLost || refunded >= taken) return true;
  return isPaid && (isOther || (amount !== taken && refunding === null));
}
