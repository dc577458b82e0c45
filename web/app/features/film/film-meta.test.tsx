import { aFilm, anImage, FILM_ID } from '@marquee/testing/contract-messages';
import { filmMeta, partTitle } from './film-meta.ts';
import { filmView } from './film-view.ts';

const SITE = 'https://marquee.example';
type Tag = Record<string, unknown>;
const tagsOf = (part: Parameters<typeof aFilm>[0] = {}) => filmMeta(filmView(aFilm(part)), SITE) as Tag[];
const content = (tags: Tag[], name: string) => tags.find((tag) => tag.name === name || tag.property === name)?.content;
const about = (tags: Tag[]) => tags.find((tag) => 'script:ld+json' in tag)?.['script:ld+json'] as Tag;

test('a shared film shows its title, its line and its picture [PRO-19:film]', () => {
  const still = anImage({ uri: '/images/still', widths: [360, 1280, 2560] });
  const tags = tagsOf({ trailerThumbnail: still, poster: anImage({ uri: '/images/poster', widths: [800] }) });
  expect(tags[0]).toEqual({ title: 'Salt, directed by Ana Souto, Portugal, 2026 · Marquee' });
  expect(content(tags, 'description')).toBe('A ferryman waits.');
  expect(content(tags, 'og:title')).toBe('Salt, directed by Ana Souto, Portugal, 2026 · Marquee');
  expect(content(tags, 'og:type')).toBe('video.movie');
  expect(content(tags, 'og:url')).toBe(`${SITE}/feed/${FILM_ID}`);
  expect(tags.find(({ rel }) => rel === 'canonical')?.href).toBe(`${SITE}/feed/${FILM_ID}`);
  expect(content(tags, 'og:image')).toBe(`${SITE}/share/films/${FILM_ID}.png`);
  expect([content(tags, 'og:image:width'), content(tags, 'og:image:height')]).toEqual(['1200', '630']);
  expect(content(tags, 'og:image:alt')).toBe('Salt, directed by Ana Souto, Portugal, 2026');
  expect(content(tags, 'twitter:card')).toBe('summary_large_image');
});

test('a film without pictures, a line or a date is described all the same [PRO-19:film]', () => {
  const tags = tagsOf({ logLine: '', releaseDate: '', country: '', directors: [] });
  expect(tags[0]).toEqual({ title: 'Salt · Marquee' });
  expect(content(tags, 'description')).toBe('Salt. On Marquee.');
  expect(content(tags, 'og:image:alt')).toBe('Salt');
});

test('the preview of a film that is not public names no picture: nobody else could load it [PRO-19:film]', () => {
  const tags = tagsOf({ published: false });
  expect(content(tags, 'twitter:card')).toBe('summary');
  expect(content(tags, 'og:image')).toBeUndefined();
});

test('what machines read of a film is what it says, and nothing that it does not [PRO-19:film]', () => {
  const poster = anImage({ uri: '/images/poster', widths: [800] });
  expect(about(tagsOf({ poster, userRating: 4.25, ratingCount: 8 }))).toEqual({
    ...{ '@context': 'https://schema.org', '@type': 'Movie', name: 'Salt', url: `${SITE}/feed/${FILM_ID}` },
    director: [{ '@type': 'Person', name: 'Ana Souto' }],
    ...{ description: 'A ferryman waits.', image: `${SITE}/images/poster/800.jpg`, datePublished: '2026-11-01' },
    ...{ duration: 'PT5520S', genre: ['Drama'], contentRating: 'PG' },
    aggregateRating: { '@type': 'AggregateRating', ratingValue: '4.3', ratingCount: 8, bestRating: 5, worstRating: 1 },
  });
  const bare = { directors: [], logLine: '', releaseDate: '', runningTime: 0, genres: [], rating: '' };
  expect(Object.keys(about(tagsOf(bare)))).toEqual(['@context', '@type', 'name', 'url']);
});

test('a page about a part of a film is titled after both', () => {
  const titleOf = (directors: string[]) => partTitle('Reviews', { title: 'Salt', directors })[0]?.title;
  expect(titleOf([])).toBe('Reviews of Salt · Marquee');
  expect(titleOf(['A', 'B', 'C'])).toBe('Reviews of Salt, directed by A, B and 1 more · Marquee');
  expect(partTitle('Reviews', undefined)).toEqual([{ title: 'Reviews · Marquee' }]);
});
