import { screen } from '@testing-library/react';
import { show } from '../testing/show.tsx';
import { BarChart } from './bar-chart.tsx';

async function chart(...values: number[]) {
  const bars = values.map((value, index) => ({ label: `Week ${index + 1}`, value }));
  await show('/chart', {}, [{ path: 'chart', element: <BarChart title="Sign-ups" bars={bars} /> }]);
  const rects = [...screen.getByRole('figure').querySelectorAll('rect')];
  const numbers = (of: Element) => ['x', 'y', 'height'].map((name) => Number(of.getAttribute(name)));
  return { bars: rects.map(numbers), texts: rects.map(({ textContent }) => textContent) };
}

test('bars stand side by side to the scale of the highest, and a value that is not zero is seen', async () => {
  expect(await chart(1_200, 600, 0, 1)).toEqual({
    bars: [
      [0, 0, 120],
      [12, 60, 60],
      [24, 120, 0],
      [36, 118, 2],
    ],
    texts: ['Week 1: 1,200', 'Week 2: 600', 'Week 3: 0', 'Week 4: 1'],
  });
  expect(screen.getByText('Most: 1,200')).toBeTruthy();
  expect([screen.getByText('Week 1'), screen.getByText('Week 4')]).toHaveLength(2);
});

test('a chart of nothing has no bars and no ends', async () => {
  expect(await chart()).toEqual({ bars: [], texts: [] });
  expect(screen.getByText('Most: 0')).toBeTruthy();
  expect((await chart(0, 0)).bars).toEqual([
    [0, 120, 0],
    [12, 120, 0],
  ]);
});
