import { columnOf, columnsOf, fieldOf, insertClause, setClause } from './columns.ts';

test('columns and fields are named alike, each in its own spelling', () => {
  for (const [column, field] of [
    ['created_at', 'createdAt'],
    ['id', 'id'],
    ['is_first_time_film_maker', 'isFirstTimeFilmMaker'],
  ] as const) {
    expect([fieldOf(column), columnOf(field)]).toEqual([field, column]);
  }
  expect(fieldOf('stars_1')).toBe('stars1');
});

test('fields are selected by their columns, of a table with its alias', () => {
  expect(columnsOf(['id', 'filmTitle'])).toBe('id, film_title');
  expect(columnsOf(['id', 'filmTitle'], 'f')).toBe('f.id, f.film_title');
});

test('changes become assignments that count from the given parameter, without what is undefined', () => {
  expect(setClause({ filmTitle: 'Salt', logLine: undefined, poster: null, usdCost: 0 }, 2)).toEqual({
    text: 'film_title = $2, poster = $3, usd_cost = $4',
    values: ['Salt', null, 0],
  });
});

test('a row becomes columns and parameters; JSON columns are sent as text, and null stays null', () => {
  const json = new Set(['poster', 'regions']);
  expect(insertClause({ filmTitle: 'Salt', poster: { url: 'x' }, regions: null, left: undefined }, { json })).toEqual({
    text: '(film_title, poster, regions) VALUES ($1, $2, $3)',
    values: ['Salt', '{"url":"x"}', null],
  });
});
