import type { Query } from '@marquee/data/database';
import { existing } from '@marquee/data/existing';
import { newId } from '@marquee/data/ids';
import type { Payment, PaymentStatus, RefundStatus } from './payment-provider.ts';

type Queryable = { query: Query };

export type TestPayment = Payment & {
  outcome: string;
  refundsAs: string;
  /** The test card that pays, while it is to be saved. */
  cardNumber: string;
  cardExpiry: string;
};

const COLUMNS = `id, order_id, client_secret, amount, currency, status, decline, outcome, refunds_as, refunded,
  dispute, saves_card, card_number, card_expiry`;
/** Keys that were made later sort later. */
const newKey = (prefix: string) => `${prefix}_test_${newId().replaceAll('-', '')}`;

export async function create(
  db: Queryable,
  order: { id: string; amount: bigint; currency: string },
  now: Date,
): Promise<TestPayment> {
  const id = newKey('pi');
  const [made] = await db.query<TestPayment>({
    name: 'test-payments.create',
    text: `INSERT INTO test_payments (id, order_id, client_secret, amount, currency, status, created_at)
      VALUES ($1, $2, $3, $4, $5, 'NEEDS_CARD', $6) ON CONFLICT DO NOTHING RETURNING ${COLUMNS}`,
    values: [id, order.id, `${id}_secret_${newKey('cs')}`, order.amount, order.currency, now],
  });
  if (made) return made;
  const text = `SELECT ${COLUMNS} FROM test_payments WHERE order_id = $1`;
  const [row] = await db.query<TestPayment>({ name: 'test-payments.of-order', text, values: [order.id] });
  return existing(row, 'a test payment');
}

export async function find(db: Queryable, id: string): Promise<TestPayment | undefined> {
  const text = `SELECT ${COLUMNS} FROM test_payments WHERE id = $1`;
  const [row] = await db.query<TestPayment>({ name: 'test-payments.find', text, values: [id] });
  return row;
}

/** The card of such a payment may still be saved. After a decline another one is entered. */
const MAY_SAVE: readonly PaymentStatus[] = ['NEEDS_ACTION', 'PROCESSING', 'SUCCEEDED'];

export type Step = {
  status: PaymentStatus;
  decline?: string;
  outcome?: string;
  dueAt?: Date;
  refundsAs?: string;
  dispute?: 'LOST' | 'OPEN';
  /** When an open one is won. */
  disputeWonAt?: Date;
  /** The card of the attempt, which is kept where it is to be saved once it has paid. */
  card?: { number: string; expiry: string } | undefined;
};

/**
 * Moves a payment on, if it is still in one of the states `from`, and makes the events that tell of it; gives the payment as
 * it is then, or undefined.
 */
export async function move(
  db: Queryable,
  id: string,
  from: readonly PaymentStatus[],
  step: Step,
  { tells, now }: { tells: readonly string[]; now: Date },
): Promise<TestPayment | undefined> {
  const { status, decline = '', outcome = '', dueAt = null, refundsAs = null } = step;
  const { dispute = 'NONE', disputeWonAt = null, card } = step;
  const [moved] = await db.query<TestPayment>({
    name: 'test-payments.move',
    text: `WITH moved AS (
        UPDATE test_payments SET status = $3, decline = $4, outcome = $5, due_at = $6,
          refunds_as = coalesce($7, refunds_as), dispute = $8, dispute_won_at = $9,
          card_number = CASE WHEN saves_card AND $15 THEN coalesce($13, card_number) ELSE '' END,
          card_expiry = CASE WHEN saves_card AND $15 THEN coalesce($14, card_expiry) ELSE '' END
        WHERE id = $1 AND status = ANY($2) RETURNING ${COLUMNS}
      ), announced AS (
        INSERT INTO test_webhooks (id, type, payment_id, made_at)
        SELECT e.id, e.type, moved.id, $12 FROM moved, unnest($10::text[], $11::text[]) AS e (id, type)
      )
      SELECT ${COLUMNS} FROM moved`,
    values: [
      ...[id, from, status, decline, outcome, dueAt, refundsAs, dispute, disputeWonAt],
      ...[
        tells.map(() => newKey('evt')),
        tells,
        now,
        card?.number ?? null,
        card?.expiry ?? null,
        MAY_SAVE.includes(status),
      ],
    ],
  });
  return moved;
}

/** Keeps whether the card of a payment that waits for one is saved. */
export async function setSavesCard(db: Queryable, id: string, savesCard: boolean): Promise<void> {
  const text = `UPDATE test_payments SET saves_card = $2, card_number = CASE WHEN $2 THEN card_number ELSE '' END,
      card_expiry = CASE WHEN $2 THEN card_expiry ELSE '' END
    WHERE id = $1 AND status IN ('NEEDS_CARD', 'NEEDS_ACTION')`;
  await db.query({ name: 'test-payments.saves-card', text, values: [id, savesCard] });
}

/** Payments whose card is to be saved, because it has paid. */
export function listToSave(db: Queryable): Promise<TestPayment[]> {
  const text = `SELECT ${COLUMNS} FROM test_payments WHERE card_number <> '' AND status = 'SUCCEEDED'
    ORDER BY created_at LIMIT 100`;
  return db.query<TestPayment>({ name: 'test-payments.to-save', text });
}

export async function markSaved(db: Queryable, id: string): Promise<void> {
  await db.query("UPDATE test_payments SET card_number = '', card_expiry = '' WHERE id = $1", [id]);
}

