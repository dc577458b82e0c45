import { EARNINGS_MESSAGES } from '@marquee/rules/earnings';
import { statsFileOf } from './stats-file.ts';
import { quarterOf } from './whole-statement.ts';

const url = (query: string) => new URL(`https://marquee.example/file.csv${query}`);
const refusal = (message: string) =>
  expect.objectContaining({ data: { reason: 'INVALID_INPUT', message }, init: { status: 400 } });

function thrownBy(read: () => unknown): unknown {
  try {
    return { answered: read() };
  } catch (thrown) {
    return thrown;
  }
}

test('a statement is of the quarter that its address names [STU-09:statements]', () => {
  expect(quarterOf(url('?year=2026&quarter=4'))).toEqual({ year: 2026, quarter: 4 });
});

test.each([
  ...['', '?year=2026', '?quarter=1', '?year=&quarter=1', '?year=2026&quarter='],
  ...['?year=0x7EA&quarter=1', '?year=2.026e3&quarter=1', '?year=%202026&quarter=1', '?year=2026.0&quarter=1'],
  ...['?year=2026&quarter=0x1', '?year=2026&quarter=01', '?year=2026&quarter=5', '?year=2026&quarter=+1'],
  ...['?year=1999&quarter=1', '?year=02026&quarter=1', '?year=2026&quarter=1&from=x', '?year=2026&year=2025&quarter=1'],
])('a query of a statement that is no quarter is refused: %s', (query) => {
  expect(thrownBy(() => quarterOf(url(query)))).toEqual(refusal(EARNINGS_MESSAGES.quarter));
});

test.each([
  ['', { days: undefined, of: 'days' }],
  ['?days=90&of=seconds', { days: '90', of: 'seconds' }],
])('a file of stats is the one that its address names: %p [STU-13:csv]', (query, asked) => {
  expect(statsFileOf(url(query))).toEqual(asked);
});

test.each(['?from=x', '?of=nonsense', '?of=', '?days=31', '?days=', '?days=0x1E', '?days=30&days=90', '?days=30&to=y'])(
  'a query that no file of stats has is refused: %s',
  (query) => {
    expect(thrownBy(() => statsFileOf(url(query)))).toEqual(refusal(EARNINGS_MESSAGES.statsFile));
  },
);
