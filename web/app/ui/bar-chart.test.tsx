import { render, screen, within } from '@testing-library/react';
import { type Bar, BarChart } from './bar-chart.tsx';

const bar = (label: string, value: number): Bar => ({ key: label, label, value, text: `$${value}` });

function chart(...bars: Bar[]) {
  render(<BarChart label="Earnings" unit="In US dollars" head="Day" bars={bars} />);
  const picture = screen.getByRole('img', { name: 'Earnings' });
  const numbers = (of: Element, ...names: string[]) => names.map((name) => Number(of.getAttribute(name)));
  return {
    bars: [...picture.querySelectorAll('rect')].map((rect) => numbers(rect, 'x', 'y', 'height')),
    line: numbers(picture.querySelector('line') as Element, 'x2', 'y1', 'y2'),
    rows: within(screen.getByRole('table', { name: 'Earnings' }))
      .getAllByRole('row')
      .map(({ textContent }) => textContent),
    ends: screen.getByRole('figure').querySelector('figcaption')?.textContent,
  };
}

test('bars stand on the line, and hang from it where the value is below zero, to one scale', () => {
  expect(chart(bar('Nov 1', 3), bar('Nov 2', -1), bar('Nov 3', 0))).toEqual({
    bars: [
      [1, 0, 120],
      [11, 120, 40],
      [21, 120, 0],
    ],
    line: [30, 120, 120],
    // The table leaves out the days on which there was nothing.
    rows: ['DayIn US dollars', 'Nov 1$3', 'Nov 2$-1'],
    ends: 'Nov 1Nov 3',
  });
});

test('without any value the bars have no height', () => {
  expect(chart(bar('Nov 1', 0), bar('Nov 2', 0)).bars).toEqual([
    [1, 0, 0],
    [11, 0, 0],
  ]);
});

test('where all is below zero the line is at the top', () => {
  const { bars, line } = chart(bar('Nov 1', -2), bar('Nov 2', -4));
  expect(bars).toEqual([
    [1, 0, 80],
    [11, 0, 160],
  ]);
  expect(line).toEqual([20, 0, 0]);
});

test('a bar below zero is in the colour of danger', () => {
  const { container } = render(
    <BarChart label="Earnings" unit="$" head="Day" bars={[bar('a', 1), bar('b', 0), bar('c', -1)]} />,
  );
  const looks = [...container.querySelectorAll('rect')].map((rect) => rect.classList.contains('fill-danger-ink'));
  expect(looks).toEqual([false, false, true]);
});
