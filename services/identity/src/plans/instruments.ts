import { observed } from '@marquee/runtime/telemetry/instruments';

export const paymentDifferences = observed(
  'marquee_payment_differences',
  'Orders of which the ledger or the payment provider says something else, by kind',
);
