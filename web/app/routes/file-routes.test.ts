import { Code } from '@connectrpc/connect';
import { type Answers, answerCalls, refusing } from '@marquee/testing/answer-calls';
import type { RouteConfigEntry } from '@react-router/dev/routes';
import type { ServerBuild } from 'react-router';
import * as entry from '../entry.server.tsx';
import routes from '../routes.ts';

type File = { path: string; file: string };

/** The routes that answer files and no pages: made of code alone. */
const filesOf = (entries: RouteConfigEntry[]): File[] =>
  entries.flatMap(({ path = '', file, children = [] }) => [
    ...(file.endsWith('.ts') ? [{ path, file }] : []),
    ...filesOf(children),
  ]);
const FILES = filesOf(routes);

async function buildOf({ path, file }: File): Promise<ServerBuild> {
  const module = await import(`../${file}`);
  return {
    entry: { module: entry },
    routes: { file: { id: 'file', path, module } },
    assets: {
      entry: { imports: [], module: '' },
      routes: { file: { id: 'file', hasLoader: true } },
      url: '',
      version: '1',
    },
    ...{ publicPath: '/', assetsBuildDirectory: '', future: {}, ssr: true, isSpaMode: false, prerender: [] },
    routeDiscovery: { mode: 'initial', manifestPath: '/__manifest' },
  } as unknown as ServerBuild;
}

/** Every method refuses as a service does that does not know what is asked for. */
const refuse = refusing(Code.NotFound, { reason: 'NOT_FOUND', message: 'There is no such thing.' });
const refuseAll = new Proxy({}, { get: () => refuse }) as Answers;

const staff = { accountId: 'a1', roles: ['ADMIN'], consumerType: 'UNSPECIFIED', accountType: 'UNSPECIFIED' } as const;

async function fetchFile(route: File, address: string, language = 'en') {
  const calls = answerCalls(refuseAll);
  const errors: unknown[] = [];
  const context = entry.createLoadContext({
    transportOf: () => calls.transport,
    viewer: { ...staff, talents: [], onboarding: false },
    ...{ nonce: 'nonce', publicUrl: 'https://marquee.example', language },
    onError: (error) => errors.push(error),
  });
  const handle = entry.createRequestHandler(await buildOf(route), 'production');
  const response = await handle(new Request(new URL(address, 'https://marquee.example')), context);
  const { status, headers } = response;
  return { status, type: headers.get('content-type'), text: await response.text(), errors, calls };
}

const BAD_VALUES = ['', '0', '5', '-1', '1.5', '1e9', '99999', 'x', 'NaN', 'Infinity', '%00', '2026-02-30'];
/** What addresses of files say after the question mark. */
const NAMES = ['year', 'quarter', 'days', 'of', 'cursor'];
const QUERIES = ['', ...BAD_VALUES.map((value) => `?${NAMES.map((name) => `${name}=${value}`).join('&')}`)];
const VALUES = ['x', '0', '-1', '%20', '01940000-0000-7000-8000-000000000000'];

test.each(FILES)('$path refuses what it cannot read in words, and never fails', async (route) => {
  const paths = VALUES.map((value) => `/${route.path.replace(/:\w+/g, value)}`);
  for (const address of new Set(paths.flatMap((path) => QUERIES.map((query) => `${path}${query}`)))) {
    const { status, type, text, errors } = await fetchFile(route, address);
    expect([address, errors]).toEqual([address, []]);
    expect([address, status < 500]).toEqual([address, true]);
    if (status >= 400 && text) expect([address, type]).toEqual([address, 'text/plain; charset=utf-8']);
  }
});

const STATEMENTS = FILES.filter(({ path }) => /statement\.(csv|pdf)$/.test(path));

test.each(STATEMENTS)('$path asks for a quarter, and says so [STU-09:statements]', async (route) => {
  const path = `/${route.path.replace(/:\w+/g, 'f1')}`;
  const wrong = ['', '?year=2026', '?quarter=1', ...BAD_VALUES.map((value) => `?year=2026&quarter=${value}`)];
  const years = BAD_VALUES.map((value) => `?year=${value}&quarter=1`);
  for (const query of [...wrong, ...years].filter((one) => !/year=2026&quarter=[1-4]$/.test(one))) {
    const { status, text, calls } = await fetchFile(route, `${path}${query}`);
    expect([query, status, text]).toEqual([query, 400, 'Please choose a quarter of a year since 2020.\n']);
    expect([...calls.sent('getStatement'), ...calls.sent('getFestivalStatement')]).toEqual([]);
  }
  const asked = await fetchFile(route, `${path}?year=2026&quarter=1`);
  expect([asked.status, asked.text]).toEqual([404, 'There is no such thing.\n']);
  const french = await fetchFile(route, path, 'fr');
  expect(french.text).not.toContain('Please');
});

test('there are statements of makers and of organizations', () => {
  expect(STATEMENTS).toHaveLength(4);
});
