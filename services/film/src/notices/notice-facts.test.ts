import { describe as describeFilms } from './notice-facts.ts';

test.each([
  ['the widest up to 480 pixels', [240, 480, 481], '/media/images/p/480.jpg'],
  ['the narrowest, where all are wider', [640, 1_280], '/media/images/p/640.jpg'],
  ['none, where a poster has no widths', [], ''],
])('a notice has of a poster %s', async (_name, widths, picture) => {
  const rows = [{ filmId: 'f', poster: { uri: '/media/images/p', widths }, directors: ['Ada'] }];
  const [film] = await describeFilms({ query: async () => rows } as never, ['f']);
  expect(film).toMatchObject({ picture, directors: { names: ['Ada'] } });
});

test('a film without a poster has no picture', async () => {
  const rows = [{ filmId: 'f', poster: null, directors: [] }];
  const [film] = await describeFilms({ query: async () => rows } as never, ['f']);
  expect([film?.picture, film?.poster]).toEqual(['', undefined]);
});
