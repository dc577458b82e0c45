import { counter, observed } from '@marquee/runtime/telemetry/instruments';

export const closingsDue = observed(
  'marquee_account_closings_due',
  'Closed accounts that cannot be kept any more and are not anonymised everywhere yet',
);
export const closingOldestSeconds = observed(
  'marquee_account_closing_oldest_seconds',
  'How long the oldest of them has been due',
);
export const exportsMade = counter('marquee_account_exports_total', 'Attempts to make an export, by outcome');
export const closingsDone = counter(
  'marquee_account_closings_total',
  'Attempts to anonymise an account everywhere, by outcome',
);
