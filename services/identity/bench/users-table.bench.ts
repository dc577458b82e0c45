// `users table`: what a page of the back office's users costs 10,000 pages deep, by the first page of the same list, over
// 1,000,000 users, from the call to identity's answer: the median, and the 95th percentile. The two alternate. Beside it are
// its filters, a search by name and the count, which stands for itself. Of the filters by country and consumer type one
// leaves many, one few, and one nobody, though many have either.
import { loadavg } from 'node:os';
import { ConsumerType } from '@marquee/contracts/identity/v1/account_pb';
import { UserFilter } from '@marquee/contracts/identity/v1/user_back_office_pb';
import { encodeCursor } from '@marquee/data/paging';
import { median, printFigure, quantile } from '@marquee/runtime/bench/figure';
import { cleanUp } from '@marquee/testing/cleanup';
import { startTestPostgres } from '@marquee/testing/test-postgres';
import { viewers } from '@marquee/testing/viewers';
import { fillUsers } from '../src/seed/fill-users.ts';
import { type IdentityUnderTest, identityService } from '../src/testing/identity-service.ts';

const USERS = Number(process.env.BENCH_USERS ?? 1_000_000);
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 200);
const WARM_ROUNDS = 20;
const PAGE_SIZE = 50;
const PAGES_DEEP = 10_000;

async function fill({ db }: IdentityUnderTest): Promise<void> {
  const startedAt = performance.now();
  await fillUsers(db, USERS);
  console.error(`${USERS} users made in ${((performance.now() - startedAt) / 1_000).toFixed(1)} s`);
}

const p95 = (took: readonly number[]) => quantile(took, 0.95);

async function timed(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}

type List = { name: string; condition: string; request: { filter?: UserFilter; country?: string; b2b?: true } };
const LISTS: readonly List[] = [
  { name: '', condition: 'true', request: {} },
  { name: ' not onboarded only', condition: 'is_onboarding', request: { filter: UserFilter.NOT_ONBOARDED_ONLY } },
  {
    name: ' active only',
    condition: 'NOT is_onboarding AND last_signed_in_at IS NOT NULL',
    request: { filter: UserFilter.ACTIVE_ONLY },
  },
  { name: ' of a large country', condition: `country = 'PT'`, request: { country: 'PT' } },
  { name: ' of a small country', condition: `country = 'NR'`, request: { country: 'NR' } },
  { name: ' of a consumer type', condition: `consumer_type = 'B2B'`, request: { b2b: true } },
];

const postgres = await startTestPostgres();
process.env.TEST_POSTGRES_URL = postgres.url;
try {
  const identity = await identityService();
  await fill(identity);
  // A member of staff of their own for each call, so that no limit of calls is reached.
  const staff = () => identity.backOffice(viewers.staff());

  const compare = async (name: string, first: () => Promise<unknown>, deep: () => Promise<unknown>) => {
    const [firsts, deeps]: [number[], number[]] = [[], []];
    for (let round = -WARM_ROUNDS; round < ROUNDS; round += 1) {
      const took = [await timed(first), await timed(deep)] as const;
      if (round < 0) continue;
      firsts.push(took[0]);
      deeps.push(took[1]);
    }
    printFigure({ name, value: median(deeps), unit: 'ms, median', baseline: median(firsts), digits: 2 });
    printFigure({ name: `${name} p95`, value: p95(deeps), unit: 'ms, p95', baseline: p95(firsts), digits: 2 });
  };

  const key = Buffer.alloc(32, 'c').toString('base64');
  for (const { name, condition, request } of LISTS) {
    const [total] = await identity.db.query<{ count: number }>(
      `SELECT count(*)::int AS count FROM accounts WHERE ${condition}`,
    );
    // Of a list with fewer pages, its middle.
    const depth = Math.min(PAGES_DEEP * PAGE_SIZE, Math.floor((total?.count ?? 0) / 2));
    const [row] = await identity.db.query<{ createdAt: Date; id: string }>(
      `SELECT created_at, id FROM accounts WHERE ${condition} ORDER BY created_at DESC, id DESC OFFSET $1 LIMIT 1`,
      [depth - 1],
    );
    if (!row) throw new Error('there are too few users');
    const { filter = UserFilter.UNSPECIFIED, country = '', b2b } = request;
    const shown = filter === UserFilter.UNSPECIFIED ? 'ALL' : UserFilter[filter];
    const scope = ['users', shown, country, b2b ? 'B2B' : 'ALL', ''].join(':');
    const cursor = encodeCursor(key, [row.createdAt.toISOString(), row.id], scope);
    const list = { filter, country, ...(b2b && { consumerType: ConsumerType.B2B }), pageSize: PAGE_SIZE };
    const page = (from: string) => () => staff().listUsers({ ...list, cursor: from });
    await compare(`users table${name}`, page(''), page(cursor));
  }

  const nobody: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    nobody.push(await timed(() => staff().listUsers({ country: 'PT', consumerType: ConsumerType.B2B })));
  }
  printFigure({ name: 'users table of nobody', value: median(nobody), unit: 'ms, median', digits: 2 });

  const counts: number[] = [];
  const searches: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    counts.push(await timed(() => staff().countUsers({})));
    searches.push(await timed(() => staff().listUsers({ query: `last${round % 500}` })));
  }
  const { count, estimated } = await staff().countUsers({});
  console.error(`counted ${count}${estimated ? ', estimated' : ''}`);
  for (const [name, took] of Object.entries({ count: counts, search: searches })) {
    printFigure({ name: `users table ${name}`, value: median(took), unit: 'ms, median', digits: 2 });
    printFigure({ name: `users table ${name} p95`, value: p95(took), unit: 'ms, p95', digits: 2 });
  }
  console.error(`load average ${loadavg()[0]?.toFixed(1)}`);
} finally {
  await cleanUp();
  await postgres.stop();
}
