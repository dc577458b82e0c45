import { Link } from 'react-router';
import { press, showPage } from '../../testing/show-page.tsx';
import { keepSource, keptSource, sourceOf } from './film-source.ts';
import { useFilmSource } from './use-film-source.ts';

const origin = 'https://marquee.example';
const filmId = 'f1';
const from = (before: string, isFramed = false) => sourceOf({ before, origin, isFramed, filmId });

test.each([
  ['', 'DIRECT'],
  ['https://news.example/an/article?of=somebody', 'EXTERNAL'],
  ['https://marquee.example.evil.example/', 'EXTERNAL'],
  ['https://marquee.example/', 'HOME'],
  ['https://marquee.example/?welcome=1', 'HOME'],
  ['https://marquee.example/films?q=salt', 'SEARCH'],
  ['https://marquee.example/search?q=salt', 'SEARCH'],
  ['https://marquee.example/profile/p1', 'PROFILE'],
  ['https://marquee.example/festivals/f9', 'FESTIVAL'],
  ['https://marquee.example/events/e1', 'FESTIVAL'],
  ['https://marquee.example/watchlist', 'SITE'],
  ['https://marquee.example/feed/another', 'SITE'],
  ['https://marquee.example/feed/f1', undefined],
  ['https://marquee.example/feed/f1/crew', undefined],
  ['https://marquee.example/sign-in?next=/feed/f1', undefined],
  ['https://marquee.example/verify-email?userId=u1', undefined],
] as const)('who comes from %p is counted as %p [STU-13:sources]', (before, source) => {
  expect(from(before)).toBe(source);
});

test('a page within another site is one whatever led there', () => {
  expect(from('https://news.example/', true)).toBe('EMBED');
});

test('what led to a film stays while its pages are not left but to sign in, and no address is kept [STU-13:sources]', () => {
  keepSource('/feed/f1', 'https://news.example/private?token=secret');
  expect(keptSource('f1')).toBe('EXTERNAL');
  keepSource('/feed/f1/watch', `${location.origin}/feed/f1`);
  expect(keptSource('f1')).toBe('EXTERNAL');
  keepSource('/sign-in', `${location.origin}/feed/f1`);
  keepSource('/feed/f1/watch', `${location.origin}/sign-in`);
  expect(keptSource('f1')).toBe('EXTERNAL');
  expect(JSON.stringify({ ...sessionStorage })).not.toMatch(/news|secret/);
  keepSource('/feed/f2', `${location.origin}/feed/f1`);
  expect(keptSource('f2')).toBe('SITE');
  expect(keptSource('f1')).toBeUndefined();
  sessionStorage.setItem('film-source', 'f1 UNSPECIFIED');
  expect(keptSource('f1')).toBeUndefined();
});

function LinkedPage() {
  useFilmSource();
  return <Link to="/feed/f7">Next</Link>;
}

test('a page of this site that leads to a film is kept with it, without its search [STU-13:sources]', async () => {
  await showPage(LinkedPage, { at: '/search?q=salt' });
  await press('Next', 'link');
  expect(keptSource('f7')).toBe('SEARCH');
});
