import { counter, observed } from '@marquee/runtime/telemetry/instruments';

export const deliveriesWaiting = observed('marquee_deliveries_waiting', 'Messages that wait to be sent');
export const deliveryOldestSeconds = observed(
  'marquee_delivery_oldest_seconds',
  'Age of the oldest message that waits',
);
export const deliveryAttempts = counter(
  'marquee_delivery_attempts_total',
  'Attempts to send a message, by outcome and failure',
);
