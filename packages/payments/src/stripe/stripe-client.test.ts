import Stripe from 'stripe';
import { isRefusal, stripeAmount, stripeClient } from './stripe-client.ts';

test('Stripe is called at its own address unless another is set, for 20 s, and twice again at the most', () => {
  const reached = (apiUrl?: string) => {
    const client = stripeClient({ secretKey: 'sk_test_1', apiUrl });
    const [host, port, protocol] = (['host', 'port', 'protocol'] as const).map((name) => client.getApiField(name));
    return {
      at: `${protocol}://${host}:${port}`,
      timeout: client.getApiField('timeout'),
      again: client.getMaxNetworkRetries(),
    };
  };
  expect(reached()).toEqual({ at: 'https://api.stripe.com:443', timeout: 20_000, again: 2 });
  expect(reached('http://127.0.0.1:12111').at).toBe('http://127.0.0.1:12111');
  expect(reached('https://stripe.example:8443').at).toBe('https://stripe.example:8443');
});

test('an amount that a number cannot hold exactly is refused', () => {
  expect(stripeAmount(BigInt(Number.MAX_SAFE_INTEGER))).toBe(Number.MAX_SAFE_INTEGER);
  expect(() => stripeAmount(BigInt(Number.MAX_SAFE_INTEGER) + 1n)).toThrow(RangeError);
});

test('a refusal is an error of Stripe with one of the codes', () => {
  const error = (code?: string) =>
    new Stripe.errors.StripeInvalidRequestError({ type: 'invalid_request_error', code } as never);
  const isMissing = (thrown: unknown) => isRefusal(thrown, ['resource_missing']);
  expect([error('resource_missing'), error('rate_limit'), error()].map(isMissing)).toEqual([true, false, false]);
  expect(isMissing(Object.assign(new Error(), { code: 'resource_missing' }))).toBe(false);
});