/** Whether anything below has to be done: it is asked several times a second, nearly always for nothing. */
export async function isAnyDue(db: Queryable, now: Date): Promise<boolean> {
  const text = `SELECT EXISTS (SELECT FROM test_payments WHERE due_at <= $1) OR EXISTS (SELECT FROM test_refunds WHERE due_at <= $1)
      OR EXISTS (SELECT FROM test_payments WHERE dispute_won_at <= $1) OR EXISTS (SELECT FROM test_webhooks)
      OR EXISTS (SELECT FROM test_payments WHERE card_number <> '' AND status = 'SUCCEEDED') AS is_due`;
  const [row] = await db.query<{ isDue: boolean }>({ name: 'test-payments.any-due', text, values: [now] });
  return row?.isDue === true;
}

/** Payments whose delayed outcome has come. */
export async function listDue(db: Queryable, now: Date): Promise<TestPayment[]> {
  const text = `SELECT ${COLUMNS} FROM test_payments WHERE due_at <= $1 ORDER BY due_at, id LIMIT 100`;
  return db.query<TestPayment>({ name: 'test-payments.due', text, values: [now] });
}

type TestRefund = { id: string; paymentId: string; amount: bigint };

// A refund, its money and its event are one statement: the provider of a company does not stop halfway with our process.
const GIVEN_BACK = `given_back AS (
    UPDATE test_payments p SET refunded = p.refunded + r.amount FROM refunds r WHERE p.id = r.payment_id AND r.status = 'SUCCEEDED'
  )`;
const EVENT_TYPE = "CASE status WHEN 'FAILED' THEN 'refund.failed' ELSE 'charge.refunded' END";

/** A refund, made once, with the event that tells of it; gives how it stands. */
export async function refund(
  db: Queryable,
  { id, paymentId, amount }: TestRefund,
  { status, dueAt, now }: { status: RefundStatus; dueAt: Date | null; now: Date },
): Promise<RefundStatus> {
  await db.query(
    `WITH refunds AS (
       INSERT INTO test_refunds (id, payment_id, amount, status, due_at) VALUES ($1, $2, $3, $4, $5)
       ON CONFLICT DO NOTHING RETURNING payment_id, amount, status
     ), ${GIVEN_BACK}
     INSERT INTO test_webhooks (id, type, payment_id, made_at)
     SELECT $6, ${EVENT_TYPE}, payment_id, $7 FROM refunds`,
    [id, paymentId, amount, status, dueAt, newKey('evt'), now],
  );
  const [row] = await db.query<{ status: RefundStatus }>('SELECT status FROM test_refunds WHERE id = $1', [id]);
  return row?.status ?? status;
}

/** Ends one refund that is due, which was pending or fails later, with the event that tells of it; false where there is none. */
export async function endDueRefund(db: Queryable, now: Date): Promise<boolean> {
  const ended = await db.query(
    `WITH refunds AS (
       UPDATE test_refunds SET status = CASE status WHEN 'PENDING' THEN 'SUCCEEDED' ELSE 'FAILED' END, due_at = NULL
       WHERE id = (SELECT id FROM test_refunds WHERE due_at <= $1 ORDER BY due_at, id LIMIT 1 FOR UPDATE SKIP LOCKED)
       RETURNING payment_id, amount, status
     ), ${GIVEN_BACK}, taken_again AS (
       UPDATE test_payments p SET refunded = p.refunded - r.amount FROM refunds r WHERE p.id = r.payment_id AND r.status = 'FAILED'
     )
     INSERT INTO test_webhooks (id, type, payment_id, made_at)
     SELECT $2, ${EVENT_TYPE}, payment_id, $1 FROM refunds RETURNING 1`,
    [now, newKey('evt')],
  );
  return ended.length > 0;
}

/** The refunds of a payment that failed. */
export function listFailed(db: Queryable, paymentId: string): Promise<{ id: string; amount: bigint }[]> {
  const text = `SELECT id, amount FROM test_refunds WHERE payment_id = $1 AND status = 'FAILED' ORDER BY id`;
  return db.query<{ id: string; amount: bigint }>(text, [paymentId]);
}

/** How much of a payment is to go back by refunds that wait. */
export async function refunding(db: Queryable, paymentId: string): Promise<bigint> {
  const text = `SELECT coalesce(sum(amount), 0)::bigint AS amount FROM test_refunds
    WHERE payment_id = $1 AND status = 'PENDING'`;
  const [row] = await db.query<{ amount: bigint }>(text, [paymentId]);
  return row?.amount ?? 0n;
}

/** Ends one dispute whose time has come, with the event that tells of it; false where there is none. */
export async function winDueDispute(db: Queryable, now: Date): Promise<boolean> {
  const won = await db.query(
    `WITH won AS (
       UPDATE test_payments SET dispute = 'WON', dispute_won_at = NULL
       WHERE id = (SELECT id FROM test_payments WHERE dispute_won_at <= $1 ORDER BY dispute_won_at LIMIT 1
         FOR UPDATE SKIP LOCKED) RETURNING id
     )
     INSERT INTO test_webhooks (id, type, payment_id, made_at)
     SELECT $2, 'charge.dispute.closed', id, $1 FROM won RETURNING 1`,
    [now, newKey('evt')],
  );
  return won.length > 0;
}

export type TestWebhook = { id: string; type: string; paymentId: string; madeAt: Date };

export function listWebhooks(db: Queryable): Promise<TestWebhook[]> {
  const text = 'SELECT id, type, payment_id, made_at FROM test_webhooks ORDER BY made_at, id LIMIT 100';
  return db.query<TestWebhook>({ name: 'test-payments.webhooks', text });
}

export async function removeWebhooks(db: Queryable, ids: readonly string[]): Promise<void> {
  const text = 'DELETE FROM test_webhooks WHERE id = ANY($1)';
  await db.query({ name: 'test-payments.sent', text, values: [ids] });
}
