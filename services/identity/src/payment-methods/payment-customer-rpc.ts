import { PaymentCustomerService } from '@marquee/contracts/identity/v1/payment_customers_pb';
import { rpc } from '@marquee/service/rpc';
import { writeWithoutTransaction } from '@marquee/service/use-case';
import type { IdentityResources } from '../resources.ts';
import { getSavedCard, getSavedCardSchema } from './get-saved-card.ts';
import { keepTestCard, keepTestCardSchema } from './keep-test-card.ts';
import { getPaymentCustomer, getPaymentCustomerSchema } from './payment-customer.ts';

/** What services that sell ask of the cards of their buyers. */
export const paymentCustomerRpc = rpc<IdentityResources>()(PaymentCustomerService, {
  getPaymentCustomer: writeWithoutTransaction(getPaymentCustomerSchema, getPaymentCustomer),
  getSavedCard: writeWithoutTransaction(getSavedCardSchema, getSavedCard),
  keepTestCard: writeWithoutTransaction(keepTestCardSchema, keepTestCard),
});
