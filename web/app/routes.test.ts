import { SITE_SCREENS } from '@marquee/testing/screens';
import type { RouteConfigEntry } from '@react-router/dev/routes';
import routes from './routes.ts';

/** Paths of screens; what is made of code alone, such as calendars and tables, is no screen. */
const screensOf = (entries: RouteConfigEntry[]): string[] =>
  entries.flatMap(({ path = '', file, children = [] }) => [
    ...(file.endsWith('.tsx') ? [path] : []),
    ...screensOf(children),
  ]);

test('every screen of the site is one that the journeys of accessibility look at [SET-14:every-screen]', () => {
  expect(Object.keys(SITE_SCREENS).sort()).toEqual(screensOf(routes).sort());
});
