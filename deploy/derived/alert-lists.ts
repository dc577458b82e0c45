import type { Service } from '@marquee/service/define-service';
import { containersOf } from './compose-file.ts';

const PROBE_PORT = 9090;

/** What the Prometheus of compose reads. */
export function scrapeTargetsText(services: readonly Service[]): string {
  return services
    .flatMap(containersOf)
    .map((container) => `- ${container}:${PROBE_PORT}`)
    .join('\n');
}

/** The expression that is true of each process of which none is there. */
export function absentText(services: readonly Service[]): string {
  const absent = services.map(({ name }) => `absent(marquee_event_loop_delay_seconds{service="${name}"})`);
  return `expr: >-\n  ${absent.join('\n  or ')}`;
}

/** The expression of processes that keep starting. In a cluster the processes of others have a `service` as well. */
export function restartingText(services: readonly Service[]): string {
  const names = services.map(({ name }) => name).join('|');
  return [
    'expr: >-',
    '  sum by (service) (changes(',
    `  process_start_time_seconds{service=~"${names}"}[15m])) > 2`,
  ].join('\n');
}
