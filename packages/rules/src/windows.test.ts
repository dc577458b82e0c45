import { beginWithin, chaptersSchema } from './chapters.ts';
import { dayRangeOf, spanOf } from './day-range.ts';
import { availabilityAt, endFromStart, unlockTerms, WINDOW_MESSAGES, windowHours } from './windows.ts';

const at = (hour: number) => new Date(Date.UTC(2027, 0, 1, hour));

test.each<[string, string, number | null, number | null, string]>([
  ['before its first moment', 'WATCH_NOW', 13, null, 'BEFORE'],
  ['at its first moment', 'WATCH_NOW', 12, null, 'OPEN'],
  ['without bounds', 'WATCH_NOW', null, null, 'OPEN'],
  ['before its last moment', 'WATCH_NOW', null, 13, 'OPEN'],
  ['at its last moment', 'WATCH_NOW', null, 12, 'AFTER'],
  ['as a screening', 'SCREENING', 13, 11, 'OPEN'],
])('a film can be had or not: %s [WAT-15:available]', (_what, releaseType, from, until, expected) => {
  const [availableFrom, availableUntil] = [from === null ? null : at(from), until === null ? null : at(until)];
  expect(availabilityAt({ releaseType, availableFrom, availableUntil }, at(12))).toBe(expected);
});

test.each([
  ['without windows, the hours of the site from the unlock', 0, 0, 48, null],
  ['a window to start, then the hours of the site', 72, 0, 72, 48],
  ['the hours of the site to start, then a window', 0, 5, 48, 5],
  ['both windows', 72, 5, 72, 5],
])(
  'an unlock lasts %s [WAT-15:start-and-watch]',
  (_what, startWindowHours, watchWindowHours, unlockHours, watchHours) => {
    const { expireAt, watchSeconds } = unlockTerms({ startWindowHours, watchWindowHours }, 48, at(0));
    expect([expireAt, watchSeconds]).toEqual([at(unlockHours), watchHours && watchHours * 3_600]);
    expect(endFromStart((watchHours ?? 1) * 3_600, at(1))).toEqual(at(1 + (watchHours ?? 1)));
  },
);

test('a window is of whole hours, a year at the most', () => {
  expect([0, 8_760].map((hours) => windowHours.safeParse(hours).success)).toEqual([true, true]);
  for (const hours of [-1, 8_761, 1.5]) {
    const { error } = windowHours.safeParse(hours);
    expect(error?.issues[0]?.message).toBe(WINDOW_MESSAGES.hoursRange);
  }
});

test('each chapter begins later than the one before it, and within the film [STU-12:chapters]', () => {
  const chapters = (...starts: number[]) => starts.map((startS) => ({ startS, title: 'A chapter' }));
  const refused = (...starts: number[]) => chaptersSchema.safeParse(chapters(...starts)).error?.issues[0]?.message;
  expect([refused(), refused(0), refused(5, 6, 7), refused(43_200)]).toEqual(Array(4).fill(undefined));
  const order = 'Each chapter begins later than the one before it.';
  expect([refused(5, 5), refused(0, 7, 6)]).toEqual([order, order]);
  expect(refused(43_201)).toBe('A chapter begins after the end of the film.');
  expect(beginWithin(chapters(0, 59), 60)).toBe(true);
  expect(beginWithin(chapters(0, 60), 60)).toBe(false);
  expect(beginWithin(chapters(0, 9_999), 0)).toBe(true);
});

test('a range of days includes both, and is a year at the most', () => {
  const schema = dayRangeOf({});
  const range = (fromDay: string, toDay: string) => schema.safeParse({ fromDay, toDay });
  const { data } = range('2027-01-01', '2027-01-01');
  expect(data && spanOf(data)).toEqual({ from: at(0), to: at(24) });
  expect(range('2028-01-01', '2028-12-31').success).toBe(true);
  for (const [from, to] of [
    ['2027-01-02', '2027-01-01'],
    ['2028-01-01', '2029-01-01'],
  ] as const) {
    expect(range(from, to).error?.issues.map(({ path }) => path)).toEqual([['fromDay'], ['toDay']]);
  }
  expect(range('2027-02-30', '2027-03-01').error?.issues.map(({ path }) => path)).toEqual([['fromDay']]);
});
