import { setTimeout as delay } from 'node:timers/promises';
import { checkSchema, type MigrationSource, type SchemaState } from '@marquee/data/migrations';
import type { Logger } from '@marquee/runtime/log';
import pg from 'pg';

export type DatabaseGate = {
  /** Resolves once the database answers and its schema is the one of this build. */
  opened: Promise<void>;
  /** Asks on the connection that watches. Rejects while the database is away. */
  query<R>(text: string): Promise<R[]>;
  close(): Promise<void>;
};

const CHECK_EVERY_MS = 2_000;
const ANSWER_MS_MAX = 1_500;
const RETRY_MS_MIN = 250;
const RETRY_MS_MAX = 10_000;

/**
 * Watches a service's database on a connection of its own, so that a full pool is not taken for a database that is
 * away. `report` is told what is wrong with it, or nothing, whenever that changes; the log has a line per change.
 *
 * A process that has begun goes on when its schema becomes newer: that is an upgrade whose new processes are about to
 * start, and migrations work with the code before them. One that starts on a newer schema waits, unless `allowNewer`.
 */
export function watchDatabase(options: {
  url: string;
  migrations: readonly MigrationSource[];
  log: Logger;
  allowNewer?: boolean;
  report(problem: string | undefined): void;
}): DatabaseGate {
  const { url, migrations, log, report } = options;
  let mayBeNewer = options.allowNewer ?? false;
  let isNewer = false;
  const stopping = new AbortController();
  const opened = Promise.withResolvers<void>();
  let link: pg.Client | undefined;
  let known: string | undefined = '';

  function tell(problem: string | undefined, err?: unknown): void {
    if (problem === known) return;
    known = problem;
    report(problem);
    if (problem === undefined) log.info('the database is there');
    else log.warn({ ...(err !== undefined && { err }) }, problem);
  }

  async function check(): Promise<boolean> {
    try {
      link ??= await connect(url, () => {
        link = undefined;
      });
      const schema = await schemaOf(link, migrations);
      const isGood = schema.state === 'ready' || (schema.state === 'too new' && mayBeNewer);
      if (schema.state !== 'ready' && isGood && !isNewer) log.warn(schema.message);
      isNewer = schema.state === 'too new';
      tell(isGood ? undefined : schema.message);
      if (isGood) mayBeNewer = true;
      return isGood;
    } catch (err) {
      const broken = link;
      link = undefined;
      tell('the database does not answer', err);
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

  // Whoever does not wait for it any more shall not hear of it.
  opened.promise.catch(() => {});
  const watching = watch().catch(() => opened.reject(new Error('stopped before the database was there')));
  return {
    opened: opened.promise,
    async query<R>(text: string) {
      if (!link) throw new Error('the database does not answer');
      return (await link.query(text)).rows as R[];
    },
    async close() {
      stopping.abort();
      await watching;
      await link?.end().catch(() => {});
    },
  };
}

async function connect(url: string, onLost: () => void): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'probe',
    connectionTimeoutMillis: ANSWER_MS_MAX,
    query_timeout: ANSWER_MS_MAX,
    keepAlive: true,
  });
  client.on('error', onLost);
  await client.connect();
  return client;
}

function schemaOf(client: pg.Client, migrations: readonly MigrationSource[]): Promise<SchemaState> {
  const query = async <R>(text: string, values?: unknown[]) => (await client.query(text, values)).rows as R[];
  return checkSchema({ db: { query: query as never }, dirs: migrations });
}
