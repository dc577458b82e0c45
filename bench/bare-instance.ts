// The baseline of `start` and `memory`: PostgreSQL with its default settings, and one node:http server.
import { createServer } from 'node:http';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '@marquee/data/embedded-postgres';
import pg from 'pg';

const { DATA_DIR = '', PORT = '0' } = process.env;
const postgres = await startEmbeddedPostgres({
  dataDir: join(DATA_DIR, 'postgres'),
  socketDir: join(DATA_DIR, 'run'),
  logFile: join(DATA_DIR, 'postgres.log'),
});
const pool = new pg.Pool({ connectionString: postgres.url('postgres'), max: 1 });
// PostgreSQL closes idle connections with an error when it stops.
pool.on('error', () => {});
const server = createServer(async (_request, response) => {
  const { rows } = await pool.query('SELECT now() AS now');
  response.end(String(rows[0]?.now));
});
server.listen(Number(PORT), '127.0.0.1');

process.once('SIGTERM', async () => {
  server.close();
  server.closeAllConnections();
  await pool.end();
  await postgres.stop();
});
