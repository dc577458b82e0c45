import { within } from '../locks.ts';
import { NAMESPACE } from '../namespace.ts';

/** With a bounded set of values: names of methods, topics, states; never an id, an address or a viewer's text. */
export type Labels = Readonly<Record<string, string>>;

/** The reading of a gauge: one value, or one for each set of labels. */
export type Reading = number | undefined | readonly (readonly [value: number, labels: Labels])[];
type Reader = () => Reading | Promise<Reading>;

type Values = readonly (readonly [value: number, labels: Labels])[];

export type About = { readonly name: string; readonly help: string };

/** Receives the values of instruments. Until a process opens its metrics, they record nothing. */
export type Meter = {
  histogram(about: About, boundaries: readonly number[]): (value: number, labels?: Labels) => void;
  counter(about: About): (value: number, labels?: Labels) => void;
  /** `read` is called at each scrape and never fails. */
  observed(about: About, kind: 'gauge' | 'counter', read: () => Promise<Values>): void;
};

export type Histogram = About & { record(value: number, labels?: Labels): void };
export type Counter = About & { add(value: number, labels?: Labels): void };
export type Gauge = About & {
  /**
   * Reads at each scrape, for at most READ_MS_MAX; a failed or late reading gives `otherwise`, or no value. Returns an
   * unsubscribe function.
   */
  watch(read: Reader, otherwise?: Reading): () => void;
};

/** How long a scrape waits for a broker or database that does not answer. */
export const READ_MS_MAX = 1_000;
/** A reading that never ends is started again after this. */
const GIVEN_UP_MS = 60_000;

const connectors: ((meter: Meter | undefined) => void)[] = [];
let connected: Meter | undefined;

/** Whether values are recorded; costly measurements are skipped otherwise. */
export function isMeasuring(): boolean {
  return connected !== undefined;
}

/** Connects every instrument of this process to a meter, also those that are made later, or disconnects them all. */
export function connectMeter(meter: Meter | undefined): void {
  connected = meter;
  for (const connect of connectors) connect(meter);
}

/** Seconds since `startedAt`, by performance.now(). */
export function secondsSince(startedAt: number): number {
  return (performance.now() - startedAt) / 1_000;
}

function addConnector(connect: (meter: Meter | undefined) => void): void {
  connectors.push(connect);
  if (connected) connect(connected);
}

/** Makes an instrument of values in buckets, whose upper limits are `boundaries`. */
export function histogram(name: string, help: string, boundaries: readonly number[]): Histogram {
  const about = { name, help };
  let record: ((value: number, labels?: Labels) => void) | undefined;
  addConnector((meter) => {
    record = meter?.histogram(about, boundaries);
  });
  return { ...about, record: (value, labels) => record?.(value, labels) };
}

/** Makes an instrument that only grows. */
export function counter(name: string, help: string): Counter {
  const about = { name, help };
  let add: ((value: number, labels?: Labels) => void) | undefined;
  addConnector((meter) => {
    add = meter?.counter(about);
  });
  return { ...about, add: (value, labels) => add?.(value, labels) };
}

/** Makes an instrument that is read at each scrape. */
export function observed(name: string, help: string, kind: 'gauge' | 'counter' = 'gauge'): Gauge {
  const about = { name, help };
  const readers = new Set<() => Promise<Values>>();
  addConnector((meter) => {
    meter?.observed(about, kind, async () => (await Promise.all([...readers].map((read) => read()))).flat());
  });
  return {
    ...about,
    watch(read, otherwise) {
      const reader = withinDeadline(read, valuesOf(otherwise));
      readers.add(reader);
      return () => readers.delete(reader);
    },
  };
}

/** One reading at a time, shared by simultaneous scrapes and bounded in time. */
function withinDeadline(read: Reader, otherwise: Values): () => Promise<Values> {
  let underWay: Promise<Values> | undefined;
  let startedAt = 0;
  const ask = async () => {
    try {
      return valuesOf(await read());
    } catch {
      // Unavailable: no value is better than an old one.
      return otherwise;
    }
  };
  const start = () => {
    startedAt = performance.now();
    const started = ask().finally(() => {
      if (underWay === started) underWay = undefined;
    });
    return started;
  };
  return async () => {
    if (!underWay || performance.now() - startedAt > GIVEN_UP_MS) underWay = start();
    const asked = underWay;
    return (await within(asked, READ_MS_MAX)) ? asked : otherwise;
  };
}

function valuesOf(reading: Reading): Values {
  if (reading === undefined) return [];
  return typeof reading === 'number' ? [[reading, {}]] : reading;
}

/** Buckets of a call that a viewer waits for, in seconds. */
export const CALL_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

export const rpcServerSeconds = histogram(
  `${NAMESPACE}_rpc_server_seconds`,
  'Calls answered, by method and code',
  CALL_SECONDS,
);
export const rpcClientSeconds = histogram(
  `${NAMESPACE}_rpc_client_seconds`,
  'Calls made, by callee and code',
  CALL_SECONDS,
);

const cacheLookups = counter(`${NAMESPACE}_cache_lookups_total`, 'Lookups, by cache and result');

/** Counts the lookups of one cache. */
export function countLookups(cache: string): { hit(): void; miss(): void } {
  const [hit, miss] = [
    { cache, result: 'hit' },
    { cache, result: 'miss' },
  ];
  return { hit: () => cacheLookups.add(1, hit), miss: () => cacheLookups.add(1, miss) };
}

export const dependencyUp = observed(`${NAMESPACE}_dependency_up`, 'Whether what this process needs answers');
export const settingWrong = observed(
  `${NAMESPACE}_setting_wrong`,
  'Whether a setting was found wrong when the process started, and still is',
);
export const clockSkewSeconds = observed(
  `${NAMESPACE}_clock_skew_seconds`,
  'How far the clock is ahead of the one that all processes share',
);
export const eventLoopDelaySeconds = observed(`${NAMESPACE}_event_loop_delay_seconds`, 'p99 of the last ten seconds');
export const spansDropped = counter(`${NAMESPACE}_spans_dropped_total`, 'Spans that could not be sent');
export const errorReportsDropped = counter(
  `${NAMESPACE}_error_reports_dropped_total`,
  'Error reports that were too many or could not be sent',
);
export const processCpuSeconds = observed('process_cpu_seconds_total', 'User and system time', 'counter');
/** Since 1970. A change shows a restart, which CPU time does not. */
export const processStartSeconds = observed('process_start_time_seconds', 'When the process started');
export const processResidentBytes = observed('process_resident_memory_bytes', 'Resident memory');
