import { counter, histogram, observed } from '@marquee/runtime/telemetry/instruments';

const DELAY_SECONDS = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2, 5, 15, 60, 300, 3_600];

export const eventDelaySeconds = histogram(
  'marquee_event_delay_seconds',
  'From an event to its effect, by topic and group',
  DELAY_SECONDS,
);
export const eventFailures = counter('marquee_event_failures_total', 'Events that failed and became dead letters');
export const deadLetters = observed('marquee_dead_letters', 'Dead letters in this database');
export const outboxPending = observed('marquee_outbox_pending', 'Events of this database that wait to be published');
export const outboxOldestSeconds = observed('marquee_outbox_oldest_seconds', 'Age of the oldest event that waits');
export const busLagMessages = observed('marquee_bus_lag_messages', 'Messages that a group has not received yet');
