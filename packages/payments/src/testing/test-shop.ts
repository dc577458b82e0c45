import { type Database, openDatabase } from '@marquee/data/database';
import { newId } from '@marquee/data/ids';
import { dataMigrations } from '@marquee/data/migrations';
import * as accounts from '@marquee/ledger/accounts';
import { ledgerMigrations } from '@marquee/ledger/sources';
import { atEnd } from '@marquee/testing/cleanup';
import { fixedClock } from '@marquee/testing/fixed-clock';
import { recordingLog } from '@marquee/testing/recording-log';
import { testDatabaseUrl } from '@marquee/testing/test-database';
import type { OrderWrite } from '../goods.ts';
import { createOrderDesk } from '../order-desk.ts';
import type { NewOrder, Order } from '../orders.ts';
import type { PaymentProvider } from '../payment-provider.ts';
import { createReconciler } from '../reconciler.ts';
import { paymentsMigrations } from '../sources.ts';

const SIGNAL = new AbortController().signal;
type TestClock = ReturnType<typeof fixedClock>;
type ShopWrite = OrderWrite & { publish(orderId: string, step: string): void };

/**
 * Orders of things, on a database of their own, with who compares them. `owned` holds the orders whose thing the buyer has;
 * `stock` says whether there is any to deliver.
 */
export async function testShop<P extends PaymentProvider>(openProvider: (on: { db: Database; clock: TestClock }) => P) {
  const url = await testDatabaseUrl('payments', [dataMigrations, ledgerMigrations, paymentsMigrations]);
  const { log, said } = recordingLog();
  const db: Database = openDatabase({ url, log, applicationName: 'test' });
  atEnd(() => db.close());
  const clock = fixedClock('2026-11-20T12:00:00.000Z');
  const provider = openProvider({ db, clock });
  const owned = new Set<string>();
  const stock = { isSoldOut: false };
  const steps = new Map<string, string[]>();
  /** What was published counts once the transaction has committed: it may be repeated. */
  async function transact<T>(work: (write: ShopWrite) => Promise<T>): Promise<T> {
    let published: [string, string][] = [];
    const result = await db.transaction((tx) => {
      published = [];
      return work({ tx, clock, publish: (id, step) => published.push([id, step]) });
    });
    for (const [id, step] of published) steps.set(id, [...(steps.get(id) ?? []), step]);
    return result;
  }
  const desk = createOrderDesk<ShopWrite>({
    ...{ db, provider, clock, log, transact },
    goods: {
      deliver: async (_write, { id }) => {
        if (stock.isSoldOut) return undefined;
        owned.add(id);
        return new Date(clock.now().getTime() + 3_600_000);
      },
      takeBack: async (_write, { id }, { isPart }) => {
        if (!owned.has(id)) throw new Error('what was never delivered cannot be taken back');
        if (!isPart) owned.delete(id);
      },
      restore: async (_write, { id }, { isPart }) => void (isPart || owned.add(id)),
      changed: async ({ publish }, { id, state }, refund) =>
        publish(id, refund ? `${refund.kind} ${refund.state}` : state),
    },
  });
  const reconciler = createReconciler({ db, desk, clock, log });

  /** An order as somebody asks for it, which is held for a minute. */
  function newOrder(changes: Partial<NewOrder> = {}): NewOrder {
    const now = clock.now();
    const order = { id: newId(), accountId: newId(), kind: 'THING', itemId: newId(), payeeId: newId() };
    const price = { amount: 499n, currency: 'USD', fee: 100n };
    const heldUntil = new Date(now.getTime() + 60_000);
    return { ...order, ...price, provider: provider.name, heldUntil, createdAt: now, ...changes };
  }
  const open = (order: NewOrder) => transact((write) => desk.open(write, order));

  /** An order that waits for a card. */
  async function started(changes: Partial<NewOrder> = {}): Promise<{ orderId: string; paymentId: string }> {
    const { id } = await open(newOrder(changes));
    const { payment } = await desk.startPayment(id, 'A thing');
    return { orderId: id, paymentId: payment.id };
  }
  async function orderOf(id: string): Promise<Pick<Order, 'state' | 'returned' | 'returnedFee'>> {
    const text = 'SELECT state, returned, returned_fee FROM orders WHERE id = $1';
    const [row] = await db.query<Pick<Order, 'state' | 'returned' | 'returnedFee'>>(text, [id]);
    if (!row) throw new Error(`there is no order ${id}`);
    return row;
  }
  const refundsOf = (id: string) =>
    db.query<{ kind: string; state: string; amount: bigint | null }>(
      'SELECT kind, state, amount FROM order_refunds WHERE order_id = $1 ORDER BY created_at, id',
      [id],
    );
  return {
    ...{ db, transact, clock, said, provider, desk, owned, stock, newOrder, open, started, orderOf, refundsOf },
    /** What was published of an order: its states, and its refunds by their kinds and states. */
    stepsOf: (orderId: string): readonly string[] => steps.get(orderId) ?? [],
    /** Begins a refund as staff do, and has the provider make it. */
    async refund(orderId: string, amount?: bigint): Promise<void> {
      const part = amount === undefined ? {} : { part: { amount, id: null } };
      const asked = { kind: 'STAFF' as const, reason: 'Asked for', askedBy: newId(), ...part };
      await transact((write) => desk.askRefund(write, orderId, asked));
      await desk.sendRefund(orderId);
    },
    /** Notes of all that is owed that it was paid in another way. */
    async payOwed(): Promise<void> {
      const asked = { reason: 'Paid by hand', askedBy: newId(), isPaidElsewhere: true };
      const owing = await db.query<Pick<Order, 'id'>>('SELECT id FROM orders WHERE owed > 0');
      for (const { id } of owing) await transact((write) => desk.giveBackOwed(write, id, asked));
    },
    /** What the books say of all orders together, by account. */
    async books(): Promise<Record<string, bigint>> {
      const kinds = ['PROVIDER', 'UNDELIVERED', 'PLATFORM_FEE', 'EARNINGS'];
      const sums = kinds.map(async (kind) => [
        kind,
        (await accounts.balancesOfKind(db, kind)).get('USD')?.posted ?? 0n,
      ]);
      return Object.fromEntries(await Promise.all(sums));
    },
    sweep: () => desk.sweep(SIGNAL),
    /** How many orders differ, by kind. */
    async counts(signal = SIGNAL): Promise<Record<string, number>> {
      await reconciler.run(signal);
      return Object.fromEntries(reconciler.counts().map(([count, { kind }]) => [kind, count]));
    },
  };
}

export const NO_DIFFERENCES = { BOOKS: 0, PROVIDER: 0, STUCK: 0 };
