import type { ServerBuild } from 'react-router';
import { forEachPart } from './build-parts.ts';

type Routes = Record<string, { path?: string; index?: boolean; parentId?: string }>;

const routes: Routes = {
  root: {},
  home: { parentId: 'root', index: true },
  feed: { parentId: 'root', path: 'feed' },
  film: { parentId: 'feed', path: ':filmId' },
  frame: { parentId: 'root' },
  profile: { parentId: 'frame', path: '/Profile/:profileId' },
  edit: { parentId: 'root', path: 'profile/edit' },
  diary: { parentId: 'root', path: 'profile/:profileId/diary' },
  faq: { parentId: 'root', path: 'es?/faq' },
  festival: { parentId: 'root', path: ':slug' },
  help: { parentId: 'root', path: 'help/*' },
  lost: { parentId: 'root', path: '*' },
};

/** A build, with what was made of it. */
function parts(given: Routes) {
  const ids = Object.fromEntries(Object.entries(given).map(([id, route]) => [id, { id, ...route }]));
  const made: ServerBuild[] = [];
  const build = { routes: ids, assets: { routes: ids, version: '1' }, ssr: true } as unknown as ServerBuild;
  const partFor = forEachPart(build, (part) => {
    made.push(part);
    return part;
  });
  return { build, made, partFor, idsFor: (pathname: string) => Object.keys(partFor(pathname).routes) };
}

test('a path has the routes that it can match, with those that they are in, in their order', () => {
  const { idsFor } = parts(routes);
  const always = ['faq', 'lost'];
  expect(idsFor('/')).toEqual(['root', 'home', ...always]);
  expect(idsFor('/feed')).toEqual(['root', 'feed', 'faq', 'festival', 'lost']);
  expect(idsFor('/feed/42')).toEqual(['root', 'feed', 'film', ...always]);
  expect(idsFor('/profile/42')).toEqual(['root', 'frame', 'profile', 'edit', ...always]);
  expect(idsFor('/profile/42/diary')).toEqual(['root', 'diary', ...always]);
  expect(idsFor('/help/a/b/c')).toEqual(['root', 'faq', 'help', 'lost']);
  expect(idsFor('/es/faq')).toEqual(['root', ...always]);
  expect(idsFor('/nowhere/at/all')).toEqual(['root', ...always]);
});

test('neither case nor coding nor slashes at the end make another path', () => {
  const { idsFor, made } = parts(routes);
  for (const path of ['/profile/42', '/PROFILE/42', '/%70rofile/42', '/profile/42//']) {
    expect(idsFor(path)).toContain('profile');
  }
  expect(made).toHaveLength(1);
});

test('paths alike have the same part, however many there are', () => {
  const { partFor, made } = parts(routes);
  expect(partFor('/profile/1')).toBe(partFor('/profile/2'));
  for (let at = 0; at < 50; at += 1) for (const path of [`/${at}`, `/${at}/a`, `/a${'/b'.repeat(at)}`]) partFor(path);
  expect(made.length).toBeLessThan(7);
});

test('a part is its build with fewer routes, also in the manifest of browsers', () => {
  const { partFor } = parts(routes);
  const { routes: own, ...rest } = partFor('/feed/42');
  expect(rest).toEqual({ assets: { routes: own, version: '1' }, ssr: true });
});

test('a path that no route can match has the whole build, which says so', () => {
  const { build, partFor } = parts({ root: {}, feed: { parentId: 'root', path: 'feed' } });
  expect(partFor('/nowhere')).toBe(build);
});
