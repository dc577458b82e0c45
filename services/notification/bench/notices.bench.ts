// `notices`: how many people are notified a second when one event is for 100,000 of them, from the event on the bus until
// the last recipient is planned, and whether sign-in mails still leave within 2 s meanwhile. Everything is one process with
// its real database and bus; film, which names the recipients, and identity are gRPC servers beside it. A tenth of the
// people have a browser that gets push messages, whose push service takes 50 ms for each.
import { randomUUID } from 'node:crypto';
import { loadavg } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { FilmReleasedSchema } from '@marquee/contracts/events/v1/film_pb';
import { newId } from '@marquee/data/ids';
import { median, printFigure, quantile } from '@marquee/runtime/bench/figure';
import { cpuSeconds } from '@marquee/runtime/bench/process-tree';
import { cleanUp } from '@marquee/testing/cleanup';
import { pushService } from '@marquee/testing/push-service';
import { startTestPostgres } from '@marquee/testing/test-postgres';
import { pushKeysOf } from '../src/push/push-keys.ts';
import { notificationService, signInLink } from '../src/testing/notification-service.ts';

const PEOPLE = Number(process.env.BENCH_PEOPLE ?? 100_000);
const WARM_PEOPLE = 5_000;
const WITH_BROWSER_SHARE = 0.1;
const PUSH_SERVICE_MS = 50;
const MAIL_EVERY_MS = 250;
const POLL_MS = 10;
const GIVE_UP_MS = 600_000;

type Scene = Awaited<ReturnType<typeof notificationService>>;

/** A film that credits so many people, of whom some have a browser; released. */
async function release({ db, neighbours, emit }: Scene, people: number, browser: Record<string, string>) {
  const filmId = randomUUID();
  const accountIds = Array.from({ length: people }, () => newId());
  neighbours.films.set(filmId, { filmTitle: 'Low Tide', makerId: randomUUID() });
  neighbours.credited.set(filmId, accountIds);
  await db.query(
    `INSERT INTO push_subscriptions (id, account_id, session_id, endpoint, p256dh, auth, created_at)
     SELECT gen_random_uuid(), account_id, 'session', $2, $3, $4, now() FROM unnest($1::uuid[]) AS account_id`,
    [accountIds.slice(0, people * WITH_BROWSER_SHARE), browser.endpoint, browser.p256dh, browser.auth],
  );
  const startedAt = performance.now();
  await emit(FilmReleasedSchema, { filmId });
  return { filmId, startedAt };
}

/** Milliseconds until all recipients of the event are planned. */
async function untilPlanned({ db }: Scene, { filmId, startedAt }: { filmId: string; startedAt: number }) {
  for (;;) {
    const [event] = await db.query<{ state: string }>('SELECT state FROM notice_events WHERE event_key = $1', [filmId]);
    const tookMs = performance.now() - startedAt;
    if (event?.state === 'PLANNED') return tookMs;
    if (tookMs > GIVE_UP_MS) throw new Error(`the event is ${event?.state ?? 'not there'} after ${GIVE_UP_MS} ms`);
    await delay(POLL_MS);
  }
}

/** Milliseconds from the challenge on the bus until its mail was accepted. */
async function signInMail({ db, issue }: Scene): Promise<number> {
  const email = `${randomUUID()}@example.com`;
  const startedAt = performance.now();
  await issue(signInLink(email));
  for (;;) {
    const [message] = await db.query('SELECT 1 FROM dev_inbox_messages WHERE address = $1', [email]);
    const tookMs = performance.now() - startedAt;
    if (message || tookMs > GIVE_UP_MS) return tookMs;
    await delay(POLL_MS);
  }
}

/** A sign-in mail every quarter of a second until the work is done, whether the one before has left or not. */
async function mailsBeside(scene: Scene, work: Promise<unknown>): Promise<number[]> {
  const mails: Promise<number>[] = [];
  let done = false;
  void work.finally(() => {
    done = true;
  });
  while (!done) {
    mails.push(signInMail(scene));
    await delay(MAIL_EVERY_MS);
  }
  return Promise.all(mails);
}

const postgres = await startTestPostgres();
process.env.TEST_POSTGRES_URL = postgres.url;
try {
  const browsers = await pushService(() => pushKeysOf('v'.repeat(32)).publicKey);
  browsers.answers.before = () => delay(PUSH_SERVICE_MS);
  const scene = await notificationService({ DEV_INBOX: '1', PUSH_LOOPBACK: '1' });
  const browser = browsers.subscribe('one');
  await untilPlanned(scene, await release(scene, WARM_PEOPLE, browser));
  await signInMail(scene);
  const alone = await mailsBeside(scene, delay(5_000));

  const cpu = process.cpuUsage();
  const databaseCpu = cpuSeconds(postgres.pid);
  const planned = release(scene, PEOPLE, browser).then((event) => untilPlanned(scene, event));
  const beside = await mailsBeside(scene, planned);
  const seconds = (await planned) / 1_000;
  const { user, system } = process.cpuUsage(cpu);
  console.error(`CPU of this process: ${((user + system) / 1e6).toFixed(1)} s`);
  console.error(`CPU of PostgreSQL: ${(cpuSeconds(postgres.pid) - databaseCpu).toFixed(1)} s`);
  const [notified] = await scene.db.query<{ notices: number; people: number }>(
    'SELECT count(*)::int AS notices, count(DISTINCT account_id)::int AS people FROM notices',
  );
  console.error(
    `${notified?.notices} notices of ${notified?.people} people; ${PEOPLE} planned in ${seconds.toFixed(1)} s`,
  );
  if (notified?.notices !== PEOPLE + WARM_PEOPLE || notified.people !== notified.notices)
    throw new Error('not everybody once');
  console.error(`push messages that arrived meanwhile: ${browsers.pushed.length}`);
  printFigure({ name: 'notices', value: PEOPLE / seconds, unit: 'people notified/s' });
  const worst = Math.max(...beside);
  console.error(
    `${beside.length} sign-in mails beside it, ${alone.length} alone; the slowest took ${worst.toFixed(0)} ms`,
  );
  const slow = { value: quantile(beside, 0.99), baseline: quantile(alone, 0.99) };
  printFigure({ name: 'notices sign-in mail', ...slow, unit: 'ms, p99' });
  printFigure({
    name: 'notices sign-in mail middle',
    value: median(beside),
    unit: 'ms, median',
    baseline: median(alone),
  });
  console.error(`load average ${loadavg()[0]?.toFixed(1)}`);
} finally {
  await cleanUp();
  await postgres.stop();
}
