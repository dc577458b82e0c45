import { pictureOf } from './picture-of.ts';

const image = { uri: '/media/images/i1', width: 640, height: 360, widths: [320, 640], thumbhash: 'h' };

test.each([
  ['no picture', undefined, undefined],
  ['a picture without a size that is made', { ...image, widths: [] }, undefined],
  ['a picture', image, image],
  [
    'a picture with the point that matters',
    { ...image, focalPoint: { x: 0.5, y: 1 } },
    { ...image, focus: { x: 0.5, y: 1 } },
  ],
])('of %s a page shows what it can', (_what, given, shown) => {
  expect(pictureOf(given)).toStrictEqual(shown);
});
