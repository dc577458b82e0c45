/** With a bounded set of values: names of methods, topics, states; never an id, an address or a viewer's text. */
export type Labels = Readonly<Record<string, string>>;

/** The reading of a gauge: one value, or one for each set of labels. */
export type Reading = number | undefined | readonly (readonly [value: number, labels: Labels])[];
type Reader = () => Reading | Promise<Reading>;

type Values = readonly (readonly [value: number, labels: Labels])[];

export type About = { readonly name: string; readonly help: string };

/** Creates instruments. Until a process opens its metrics, the instruments below record nothing. */
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
let measuring = false;

/** Whether values are recorded; costly measurements are skipped otherwise. */
export function isMeasuring(): boolean {
  return measuring;
}

/** Connects every instrument of this process to a meter, or disconnects them all. */
export function connectMeter(meter: Meter | undefined): void {
  measuring = meter !== undefined;
  for (const connect of connectors) connect(meter);
}

/** Seconds since `startedAt`, by performance.now(). */
export function secondsSince(startedAt: number): number {
  return (performance.now() - startedAt) / 1_000;
}

function histogram(name: string, help: string, boundaries: readonly number[]): Histogram {
  const about = { name, help };
  let record: ((value: number, labels?: Labels) => void) | undefined;
  connectors.push((meter) => {
    record = meter?.histogram(about, boundaries);
  });
  return { ...about, record: (value, labels) => record?.(value, labels) };
}

function counter(name: string, help: string): Counter {
  const about = { name, help };
  let add: ((value: number, labels?: Labels) => void) | undefined;
  connectors.push((meter) => {
    add = meter?.counter(about);
  });
  return { ...about, add: (value, labels) => add?.(value, labels) };
}

function observed(name: string, help: string, kind: 'gauge' | 'counter' = 'gauge'): Gauge {
  const about = { name, help };
  const readers = new Set<() => Promise<Values>>();
  connectors.push((meter) => {
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
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<Values>((resolve) => {
      timer = setTimeout(resolve, READ_MS_MAX, otherwise);
      timer.unref();
    });
    try {
      return await Promise.race([underWay, late]);
    } finally {
      clearTimeout(timer);
    }
  };
}

function valuesOf(reading: Reading): Values {
  if (reading === undefined) return [];
  return typeof reading === 'number' ? [[reading, {}]] : reading;
}

const CALLS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const PAGES = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const QUERIES = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5, 15];
const DELAYS = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2, 5, 15, 60, 300, 3_600];
const STARTS = [0.25, 0.5, 0.75, 1, 1.5, 2, 3, 5, 10, 20, 60];
const TRANSCODES = [10, 30, 60, 120, 300, 600, 1_800, 3_600, 7_200, 14_400, 43_200];

export const rpcServerSeconds = histogram('marquee_rpc_server_seconds', 'Calls answered, by method and code', CALLS);
export const rpcClientSeconds = histogram('marquee_rpc_client_seconds', 'Calls made, by callee and code', CALLS);
export const pageSeconds = histogram('marquee_page_seconds', 'Pages answered, by route, status and cache', PAGES);
export const proxySeconds = histogram(
  'marquee_proxy_seconds',
  'Calls of browsers passed on, by method and code',
  CALLS,
);

export const eventDelaySeconds = histogram(
  'marquee_event_delay_seconds',
  'From an event to its effect, by topic and group',
  DELAYS,
);
export const eventFailures = counter('marquee_event_failures_total', 'Events that failed and were set aside');
export const deadLetters = observed('marquee_dead_letters', 'Events that are set aside in this database');
export const outboxPending = observed('marquee_outbox_pending', 'Events of this database that wait to be published');
export const outboxOldestSeconds = observed('marquee_outbox_oldest_seconds', 'Age of the oldest event that waits');
export const busLagMessages = observed('marquee_bus_lag_messages', 'Messages that a group has not taken yet');

export const dbPoolConnections = observed('marquee_db_pool_connections', 'Connections of the pool, by state');
export const dbPoolWaiting = observed('marquee_db_pool_waiting', 'Who waits for a connection of the pool');
export const dbQuerySeconds = histogram(
  'marquee_db_query_seconds',
  'Statements, with the wait for a connection',
  QUERIES,
);

const cacheLookups = counter('marquee_cache_lookups_total', 'Lookups, by cache and result');

/** Counts the lookups of one cache. */
export function countLookups(cache: string): { hit(): void; miss(): void } {
  const [hit, miss] = [
    { cache, result: 'hit' },
    { cache, result: 'miss' },
  ];
  return { hit: () => cacheLookups.add(1, hit), miss: () => cacheLookups.add(1, miss) };
}

export const transcodes = observed('marquee_transcodes', 'Transcodes that wait and that run, over all workers');
export const transcodeProgress = observed('marquee_transcode_progress_ratio', 'How far the running transcode is');
export const transcodeSeconds = histogram('marquee_transcode_seconds', 'Attempts to transcode, by result', TRANSCODES);
export const segmentBytes = counter('marquee_segment_bytes_total', 'Bytes of manifests and segments sent');
/** `asked`: `file`, or `access` for the edge's check of a token. */
export const segmentSeconds = histogram(
  'marquee_segment_seconds',
  'Manifests, segments and questions of the edge whether they may be seen, by status',
  CALLS,
);

export const playbackStartSeconds = histogram(
  'marquee_playback_start_seconds',
  'From the request to watch to the first picture, as players report it',
  STARTS,
);
export const playbackNotStarted = counter(
  'marquee_playback_not_started_total',
  'Films that failed before the first picture, or whose viewer waited in vain',
);
export const playbackRebufferSeconds = counter('marquee_playback_rebuffer_seconds_total', 'Films that stood waiting');
export const playbackWatchedSeconds = counter('marquee_playback_watched_seconds_total', 'Films that really played');
export const playbackErrors = counter(
  'marquee_playback_errors_total',
  'Films that did not go on, by reason, each once',
);
export const playbackSessions = observed('marquee_playback_sessions', 'Players that send heartbeats to this process');

export const deliveriesWaiting = observed('marquee_deliveries_waiting', 'Messages that wait to be sent');
export const deliveryOldestSeconds = observed(
  'marquee_delivery_oldest_seconds',
  'Age of the oldest message that waits',
);
export const deliveryAttempts = counter(
  'marquee_delivery_attempts_total',
  'Attempts to send a message, by outcome and failure',
);

export const dependencyUp = observed('marquee_dependency_up', 'Whether what this process needs answers');
export const eventLoopDelaySeconds = observed('marquee_event_loop_delay_seconds', 'p99 of the last ten seconds');
export const spansDropped = counter('marquee_spans_dropped_total', 'Spans that could not be sent');
export const processCpuSeconds = observed('process_cpu_seconds_total', 'User and system time', 'counter');
/** Since 1970. A change shows a restart, which CPU time does not. */
export const processStartSeconds = observed('process_start_time_seconds', 'When the process started');
export const processResidentBytes = observed('process_resident_memory_bytes', 'Resident memory');
