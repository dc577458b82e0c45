import { pageMeta, pictureAddress } from './page-meta.ts';

const picture = { uri: '/media/images/i1', width: 1920, height: 1080, widths: [640, 1280, 1920], thumbhash: '' };
const page = { title: 'Salt', description: 'A ferry.', publicUrl: 'https://marquee.example', path: '/feed/f1' };
type Tag = { name?: string; property?: string; rel?: string; content?: string; href?: string };

/** The content of the tag of this name, property or relation. */
function tagOf(name: string, part: object = {}): string | undefined {
  const tags = pageMeta({ ...page, ...part }) as Tag[];
  const found = tags.find((tag) => [tag.name, tag.property, tag.rel].includes(name));
  return found?.content ?? found?.href;
}
const share = { path: '/share/f1.png', alt: 'Salt, a film' };

test.each([
  ['without a picture', {}, 'summary', undefined],
  ['with a picture', { picture }, 'summary_large_image', 'https://marquee.example/media/images/i1/1280.jpg'],
  ['with one for links', { sharePicture: share }, 'summary_large_image', 'https://marquee.example/share/f1.png'],
])('a link to a page %s shows what it has', (_what, part, card, image) => {
  expect([tagOf('twitter:card', part), tagOf('og:image', part)]).toEqual([card, image]);
});

test('what a link shows has its words', () => {
  expect(tagOf('og:image:alt', { sharePicture: share })).toBe('Salt, a film');
});

test('a page has one address, and none while the site has no public one', () => {
  expect([tagOf('canonical'), tagOf('og:url')]).toEqual(Array(2).fill('https://marquee.example/feed/f1'));
  expect(tagOf('canonical', { publicUrl: undefined })).toBeUndefined();
});

test.each([
  [true, 'noindex'],
  [false, undefined],
])('a page that is unlisted (%s) asks search engines for %s', (isUnlisted, content) => {
  expect(tagOf('robots', { isUnlisted })).toBe(content);
});

test.each([
  ['the largest of up to 1280 pixels', picture, '/media/images/i1/1280.jpg'],
  ['the smallest when all are larger', { ...picture, widths: [1600, 1920] }, '/media/images/i1/1600.jpg'],
  ['the path itself of a small one', '/media/images/p/320.jpg', '/media/images/p/320.jpg'],
])('the address of a picture is that of %s', (_what, given, path) => {
  expect(pictureAddress(given, 'https://marquee.example')).toBe(`https://marquee.example${path}`);
});
