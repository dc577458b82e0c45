import { setTimeout as delay } from 'node:timers/promises';
import { checkSchema, type MigrationSource, type SchemaState } from '@marquee/data/migrations';
import type { Logger } from '@marquee/runtime/log';
import pg from 'pg';
import type { ClockWatch } from './clock-watch.ts';

export type DatabaseGate = {
  /** Resolves once the database answers and its schema is the one of this build. */
  opened: Promise<void>;
  /**
   * Asks what may take long, for COUNT_MS_MAX at most, on a second connection that the first question makes. Rejects
   * while the database is unavailable.
   */
  query<R>(text: string): Promise<R[]>;
  close(): Promise<void>;
};

const CHECK_EVERY_MS = 2_000;
const ANSWER_MS_MAX = 1_500;
const FAILURES_MAX = 2;
const COUNT_MS_MAX = 1_500;
// Longer than the server's own limit, by which it ends what nobody waits for any more.
const COUNT_ANSWER_MS_MAX = 2_000;
const RETRY_MS_MIN = 250;
const RETRY_MS_MAX = 10_000;

/**
 * Watches a service's database on a connection of its own, so that a full pool is not mistaken for an outage. `report`
 * gets the problem, or undefined, whenever that changes; the log has a line for each change. A database that was there
 * is unavailable when it refuses, or has not answered twice in a row: all replicas ask the same database, and
 * would be unready together when it is slow for a moment.
 *
 * A running process keeps running when its schema becomes newer: that is an upgrade whose new processes are about to
 * start, and migrations work with the code before them. One that starts on a newer schema waits, unless `allowNewer`.
 */
export function watchDatabase(options: {
  url: string;
  migrations: readonly MigrationSource[];
  log: Logger;
  allowNewer?: boolean;
  /** Compared with the clock of the database at each look. */
  clock?: ClockWatch;
  report(problem: string | undefined): void;
}): DatabaseGate {
  const { url, migrations, log, report } = options;
  let mayBeNewer = options.allowNewer ?? false;
  let isNewer = false;
  const stopping = new AbortController();
  const opened = Promise.withResolvers<void>();
  let link: pg.Client | undefined;
  let known: string | undefined = '';
  let failures = 0;
  const counts = openCounts(url);

  function tell(problem: string | undefined, err?: unknown): void {
    if (problem === known) return;
    known = problem;
    report(problem);
    if (problem === undefined) log.info('the database answers');
    else log.warn({ ...(err !== undefined && { err }) }, problem);
  }

  async function check(): Promise<boolean> {
    try {
      link ??= await connect({ ...PROBE, connectionString: url }, () => {
        link = undefined;
      });
      const schema = await schemaOf(link, migrations);
      await options.clock?.compare(() => nowOf(link));
      failures = 0;
      const isGood = schema.state === 'ready' || (schema.state === 'too new' && mayBeNewer);
      if (schema.state !== 'ready' && isGood && !isNewer) log.warn(schema.message);
      isNewer = schema.state === 'too new';
      tell(isGood ? undefined : schema.message);
      if (isGood) mayBeNewer = true;
      return isGood;
    } catch (err) {
      const broken = link;
      link = undefined;
      failures += 1;
      if (known !== undefined || failures >= FAILURES_MAX || isRefused(err)) tell('the database does not answer', err);
      await broken?.end().catch(() => {});
      return false;
    }
  }

  async function watch(): Promise<void> {
    for (let waitMs = RETRY_MS_MIN; ; ) {
      const isThere = await check();
      if (isThere) opened.resolve();
      waitMs = isThere ? RETRY_MS_MIN : Math.min(waitMs * 2, RETRY_MS_MAX);
      await delay(isThere ? CHECK_EVERY_MS : waitMs, undefined, { signal: stopping.signal });
    }
  }

  // A caller that no longer waits for it is not notified.
  opened.promise.catch(() => {});
  const watching = watch().catch(() => opened.reject(new Error('stopped before the database was there')));
  return {
    opened: opened.promise,
    async query<R>(text: string) {
      if (!link) throw new Error('the database does not answer');
      return counts.query<R>(text);
    },
    async close() {
      stopping.abort();
      await watching;
      await Promise.all([link?.end().catch(() => {}), counts.close()]);
    },
  };
}

const PROBE: pg.ClientConfig = {
  application_name: 'probe',
  connectionTimeoutMillis: ANSWER_MS_MAX,
  query_timeout: ANSWER_MS_MAX,
  keepAlive: true,
};

/** Apart from the watch, whose next question would wait for what is counted. */
function openCounts(connectionString: string): { query<R>(text: string): Promise<R[]>; close(): Promise<void> } {
  let link: Promise<pg.Client> | undefined;
  const drop = async () => {
    const dropped = link;
    link = undefined;
    await dropped?.then((client) => client.end()).catch(() => {});
  };
  return {
    async query<R>(text: string) {
      link ??= connect(
        {
          ...PROBE,
          connectionString,
          application_name: 'counts',
          query_timeout: COUNT_ANSWER_MS_MAX,
          statement_timeout: COUNT_MS_MAX,
        },
        () => void drop(),
      );
      try {
        return (await (await link).query(text)).rows as R[];
      } catch (error) {
        await drop();
        throw error;
      }
    },
    close: drop,
  };
}

function isRefused(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === 'ECONNREFUSED';
}

async function connect(config: pg.ClientConfig, onLost: () => void): Promise<pg.Client> {
  const client = new pg.Client(config);
  client.on('error', onLost);
  await client.connect();
  return client;
}

const NOW = 'SELECT (extract(epoch FROM clock_timestamp()) * 1000)::float AS now';

async function nowOf(client: pg.Client | undefined): Promise<number> {
  const result = await client?.query<{ now: number }>(NOW);
  const now = result?.rows[0]?.now;
  if (now === undefined) throw new Error('the connection was lost');
  return now;
}

function schemaOf(client: pg.Client, migrations: readonly MigrationSource[]): Promise<SchemaState> {
  const query = async <R>(text: string, values?: unknown[]) => (await client.query(text, values)).rows as R[];
  return checkSchema({ db: { query: query as never }, dirs: migrations });
}
