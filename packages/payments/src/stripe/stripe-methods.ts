import type Stripe from 'stripe';
import { type CardSetup, METHODS_MAX, type PaymentProvider, type SavedMethod } from '../payment-provider.ts';
import { isRefusal } from './stripe-client.ts';
import { declineOf, statusOf } from './stripe-statuses.ts';

type Methods = Pick<
  PaymentProvider,
  'createCustomer' | 'createSetup' | 'getSetup' | 'listMethods' | 'removeMethod' | 'removeCustomer'
> & {
  /** Whether a method is still kept for a customer. */
  isKept(method: { customerId: string; methodId: string }): Promise<boolean>;
};

/** Saved cards at Stripe: customers of its own, SetupIntents and payment methods. */
export function createStripeMethods(stripe: Stripe, browserKey: string | undefined): Methods {
  const setupOf = (setup: Stripe.SetupIntent): CardSetup => ({ ...readSetup(setup), browserKey });

  /** Undefined for one that does not exist. */
  async function find(methodId: string): Promise<Stripe.PaymentMethod | undefined> {
    try {
      return await stripe.paymentMethods.retrieve(methodId);
    } catch (error) {
      if (isRefusal(error, ['resource_missing'])) return undefined;
      throw error;
    }
  }
  async function isKept({ customerId, methodId }: { customerId: string; methodId: string }): Promise<boolean> {
    const method = await find(methodId);
    return method !== undefined && idOf(method.customer) === customerId;
  }

  return {
    async createCustomer(accountId) {
      // The search lags by some minutes, which the idempotency key covers; the key is forgotten after a day.
      const { data } = await stripe.customers.search({ query: `metadata['account_id']:'${accountId}'`, limit: 1 });
      const known = data.find(({ metadata }) => metadata.account_id === accountId);
      if (known) return known.id;
      const asked = { metadata: { account_id: accountId } };
      return (await stripe.customers.create(asked, { idempotencyKey: `customer-${accountId}` })).id;
    },
    async createSetup({ id, customerId }) {
      const setup = await stripe.setupIntents.create(
        {
          customer: customerId,
          usage: 'off_session',
          allowed_payment_method_types: ['card'],
          metadata: { setup_id: id },
          expand: ['payment_method'],
        },
        { idempotencyKey: `setup-${id}` },
      );
      return setupOf(setup);
    },
    getSetup: async (setupId) => setupOf(await stripe.setupIntents.retrieve(setupId, { expand: ['payment_method'] })),
    async listMethods(customerId) {
      const { data } = await stripe.customers.listPaymentMethods(customerId, { type: 'card', limit: METHODS_MAX });
      return data.flatMap((method) => methodOf(method) ?? []);
    },
    async removeMethod(method) {
      if (await isKept(method)) await stripe.paymentMethods.detach(method.methodId);
    },
    async removeCustomer(customerId) {
      try {
        await stripe.customers.del(customerId);
      } catch (error) {
        if (!isRefusal(error, ['resource_missing'])) throw error;
      }
    },
    isKept,
  };
}

const idOf = (reference: string | { id: string } | null) =>
  typeof reference === 'string' ? reference : (reference?.id ?? '');

function readSetup(setup: Stripe.SetupIntent): CardSetup {
  const { id, client_secret: clientSecret, payment_method: method, last_setup_error: error } = setup;
  const status = statusOf(setup.status);
  const saved = typeof method === 'object' && method !== null ? methodOf(method) : undefined;
  return {
    ...{ id, status, clientSecret: clientSecret ?? '', decline: status === 'NEEDS_CARD' ? declineOf(error) : '' },
    method: status === 'SUCCEEDED' ? saved : undefined,
  };
}

/** Undefined for what is no card, and for one that no customer has. */
function methodOf({ id, customer, card }: Stripe.PaymentMethod): SavedMethod | undefined {
  if (!card || !customer) return undefined;
  const { brand, last4, exp_month: expiryMonth, exp_year: expiryYear } = card;
  return { id, customerId: idOf(customer), brand, last4, expiryMonth, expiryYear };
}
