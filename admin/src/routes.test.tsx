import { OFFICE_SCREENS } from '@marquee/testing/screens';
import type { RouteObject } from 'react-router';
import { routes } from './routes.tsx';

const pathsOf = (entries: RouteObject[]): string[] =>
  entries.flatMap(({ path, children = [] }) => [...(path === undefined ? [] : [path]), ...pathsOf(children)]);

test('every screen of the back office is one that the journeys of accessibility look at [SET-14:every-screen]', () => {
  expect(Object.keys(OFFICE_SCREENS).sort()).toEqual(pathsOf(routes).sort());
});
