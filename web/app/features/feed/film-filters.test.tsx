import { ProjectType, ReleaseType } from '@marquee/contracts/film/v1/film_pb';
import { activeFilters, filmsHref, filmsRequest, filtersOf, usualOrder } from './film-filters.ts';

const from = (search: string) => filtersOf(new URLSearchParams(search));

test('filters live in the address, there and back [FLM-01:filters]', () => {
  const address = '/films?q=salt&genre=Drama&type=short&release=screening&language=pt&country=PT&sort=rating';
  const filters = from(address.slice(address.indexOf('?')));
  expect(filmsHref(filters)).toBe(address);
  expect(filmsRequest(filters)).toMatchObject({
    query: 'salt',
    genre: 'Drama',
    projectType: ProjectType.SHORT,
    releaseType: ReleaseType.SCREENING,
    language: 'pt',
    country: 'PT',
  });
});

test('unknown values in an address are left out', () => {
  expect(filmsHref(from('?genre=Nonsense&type=x&sort=worst&country=ZZ&q=%20'))).toBe('/films');
});

test('each filter in force can be named', () => {
  expect(activeFilters(from('?q=sea&language=pt&country=PT')).map(({ label }) => label)).toEqual([
    '“sea”',
    'Portuguese',
    'Portugal',
  ]);
});

test.each([
  ['', 'Newest first'],
  ['?release=screening', 'Next screening first'],
  ['?release=screening&q=sea', 'Best match'],
])('the usual order of films%s is %s', (search, order) => {
  expect(usualOrder(from(search))).toBe(order);
});
