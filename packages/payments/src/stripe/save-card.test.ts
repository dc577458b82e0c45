import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fixedClock } from '@marquee/testing/fixed-clock';
import { stripeClient } from './stripe-client.ts';
import { createStripePayments } from './stripe-payments.ts';

const requests: URLSearchParams[] = [];
// Answers with what was asked for the card of a payment.
const server = createServer(async (request, response) => {
  let body = '';
  for await (const chunk of request) body += chunk;
  const asked = new URLSearchParams(body);
  requests.push(asked);
  const card = { setup_future_usage: asked.get('payment_method_options[card][setup_future_usage]') };
  const intent = { id: 'pi_1', object: 'payment_intent', status: 'requires_payment_method', amount: 499 };
  const rest = { currency: 'usd', metadata: {}, payment_method_options: { card }, setup_future_usage: null };
  response.setHeader('content-type', 'application/json').end(JSON.stringify({ ...intent, ...rest }));
});
beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)));
afterAll(() => new Promise<unknown>((resolve) => server.close(resolve)));

test('of what may pay, Stripe is asked to save a card only, and none where the box is clear [SET-11:save-card]', async () => {
  const apiUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const stripe = stripeClient({ secretKey: 'sk_test_123', apiUrl });
  const secrets = { webhookSecret: 'whsec_of_the_test', browserKey: 'pk_test_123' };
  const site = { siteUrl: 'https://films.example', clock: fixedClock('2026-11-20T12:00:00.000Z') };
  const provider = createStripePayments({ stripe, ...secrets, ...site });
  const kept = await provider.saveCardOf({ paymentId: 'pi_1', customerId: 'cus_1' });
  const dropped = await provider.saveCardOf({ paymentId: 'pi_1', customerId: undefined });
  expect([kept.savesCard, dropped.savesCard]).toEqual([true, false]);
  const usage = 'payment_method_options[card][setup_future_usage]';
  expect(requests.map((asked) => Object.fromEntries(asked))).toEqual([
    { customer: 'cus_1', [usage]: 'off_session' },
    { [usage]: 'none' },
  ]);
});
