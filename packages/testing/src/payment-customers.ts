import { PaymentCustomerService } from '@marquee/contracts/identity/v1/payment_customers_pb';
import { DomainError } from '@marquee/runtime/errors';
import { implement } from '@marquee/runtime/rpc/implement';

/** A stand-in for what identity knows of the saved cards of buyers. */
export function paymentCustomers() {
  const cards: { accountId: string; methodId: string }[] = [];
  /** What it was asked to keep, by the id of the order. */
  const kept = new Map<string, { accountId: string; number: string; expiry: string }>();
  const closed = new Set<string>();
  const customerOf = (accountId: string) => `cus_test_${accountId}`;
  return {
    kept,
    /** The accounts that are closed. */
    closed,
    /** Somebody saves a test card; gives its id. */
    saves(accountId: string, number: string): string {
      const methodId = `pm_test_${number.slice(-4)}_${'0'.repeat(31)}${cards.length % 10}`;
      cards.push({ accountId, methodId });
      return methodId;
    },
    implementation: implement(PaymentCustomerService, {
      getPaymentCustomer: async ({ accountId }) => ({ customerId: customerOf(accountId) }),
      async getSavedCard({ accountId, methodId }) {
        const isTheirs = cards.some((card) => card.accountId === accountId && card.methodId === methodId);
        return { customerId: isTheirs ? customerOf(accountId) : '' };
      },
      async keepTestCard({ accountId, setupId, number, expiry }) {
        if (closed.has(accountId)) {
          const message = 'This user does not exist.';
          throw new DomainError({ kind: 'NOT_FOUND', reason: 'USER_NOT_FOUND', message });
        }
        kept.set(setupId, { accountId, number, expiry });
        return {};
      },
    }),
  };
}
