import { ProjectType, ReleaseType } from '@marquee/contracts/film/v1/film_pb';
import { aFilmCard, anImage } from '@marquee/testing/contract-messages';
import { cardView, heroView } from './card-view.ts';

test('a card says the year, the length and the price of a film', () => {
  const offers = [{ isFree: true }, { isFree: false, usdCost: 499n }, { isFree: false }].map(
    (part) => cardView(aFilmCard(part)).offer,
  );
  expect(offers).toEqual(['On Demand · Free', 'On Demand · $4.99', 'On Demand']);
  expect(cardView(aFilmCard()).facts).toBe('2026 · 1 h 32 min');
});

test.each([
  [[], ''],
  [['A'], 'A'],
  [['A', 'B'], 'A and B'],
  [['A', 'B', 'C'], 'A, B and 1 more'],
  [['A', 'B', 'C', 'D'], 'A, B and 2 more'],
])('a card names the directors %j in little space [FLM-01:directors]', (directors, text) => {
  expect(cardView(aFilmCard({ directors })).directors).toBe(text);
  expect(heroView(aFilmCard({ directors })).directors).toBe(text);
});

test('what is not known of a film is left out', () => {
  const nothing = { releaseYear: 0, runningTime: 0, projectType: ProjectType.UNSPECIFIED };
  expect(cardView(aFilmCard({ ...nothing, releaseType: ReleaseType.UNSPECIFIED }))).toMatchObject({
    ...{ facts: '', offer: 'Free' },
  });
  expect(heroView(aFilmCard(nothing)).facts).toBe('');
});

test('the large card says more, and takes the poster where there is no still', () => {
  const poster = anImage();
  const hero = heroView(aFilmCard({ genres: ['a', 'b', 'c', 'd'], logLine: 'A ferryman waits.', poster }));
  expect(hero).toMatchObject({
    facts: 'Feature film · 2026 · 1 h 32 min',
    directors: 'Ana Souto',
    genres: ['a', 'b', 'c'],
  });
  expect(hero.still?.uri).toBe(poster.uri);
  const trailerThumbnail = anImage({ uri: '/images/still' });
  expect(heroView(aFilmCard({ poster, trailerThumbnail })).still?.uri).toBe('/images/still');
});
