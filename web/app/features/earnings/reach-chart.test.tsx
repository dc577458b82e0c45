import { render, screen, within } from '@testing-library/react';
import { ReachChart } from './reach-chart.tsx';

function chart(reached: number[]) {
  render(<ReachChart reached={reached.map(BigInt)} label="How far people watch" />);
  const line = screen.getByRole('img', { name: 'How far people watch' }).querySelector('polyline');
  const [, ...rows] = within(screen.getByRole('table')).getAllByRole('row');
  return {
    points: line?.getAttribute('points')?.split(' ') ?? [],
    rows: rows.map(({ textContent }) => textContent),
  };
}

test('the line falls from all plays to those that reached the end, and the table has its tenths', () => {
  const { points, rows } = chart([4, 4, 2, 1]);
  expect(points).toEqual(['0,0', '200,0', '400,80', '600,120']);
  expect(rows).toEqual(['0:00100 %', '0:01100 %', '0:0250 %', '0:0325 %']);
});

test('a long film has no more points than the chart has pixels, and eleven rows', () => {
  const { points, rows } = chart(Array.from({ length: 1_201 }, (_second, at) => 1_200 - at));
  expect(points).toHaveLength(401);
  expect(points.at(-1)).toBe('600,160');
  expect(rows).toHaveLength(11);
  expect(rows[5]).toBe('10:0050 %');
});

test('a film that nobody has played has a line at the bottom', () => {
  expect(chart([0, 0])).toEqual({ points: ['0,160', '600,160'], rows: ['0:000 %', '0:010 %'] });
});
