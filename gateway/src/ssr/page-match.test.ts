import { matchRoutes, type ServerBuild } from 'react-router';
import { pageMatcher, routePath } from './page-match.ts';

type Routes = Record<string, { path?: string; index?: boolean; parentId?: string; handle?: object }>;

function matcher(routes: Routes) {
  const made = Object.entries(routes).map(([id, { handle, ...route }]) => [id, { id, ...route, module: { handle } }]);
  return pageMatcher({
    ...{ entry: { module: { matchRoutes } }, assets: { routes: {} } },
    routes: Object.fromEntries(made),
  } as unknown as ServerBuild);
}

const pageOf = matcher({
  root: {},
  home: { parentId: 'root', index: true, handle: { publicPage: { tags: () => ['home'] } } },
  feed: { parentId: 'root', path: 'feed' },
  film: {
    ...{ parentId: 'feed', path: ':filmId' },
    handle: {
      publicPage: {
        tags: ({ filmId }: { filmId: string }) => [`film:${filmId}`],
        ...{ query: ['sort', 'page'], unless: ['preview'] },
      },
    },
  },
  account: { parentId: 'root', path: 'account', handle: { crumb: 'Account' } },
  lost: { parentId: 'root', path: '*', handle: { publicPage: { tags: () => [] } } },
});

test('a public page has the tags of its parameters, and is counted by its pattern', () => {
  expect(pageOf('/feed/42')).toEqual({
    ...{ kind: 'public', route: '/feed/:filmId', canonical: '/feed/42', tags: ['film:42'], keepable: true },
    keepsApart: false,
  });
  expect(pageOf('/')).toMatchObject({ kind: 'public', route: '/', canonical: '/', tags: ['home'] });
});

test('any other page is that of a viewer', () => {
  expect(pageOf('/account')).toEqual({ kind: 'viewer', route: '/account' });
  expect(pageOf('/feed')).toEqual({ kind: 'viewer', route: '/feed' });
  expect(pageOf('/feed/42?preview=1')).toEqual({ kind: 'viewer', route: '/feed/:filmId' });
  expect(matcher({ root: {}, feed: { parentId: 'root', path: 'feed' } })('/nowhere')).toEqual({
    ...{ kind: 'viewer', route: 'other' },
  });
});

test('what matches a splat is counted together', () => {
  expect(pageOf('/nowhere/at/all')).toMatchObject({ kind: 'public', route: 'other', canonical: '/nowhere/at/all' });
});

test('of the query, the first of each listed name counts, in the order of the list', () => {
  const canonical = (query: string) => pageOf(`/feed/42${query}`);
  expect(canonical('?page=2&utm=x&sort=new&page=3')).toMatchObject({ canonical: '/feed/42?sort=new&page=2' });
  expect(canonical('?utm=x')).toMatchObject({ canonical: '/feed/42' });
  expect(canonical('?sort=')).toMatchObject({ canonical: '/feed/42' });
  expect(canonical('?')).toMatchObject({ canonical: '/feed/42' });
});

test('an address that is long, or asks for parts of a page, is not kept', () => {
  const keepable = (address: string) => pageOf(address);
  const letters = (count: number) => 'x'.repeat(count);
  expect(keepable(`/feed/42?sort=${letters(200)}`)).toMatchObject({ keepable: true });
  expect(keepable(`/feed/42?sort=${letters(201)}`)).toMatchObject({ keepable: false });
  // What is not listed does not count.
  expect(keepable(`/feed/42?utm=${letters(2_000)}`)).toMatchObject({ keepable: true });
  expect(keepable(`/feed/${letters(994)}`)).toMatchObject({ keepable: true });
  expect(keepable(`/feed/${letters(995)}`)).toMatchObject({ keepable: false });
  // Values that grow when they are written again.
  expect(keepable(`/feed/42?sort=${'ä'.repeat(200)}`)).toMatchObject({ keepable: false });
  expect(keepable('/feed/42.data?_routes=film')).toMatchObject({
    ...{ canonical: '/feed/42.data?_routes=film', keepable: false },
  });
});

test('a request for data is matched as its page', () => {
  expect(routePath('/feed/42.data')).toBe('/feed/42');
  expect(routePath('/feed/_.data')).toBe('/feed/');
  expect(routePath('/_.data')).toBe('/');
  expect(routePath('/feed/data')).toBe('/feed/data');
  expect(pageOf('/feed/42.data')).toMatchObject({
    ...{ route: '/feed/:filmId', canonical: '/feed/42.data', tags: ['film:42'] },
  });
});
