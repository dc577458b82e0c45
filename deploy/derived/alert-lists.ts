import type { Service } from '@marquee/service/define-service';
import { containersOf } from './compose-file.ts';

const PROBE_PORT = 9090;
/** The processes that the tests in rules-test/causes.yaml name themselves. */
const IN_ALERT_TESTS = ['film', 'media', 'media-worker', 'gateway'];

/** The targets of the Prometheus of compose. */
export function scrapeTargetsText(services: readonly Service[]): string {
  return services
    .flatMap(containersOf)
    .map((container) => `- ${container}:${PROBE_PORT}`)
    .join('\n');
}

/** The expression for processes of which no replica runs. */
export function absentText(services: readonly Service[]): string {
  const absent = services.map(({ name }) => `absent(marquee_event_loop_delay_seconds{service="${name}"})`);
  return `expr: >-\n  ${absent.join('\n  or ')}`;
}

/** The expression for processes that restart repeatedly. Other software in a cluster may also have a label `service`. */
export function restartingText(services: readonly Service[]): string {
  const names = services.map(({ name }) => name).join('|');
  return [
    'expr: >-',
    '  sum by (service) (changes(',
    `  process_start_time_seconds{service=~"${names}"}[15m])) > 2`,
  ].join('\n');
}

/** A running process of every other service, for the tests of alerts. */
export function otherProcessesText(services: readonly Service[]): string {
  return services
    .filter(({ name }) => !IN_ALERT_TESTS.includes(name))
    .map(({ name }) => `- { series: 'marquee_event_loop_delay_seconds{service="${name}"}', values: "0.01x20" }`)
    .join('\n');
}
