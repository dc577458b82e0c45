import type { Tx } from '@marquee/data/database';
import { newId } from '@marquee/data/ids';
import type { FilmWrite } from '../resources.ts';
import { uncountMarks } from './uncount-marks.ts';
import { unpublishFilms } from './unpublish-films.ts';

test('marks of an account are removed by the 500 of each kind, and some may be left after so many', async () => {
  const tables = ['film_likes', 'film_blocks', 'review_likes'];
  const isSomeLeft = (found: Record<string, number>) => {
    const query = async (text: string) => {
      const table = tables.find((name) => text.includes(`DELETE FROM ${name}`)) ?? '';
      const limit = Number(/LIMIT (\d+)/.exec(text)?.[1]);
      return Array(Math.min(limit, found[table] ?? 0)).fill({});
    };
    return uncountMarks({ query } as unknown as Tx, 'a');
  };
  expect(await isSomeLeft(Object.fromEntries(tables.map((name) => [name, 499])))).toBe(false);
  for (const table of tables) {
    expect(await isSomeLeft({ [table]: 500 })).toBe(true);
    expect(await isSomeLeft({ [table]: 700 })).toBe(true);
  }
});

test('films of an account are taken out of the feed by the 500, and some may be left after so many', async () => {
  const limits: unknown[] = [];
  const isSomeLeft = (films: number) => {
    const query = async (statement: string | { text: string }, values: unknown[] = []) => {
      if (typeof statement === 'string' && statement.startsWith('SELECT id FROM films')) {
        limits.push(values[1]);
        return Array.from({ length: Math.min(films, Number(values[1])) }, () => ({ id: newId() }));
      }
      // Somebody else has unpublished it meanwhile.
      return [{ published: false }];
    };
    return unpublishFilms({ tx: { query } } as unknown as FilmWrite, 'a');
  };
  expect([await isSomeLeft(499), await isSomeLeft(500), await isSomeLeft(501)]).toEqual([false, true, true]);
  expect(limits).toEqual([500, 500, 500]);
});
