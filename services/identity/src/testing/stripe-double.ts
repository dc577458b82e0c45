import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { atEnd } from '@marquee/testing/cleanup';

type Intent = { id: string; status: string; client_secret: string; customer?: string; payment_method: unknown };
type Asked = { path: string; values: Record<string, string> };

const CARD = { object: 'payment_method', card: { brand: 'visa', last4: '3184', exp_month: 12, exp_year: 2034 } };

/**
 * Stripe as identity calls it, for what follows from a card that was entered, as stripe-mock keeps nothing. It knows one card,
 * whose bank always asks. What is repeated under an idempotency key is answered as it was first, as at Stripe.
 */
export async function startStripeDouble() {
  const intents = new Map<string, Intent>();
  const methods = new Map<string, { id: string; customer: string | undefined }>();
  const answered = new Map<string, string>();
  const asked: Asked[] = [];
  let made = 0;
  const nextId = (kind: string) => {
    made += 1;
    return `${kind}_${made}`;
  };
  const intentOf = (id: string): Intent => {
    const intent = intents.get(id);
    if (!intent) throw new Error(`${id} was never made`);
    return intent;
  };
  function makeIntent(kind: 'seti' | 'pi', values: Record<string, string>): Intent {
    const id = nextId(kind);
    const metadata = { order_id: values['metadata[order_id]'] };
    const amount = Number(values.amount);
    const intent = {
      ...{ id, client_secret: `${id}_secret`, status: 'requires_payment_method', payment_method: null, metadata },
      ...{ amount, amount_received: amount, currency: values.currency, latest_charge: null },
      ...(values.customer && { customer: values.customer }),
    };
    intents.set(id, intent);
    return intent;
  }
  const list = (data: object[]) => ({ object: 'list', has_more: false, data });
  const kept = ({ id, customer }: { id: string; customer: string | undefined }) => ({ ...CARD, id, customer });

  function answer(method: string, [kind, id = '', act]: string[], values: Record<string, string>): object {
    if (kind === 'customers' && act) return list([...methods.values()].filter((one) => one.customer === id).map(kept));
    if (kind === 'customers') return id === 'search' ? list([]) : { id: nextId('cus') };
    if (kind === 'payment_methods') return kept(methods.get(id) ?? { id, customer: undefined });
    if (id === '') return makeIntent(kind === 'setup_intents' ? 'seti' : 'pi', values);
    const intent = intentOf(id);
    if (method === 'POST' && act === 'confirm') intent.status = 'requires_action';
    return intent;
  }

  const server = createServer(async (request, response) => {
    const { path, values } = await read(request);
    const key = String(request.headers['idempotency-key'] ?? '');
    if (request.method === 'POST') asked.push({ path, values });
    const body = answered.get(key) ?? JSON.stringify(answer(request.method ?? '', path.split('/').slice(2), values));
    if (request.method === 'POST' && key !== '') answered.set(key, body);
    response.setHeader('content-type', 'application/json');
    response.end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  atEnd(() => {
    server.closeAllConnections();
    server.close();
  });

  const { port } = server.address() as AddressInfo;
  return {
    env: {
      ...{ PAYMENT_PROVIDER: 'stripe', PAYMENT_WEBHOOK_SECRET: 'whsec_of_the_double' },
      ...{ STRIPE_SECRET_KEY: 'sk_test_double', STRIPE_PUBLISHABLE_KEY: 'pk_test_double' },
      STRIPE_API_URL: `http://127.0.0.1:${port}`,
    },
    /** What was sent to a path, in order. */
    sent: (path: RegExp) => asked.filter((one) => path.test(one.path)).map(({ values }) => values),
    /** What the browser does with Stripe's script: enters a card, whose bank asks. */
    enterCard(clientSecret: string) {
      intentOf(idOf(clientSecret)).status = 'requires_action';
    },
    /** The buyer answers their bank. */
    answerBank(clientSecret: string) {
      const intent = intentOf(idOf(clientSecret));
      intent.status = 'succeeded';
      if (!intent.id.startsWith('seti')) return;
      const method = { id: nextId('pm'), customer: intent.customer };
      methods.set(method.id, method);
      intent.payment_method = kept(method);
    },
  };
}

const idOf = (clientSecret: string) => clientSecret.replace(/_secret$/, '');

async function read(request: IncomingMessage): Promise<Asked> {
  const { pathname } = new URL(request.url ?? '', 'http://stripe');
  return { path: pathname, values: Object.fromEntries(new URLSearchParams(await text(request))) };
}
