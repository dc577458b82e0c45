import { jest } from '@jest/globals';
import { render, screen, within } from '@testing-library/react';
import { AvailabilityCalendar } from './availability-calendar.tsx';
import { monthsFrom } from './month-days.ts';

beforeEach(() => {
  jest.useFakeTimers({ now: new Date('2026-11-28T12:00:00Z') });
});
afterEach(() => {
  jest.useRealTimers();
});

const AVAILABLE = { kind: 'AVAILABLE', firstDay: '2026-11-20', lastDay: '2026-12-02' } as const;
const BOOKED = { kind: 'BOOKED', firstDay: '2027-01-04', lastDay: '2027-01-04' } as const;
const OVER = { kind: 'BOOKED', firstDay: '2026-11-01', lastDay: '2026-11-05' } as const;
const cellsOf = (month: string, text: RegExp) =>
  within(screen.getByRole('table', { name: month }))
    .getAllByRole('cell')
    .map(({ textContent }) => textContent ?? '')
    .filter((cell) => text.test(cell));

test('the next three months show what is available and booked, in words as well; what is over is gone [PRO-20:calendar]', () => {
  render(<AvailabilityCalendar periods={[OVER, AVAILABLE, BOOKED]} />);
  expect(screen.getAllByRole('table').map((table) => table.querySelector('caption')?.textContent)).toEqual([
    ...['November 2026', 'December 2026', 'January 2027'],
  ]);
  expect(cellsOf('November 2026', /Available/)).toEqual(['28 Available', '29 Available', '30 Available']);
  expect(cellsOf('November 2026', /Booked/)).toEqual([]);
  expect(cellsOf('December 2026', /Available/)).toEqual(['1 Available', '2 Available']);
  expect(cellsOf('January 2027', /Booked/)).toEqual(['4 Booked']);
  const periods = within(screen.getByRole('list', { name: 'Periods' })).getAllByRole('listitem');
  expect(periods.map(({ textContent }) => textContent)).toEqual([
    'Available Nov 20, 2026 – Dec 02, 2026',
    'Booked Jan 04, 2027',
  ]);
});

test('somebody whose periods are all over has no calendar', () => {
  const { container } = render(<AvailabilityCalendar periods={[OVER]} />);
  expect(container.textContent).toBe('');
});

test('a month has its days under their weekdays, also February of a leap year', () => {
  const [february] = monthsFrom('2028-02-29', 1);
  expect(february?.weeks).toHaveLength(5);
  expect(february?.weeks[0]?.map((day) => day?.day)).toEqual([undefined, undefined, 1, 2, 3, 4, 5]);
  expect(february?.weeks[4]?.map((day) => day?.iso)).toEqual(['2028-02-27', '2028-02-28', '2028-02-29', ...Array(4)]);
  expect(monthsFrom('2026-12-31', 2).map(({ iso }) => iso)).toEqual(['2026-12', '2027-01']);
});

test('weeks can begin on Monday', () => {
  const [march] = monthsFrom('2026-03-15', 1, 1);
  // A Sunday.
  expect(march?.weeks[0]?.map((day) => day?.day)).toEqual([...Array(6), 1]);
  expect(march?.weeks).toHaveLength(6);
});
