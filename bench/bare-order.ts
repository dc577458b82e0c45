import { newId } from '@marquee/data/ids';
import type pg from 'pg';

/** What a bare order is of. */
export type BareSale = { typeId: string; eventId: string; festivalId: string };

/** A sale as `tickets` makes it, with the accounts of its books. */
export async function openBareSale(pool: pg.Pool, typeId: string): Promise<BareOrders> {
  const { rows } = await pool.query<{ event_id: string; festival_id: string }>(
    `SELECT te.event_id, t.festival_id FROM ticket_types t JOIN ticket_type_events te ON te.type_id = t.id WHERE t.id = $1`,
    [typeId],
  );
  const { event_id: eventId = '', festival_id: festivalId = '' } = rows[0] ?? {};
  return { sale: { typeId, eventId, festivalId }, accounts: await openBareBooks(pool) };
}

/** The accounts between which a bare order moves money. */
export async function openBareBooks(pool: pg.Pool): Promise<string[]> {
  const accounts = [newId(), newId(), newId(), newId()];
  await pool.query(
    `INSERT INTO ledger_accounts (id, kind, owner, unit, may_be_negative, created_at)
     SELECT id, 'BARE', id::text, 'USD', true, now() FROM unnest($1::uuid[]) u (id)`,
    [accounts],
  );
  return accounts;
}

export type BareOrders = { sale: BareSale; accounts: string[] };

const BODY = Buffer.alloc(180);

/**
 * The statements that an order of one ticket cannot go without, prepared, in its two transactions, by the driver alone: what is
 * read and checked beside them, and everything that is not a statement, is what the service adds.
 */
export async function bareOrder(pool: pg.Pool, { sale, accounts }: BareOrders): Promise<void> {
  const [id, accountId, paymentId] = [newId(), newId(), newId()];
  await inTransaction(pool, async (run) => {
    await run('turn', 'SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [accountId]);
    await run('sale', SALE, [sale.typeId]);
    await run('count', COUNT, [accountId, sale.typeId]);
    await run('order', ORDER, [id, accountId, sale.typeId, sale.festivalId]);
    await run('ticket-order', TICKET_ORDER, [id, accountId, sale.typeId]);
    await run('claim', CLAIM, [sale.typeId, id]);
  });
  await barePayment(pool, { id, paymentId });
  await inTransaction(pool, async (run) => {
    await bookBare(run, { id, accounts });
    await run('delivered', "UPDATE ticket_orders SET state = 'DELIVERED', version = 2 WHERE id = $1", [id]);
    const [unit] = await run('sell', 'UPDATE ticket_units SET sold = true WHERE order_id = $1 RETURNING id', [id]);
    await run('ticket', TICKET, [newId(), unit?.id, sale.eventId, id, accountId]);
    await run('fulfilled', "UPDATE orders SET state = 'FULFILLED', version = 3, paid_at = now() WHERE id = $1", [id]);
    for (let n = 0; n < 3; n += 1) await run('event', EVENT, [newId(), id, BODY]);
  });
  await pool.query({ name: 'tickets', text: 'SELECT * FROM user_tickets WHERE order_id = $1', values: [id] });
}

/** The same for the unlock of a film. */
export async function bareUnlock(pool: pg.Pool, { filmId, accounts }: BareUnlocks): Promise<void> {
  const [id, accountId, paymentId] = [newId(), newId(), newId()];
  await inTransaction(pool, async (run) => {
    await run('film', 'SELECT * FROM films WHERE id = $1', [filmId]);
    await run('order', ORDER, [id, accountId, filmId, filmId]);
  });
  await barePayment(pool, { id, paymentId });
  await inTransaction(pool, async (run) => {
    await bookBare(run, { id, accounts });
    await run('unlock', UNLOCK, [id, accountId, filmId]);
    await run('counted', 'INSERT INTO stat_deltas (film_id, unlocks) VALUES ($1, 1)', [filmId]);
    await run('fulfilled', "UPDATE orders SET state = 'FULFILLED', version = 3, paid_at = now() WHERE id = $1", [id]);
    for (let n = 0; n < 2; n += 1) await run('event', EVENT, [newId(), id, BODY]);
  });
}

/** A film that is sold, and the accounts of its books. */
export type BareUnlocks = { filmId: string; accounts: string[] };

/** What the payment of an order takes until it is paid. */
async function barePayment(pool: pg.Pool, { id, paymentId }: { id: string; paymentId: string }): Promise<void> {
  await pool.query({ name: 'payment', text: PAYMENT, values: [paymentId, id] });
  await pool.query({
    name: 'paying',
    text: "UPDATE orders SET state = 'PAYING', version = 2, payment_id = $2 WHERE id = $1",
    values: [id, paymentId],
  });
  await pool.query({
    name: 'paid-there',
    text: "UPDATE test_payments SET status = 'SUCCEEDED' WHERE id = $1",
    values: [paymentId],
  });
}

/** Locks an order that was paid, and moves its money twice: to whose it is for now, and on to the seller. */
async function bookBare(run: Run, { id, accounts }: { id: string; accounts: string[] }): Promise<void> {
  await run('lock', 'SELECT * FROM orders WHERE id = $1 FOR UPDATE', [id]);
  for (const [from, to] of [accounts.slice(0, 2), accounts.slice(2, 4)] as [string, string][]) {
    const transferId = newId();
    await run('transfer', TRANSFER, [transferId, id, BODY.subarray(0, 32)]);
    await run('entries', ENTRIES, [transferId, [from, to]]);
    await run('changes', CHANGES, [[from, to]]);
  }
}

/** A vote and its place in the chain. */
export async function bareVote(
  pool: pg.Pool,
  { ballotId, filmId }: { ballotId: string; filmId: string },
): Promise<void> {
  const [id, accountId] = [newId(), newId()];
  await inTransaction(pool, async (run) => {
    await run('hold', 'SELECT pg_advisory_xact_lock_shared(hashtextextended($1, 0))', [ballotId]);
    await run('ballot', 'SELECT * FROM ballots WHERE id = $1', [ballotId]);
    await run('vote', VOTE, [id, ballotId, accountId, filmId, BODY.subarray(0, 32)]);
  });
  await pool.query({
    name: 'number',
    text: 'UPDATE votes SET hash = $2 WHERE id = $1',
    values: [id, BODY.subarray(0, 32)],
  });
}

type Run = (name: string, text: string, values: unknown[]) => Promise<Record<string, unknown>[]>;

async function inTransaction(pool: pg.Pool, work: (run: Run) => Promise<void>): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('BEGIN');
    await work(async (name, text, values) => (await client.query({ name, text, values })).rows);
    await client.query('COMMIT');
  } finally {
    client.release();
  }
}

