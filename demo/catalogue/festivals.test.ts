import { hasDirectorTalent } from '@marquee/rules/talents';
import { films } from './catalogue.ts';
import { festivals } from './festivals.ts';
import { people } from './people.ts';

test('the directors of the demo festivals may connect an account and close books', () => {
  for (const { directorId } of festivals(new Date('2026-03-28T22:47:00Z'))) {
    const director = people.find(({ id }) => id === directorId);
    expect(hasDirectorTalent(director?.talents ?? [])).toBe(true);
  }
});

test('an event and a premiere of the demo are about to begin, and no film of its blocks is missing', () => {
  const now = new Date('2026-03-28T22:47:00Z');
  const events = festivals(now).flatMap((festival) => festival.events);
  expect(events.map(({ startTime }) => startTime.toISOString())).toEqual([
    ...['2026-03-28T23:30:00.000Z', '2026-03-28T23:30:00.000Z', '2026-03-29T19:00:00.000Z', '2026-03-30T22:15:00.000Z'],
    '2026-03-31T17:30:00.000Z',
  ]);
  const titles = new Set(films.map(({ title }) => title));
  const shown = events.flatMap(({ blocks }) =>
    blocks.flatMap((block) => block.films.map(({ filmTitle }) => filmTitle)),
  );
  expect(shown.filter((title) => !titles.has(title))).toEqual([]);
});
