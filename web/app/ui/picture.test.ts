import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { Poster, Still, WHOLE_WIDTH } from './picture.tsx';

const WIDTHS = [160, 320, 360, 480, 640, 800, 960, 1280];
const source = { uri: '/images/i1', width: 1280, height: 720, widths: WIDTHS };

function documentWith(picture: ReturnType<typeof createElement>): { head: string; body: string } {
  const head = createElement('head', null, createElement('link', { rel: 'modulepreload', href: '/page.js' }));
  const html = renderToString(createElement('html', null, head, createElement('body', null, picture)));
  const [first = '', body = ''] = html.split('</head>');
  return { head: first, body };
}

const attributesOf = (tag: string) =>
  Object.fromEntries(
    [...tag.matchAll(/ ([\w-]+)="([^"]*)"/g)].map(([, name = '', value]) => [name.toLowerCase(), value]),
  );

test('the one large picture is asked for in the head, in the size that the page shows, before any script', () => {
  const { head, body } = documentWith(createElement(Still, { source, alt: '', sizes: WHOLE_WIDTH, priority: true }));
  const [preload = ''] = /<link[^>]* as="image"[^>]*>/.exec(head) ?? [];
  const [shown = ''] = /<source[^>]*>/.exec(body) ?? [];
  const { srcset, sizes } = attributesOf(shown);
  expect(attributesOf(preload)).toMatchObject({
    rel: 'preload',
    type: 'image/avif',
    fetchpriority: 'high',
    imagesrcset: srcset,
    imagesizes: sizes,
  });
  expect(attributesOf(preload).href).toBeUndefined();
  expect(head.indexOf(preload)).toBeLessThan(head.indexOf('modulepreload'));
});

test('other pictures wait until they come near', () => {
  const { head, body } = documentWith(createElement(Poster, { source, alt: '', sizes: '10rem' }));
  expect(head).not.toContain('as="image"');
  expect(body).toContain('loading="lazy"');
});

test('a picture is offered in few widths, always in its largest, and as JPEG to browsers without AVIF', () => {
  const { body } = documentWith(
    createElement(Poster, { source: { ...source, widths: [160, 320, 360, 640] }, alt: '', sizes: '10rem' }),
  );
  const [shown = ''] = /<source[^>]*>/.exec(body) ?? [];
  expect(attributesOf(shown).srcset).toBe(
    '/images/i1/160.avif 160w, /images/i1/360.avif 360w, /images/i1/640.avif 640w',
  );
  expect(body).toContain('src="/images/i1/640.jpg"');
  // A JPEG is large: never more than 800 points wide.
  const { body: whole } = documentWith(createElement(Poster, { source, alt: '', sizes: '10rem' }));
  expect(whole).toContain('src="/images/i1/800.jpg"');
});

test('a picture is cropped around its focal point, and its colours stay', () => {
  const { body } = documentWith(
    createElement(Still, { source: { ...source, focus: { x: 80, y: 10 } }, alt: '', sizes: WHOLE_WIDTH }),
  );
  expect(attributesOf(/<img[^>]*>/.exec(body)?.[0] ?? '').style).toContain('object-position:80% 10%');
  const { body: plain } = documentWith(createElement(Still, { source, alt: '', sizes: WHOLE_WIDTH }));
  expect(plain).not.toContain('object-position');
});
