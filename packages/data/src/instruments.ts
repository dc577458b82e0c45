import { histogram, observed } from '@marquee/runtime/telemetry/instruments';

const QUERY_SECONDS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5, 15];

export const dbPoolConnections = observed('marquee_db_pool_connections', 'Connections of the pool, by state');
export const dbPoolWaiting = observed('marquee_db_pool_waiting', 'Callers that wait for a connection of the pool');
export const dbQuerySeconds = histogram(
  'marquee_db_query_seconds',
  'Statements, with the wait for a connection',
  QUERY_SECONDS,
);