const SALE = `
  SELECT t.*, e.status, e.start_time, e.end_time FROM ticket_types t JOIN ticket_type_events te ON te.type_id = t.id
    JOIN events e ON e.id = te.event_id WHERE t.id = $1`;
const COUNT = 'SELECT count(*) FROM ticket_orders WHERE account_id = $1 AND type_id = $2';
const ORDER = `
  INSERT INTO orders (id, account_id, kind, item_id, amount, currency, fee, payee_id, state, provider, held_until, checked_at, created_at)
  VALUES ($1, $2, 'BARE', $3, 1200, 'USD', 240, $4, 'CREATED', 'test', now() + interval '10 minutes', now(), now())`;
const TICKET_ORDER = `
  INSERT INTO ticket_orders (id, account_id, type_id, quantity, unit_price, amount, state, held_until, created_at)
  VALUES ($1, $2, $3, 1, 1200, 1200, 'HELD', now() + interval '10 minutes', now())`;
const CLAIM = `
  UPDATE ticket_units SET order_id = $2 WHERE id = ANY(ARRAY(
    SELECT id FROM ticket_units WHERE type_id = $1 AND order_id IS NULL LIMIT 1 FOR UPDATE SKIP LOCKED))`;
const PAYMENT = `
  INSERT INTO test_payments (id, order_id, client_secret, amount, currency, status, created_at)
  VALUES ($1, $2, $1, 1200, 'USD', 'NEEDS_CARD', now())`;
const EVENT =
  "INSERT INTO outbox (id, topic, key, type, body, published_at) VALUES ($1, 'festival', $2, 'bare', $3, now())";
const TRANSFER = `
  INSERT INTO ledger_transfers (id, state, reason, subject_id, body_hash, created_at, ended_at)
  VALUES ($1, 'POSTED', 'BARE', $2, $3, now(), now())`;
const ENTRIES = `
  INSERT INTO ledger_entries (transfer_id, account_id, amount)
  SELECT $1, id, CASE WHEN n = 1 THEN -1200 ELSE 1200 END FROM unnest($2::uuid[]) WITH ORDINALITY u (id, n)`;
const CHANGES = 'INSERT INTO ledger_changes (account_id, posted, held) SELECT id, 0, 0 FROM unnest($1::uuid[]) u (id)';
const UNLOCK = `
  INSERT INTO unlocks (id, account_id, film_id, expire_at, created_at, paid_amount)
  VALUES ($1, $2, $3, now() + interval '2 days', now(), 1200)`;
const TICKET = `
  INSERT INTO user_tickets (id, unit_id, event_id, order_id, holder_id, created_at) VALUES ($1, $2, $3, $4, $5, now())`;
const VOTE = `
  INSERT INTO votes (id, ballot_id, slot, account_id, film_id, salt, commitment, cast_at, number, hash)
  VALUES ($1, $2, $2, $3, $4, $5, $5, now(), NULL, NULL)`;
