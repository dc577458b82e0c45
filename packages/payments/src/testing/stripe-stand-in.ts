import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { atEnd } from '@marquee/testing/cleanup';

type Values = Record<string, string>;
type Refund = {
  id: string;
  object: 'refund';
  amount: number;
  payment_intent: string;
  status: string;
  failure_reason?: string;
  metadata: Values;
};
type Dispute = {
  id: string;
  object: 'dispute';
  amount: number;
  payment_intent: string;
  charge: string;
  status: string;
};
type Intent = {
  id: string;
  object: 'payment_intent';
  amount: number;
  amount_received: number;
  currency: string;
  client_secret: string;
  status: string;
  metadata: Values;
  last_payment_error: { code: string; decline_code: string } | null;
  latest_charge: string | null;
};

const PARTS = { payment_intents: 'pi', refunds: 're' } as const;

/**
 * Stripe's API as a service that sells calls it, with what Stripe keeps: stripe-mock keeps nothing. The test does what buyers,
 * banks and the pages of Stripe do.
 */
export async function startStripeStandIn() {
  const intents = new Map<string, Intent>();
  const refunds: Refund[] = [];
  const disputes: Dispute[] = [];
  let made = 0;
  const nextId = (kind: string) => {
    made += 1;
    return `${kind}_${String(made).padStart(8, '0')}`;
  };
  const intentOf = (id: string): Intent => {
    const intent = intents.get(id);
    if (!intent) throw new Error(`${id} was never made`);
    return intent;
  };
  const refundedOf = (id: string) =>
    refunds.reduce((sum, one) => (one.payment_intent === id && one.status === 'succeeded' ? sum + one.amount : sum), 0);
  const disputesOf = (id: string) => disputes.filter((one) => one.payment_intent === id);

  /** The charge of a payment, as Stripe shows it now. */
  function chargeOf({ id, latest_charge: charge, amount_received: amount, currency }: Intent) {
    const refunded = refundedOf(id);
    return {
      ...{ id: charge, object: 'charge', amount, amount_captured: amount, amount_refunded: refunded, currency },
      ...{ payment_intent: id, paid: true, captured: true, status: 'succeeded', refunded: refunded === amount },
      ...{ disputed: disputesOf(id).length > 0, refunds: list(refunds.filter((one) => one.payment_intent === id)) },
    };
  }
  const shown = (intent: Intent) => ({ ...intent, latest_charge: intent.latest_charge ? chargeOf(intent) : null });

  function makeIntent({ amount, currency = '', ...values }: Values): Intent {
    const id = nextId(PARTS.payment_intents);
    const intent: Intent = {
      ...{ id, object: 'payment_intent', amount: Number(amount), amount_received: 0, currency },
      ...{ client_secret: `${id}_secret`, status: 'requires_payment_method', last_payment_error: null },
      ...{ metadata: { order_id: values['metadata[order_id]'] ?? '' }, latest_charge: null },
    };
    intents.set(id, intent);
    return intent;
  }
  function makeRefund({ payment_intent: paymentId = '', amount, ...values }: Values): Refund {
    const refund: Refund = {
      ...{ id: nextId(PARTS.refunds), object: 'refund', amount: Number(amount), payment_intent: paymentId },
      ...{ status: 'succeeded', metadata: { refund_id: values['metadata[refund_id]'] ?? '' } },
    };
    refunds.push(refund);
    return refund;
  }
  const list = (data: object[]) => ({ object: 'list', has_more: false, data });
  const refused = (code: string) => ({ error: { type: 'invalid_request_error', code, message: code } });

  function answer(method: string, [kind, id = '', act]: string[], values: Values): object {
    const { payment_intent: paymentId = '' } = values;
    if (kind === 'disputes') return list(disputesOf(paymentId));
    if (kind === 'refunds' && method === 'GET') return list(refunds.filter((one) => one.payment_intent === paymentId));
    if (kind === 'refunds') return makeRefund(values);
    if (id === '') return makeIntent(values);
    const intent = intents.get(id);
    if (!intent) return refused('resource_missing');
    if (act !== 'cancel') return shown(intent);
    if (intent.status === 'succeeded') return refused('payment_intent_unexpected_state');
    intent.status = 'canceled';
    return shown(intent);
  }

  const server = createServer(async (request, response) => {
    const { path, values } = await read(request);
    const body = answer(request.method ?? '', path.split('/').slice(2), values);
    response.statusCode = 'error' in body ? 400 : 200;
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  atEnd(() => {
    server.closeAllConnections();
    server.close();
  });

  const { port } = server.address() as AddressInfo;
  return {
    apiUrl: `http://127.0.0.1:${port}`,
    /** A card is declined. Each of these gives the object that the event of it has. */
    decline(id: string): object {
      return Object.assign(intentOf(id), {
        last_payment_error: { code: 'card_declined', decline_code: 'insufficient_funds' },
      });
    },
    pay(id: string, received = intentOf(id).amount): object {
      const paid = { status: 'succeeded', amount_received: received, latest_charge: nextId('ch') };
      return Object.assign(intentOf(id), paid);
    },
    cancel: (id: string): object => Object.assign(intentOf(id), { status: 'canceled' }),
    /** Money is given back in the pages of Stripe. */
    refund(id: string, amount = intentOf(id).amount_received): object {
      makeRefund({ payment_intent: id, amount: String(amount) });
      return chargeOf(intentOf(id));
    },
    /** The last refund that succeeded fails: its money is back here. */
    failRefund(id: string): object {
      const refund = refunds.findLast((one) => one.payment_intent === id && one.status === 'succeeded');
      if (!refund) throw new Error(`nothing went back of ${id}`);
      return Object.assign(refund, { status: 'failed', failure_reason: 'expired_or_canceled_card' });
    },
    chargeOf: (id: string): object => chargeOf(intentOf(id)),
    dispute(id: string, status: string): object {
      const { latest_charge: charge, amount_received: amount } = intentOf(id);
      const known = disputesOf(id)[0];
      if (known) return Object.assign(known, { status });
      const disputed = { id: nextId('dp'), object: 'dispute' as const, amount, payment_intent: id };
      disputes.push({ ...disputed, charge: charge ?? '', status });
      return { ...disputed, charge, status };
    },
  };
}

async function read(request: IncomingMessage): Promise<{ path: string; values: Values }> {
  const { pathname, searchParams } = new URL(request.url ?? '', 'http://stripe');
  const sent = new URLSearchParams(await text(request));
  return { path: pathname, values: Object.fromEntries([...searchParams, ...sent]) };
}
