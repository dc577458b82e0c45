import { ANSWER_TIMEOUT_MS, CONNECTION_TIMEOUT_MS, KEEPALIVE_OPTIONS } from '@marquee/data/database';
import pg from 'pg';

/** A dedicated connection; `lost` aborts when it ends unexpectedly. */
export type Session = { client: pg.Client; lost: AbortSignal; end(): Promise<void> };

/** Opens a connection outside any pool, for LISTEN and session locks. */
export async function openSession(url: string, applicationName: string): Promise<Session> {
  const client = new pg.Client({
    connectionString: url,
    application_name: applicationName,
    connectionTimeoutMillis: CONNECTION_TIMEOUT_MS,
    query_timeout: ANSWER_TIMEOUT_MS,
    keepAlive: true,
    options: KEEPALIVE_OPTIONS,
  });
  const lost = new AbortController();
  client.on('error', (error) => lost.abort(error));
  client.on('end', () => lost.abort(new Error('The connection has ended.')));
  await client.connect();
  return { client, lost: lost.signal, end: () => client.end().catch(() => {}) };
}
