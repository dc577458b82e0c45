// `sign-in`: the CPU of identity and its caller from the start of a sign-in by email to the session, by that of the bare
// statements of such sign-ins, sent again by a plain client over one connection. CPU of PostgreSQL is in neither. In turns:
// sign-ins that are measured, as many whose statements are noted, and those statements once their rows are deleted.
import { loadavg } from 'node:os';
import { median, printFigure } from '@marquee/runtime/bench/figure';
import { cleanUp } from '@marquee/testing/cleanup';
import { startTestPostgres } from '@marquee/testing/test-postgres';
import pg from 'pg';
import { type IdentityUnderTest, identityService } from '../src/testing/identity-service.ts';

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 7);
const SIGN_INS = Number(process.env.BENCH_SIGN_INS ?? 50);
/** What a sign-in writes. */
const WRITTEN = 'challenges, sessions, outbox, request_ids';

type Statement = { text: string; values: unknown[] };
type Query = (...args: unknown[]) => unknown;

let noted: Statement[] | undefined;
let ownDatabase = '';
let connection: pg.ClientConfig | undefined;
const query = pg.Client.prototype.query as Query;
pg.Client.prototype.query = function noteQuery(this: pg.Client, ...args: unknown[]) {
  const [first, second] = args;
  connection ??= {
    host: this.host,
    port: this.port,
    database: this.database,
    user: this.user,
    password: this.password,
  };
  if (noted && this.database === ownDatabase) {
    const asked = typeof first === 'string' ? { text: first, values: second } : (first as Partial<Statement>);
    // The relay's own, beside sign-ins.
    if (typeof asked.text === 'string' && !/advisory|listen/i.test(asked.text))
      noted.push({ text: asked.text, values: (asked.values as unknown[]) ?? [] });
  }
  return query.apply(this, args);
} as never;

async function signIn(identity: IdentityUnderTest, email: string): Promise<void> {
  const browser = identity.browser();
  const { challenge } = await browser.startSignIn({ email });
  const { linkToken } = await identity.message(challenge);
  await browser.confirmLink({ token: linkToken });
  if (!browser.cookies.session) throw new Error('nobody is signed in');
}

async function cpuMsOf(work: () => Promise<void>): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000 / SIGN_INS;
}

const postgres = await startTestPostgres();
process.env.TEST_POSTGRES_URL = postgres.url;
try {
  const identity = await identityService({ env: { SIGN_IN_LIMITS_SCALE: '100' } });
  const emails: string[] = [];
  for (let made = 0; made < SIGN_INS; made += 1) emails.push((await identity.anAccount()).email ?? '');
  const allSignIn = async () => {
    for (const email of emails) await signIn(identity, email);
  };
  await allSignIn();
  const [own] = await identity.db.query<{ name: string }>('SELECT current_database() AS name');
  ownDatabase = own?.name ?? '';
  const plain = new pg.Client({ ...connection, database: own?.name });
  // The database stops at the end.
  plain.on('error', () => {});
  await plain.connect();
  const [ours, bare]: [number[], number[]] = [[], []];
  let statements: Statement[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    await identity.db.query(`TRUNCATE ${WRITTEN} CASCADE`);
    ours.push(await cpuMsOf(allSignIn));
    noted = [];
    await allSignIn();
    statements = noted;
    noted = undefined;
    await identity.db.query(`TRUNCATE ${WRITTEN} CASCADE`);
    bare.push(
      await cpuMsOf(async () => {
        for (const { text, values } of statements) await plain.query(text, values);
      }),
    );
  }
  await plain.end();
  console.error(`${(statements.length / SIGN_INS).toFixed(1)} statements a sign-in; load ${loadavg()[0]?.toFixed(1)}`);
  printFigure({ name: 'sign-in', value: median(ours), unit: 'ms of CPU', baseline: median(bare), digits: 2 });
} finally {
  await cleanUp();
  await postgres.stop();
}
process.exit(0);
