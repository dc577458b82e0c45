import { bytesPerSecond, nextRate, type SendRate } from './send-rate.ts';
import { bytesText, timeLeftText } from './send-words.ts';
import { progressText } from './upload-step.ts';

const MIB = 1_024 ** 2;

/** The rate after a report each second of these many bytes more. */
function rateOf(...megabytes: number[]): SendRate | undefined {
  let rate = nextRate(undefined, 0, 0);
  let bytes = 0;
  for (const [index, more] of megabytes.entries()) {
    bytes += more * MIB;
    rate = nextRate(rate, bytes, 1_000 * (index + 1));
  }
  return rate;
}
const speed = (rate: SendRate | undefined) => {
  const known = bytesPerSecond(rate);
  return known === undefined ? undefined : Math.round((10 * known) / MIB) / 10;
};

test('the rate of a steady line is that of the line, once a little is known', () => {
  expect(speed(rateOf())).toBeUndefined();
  expect(speed(rateOf(4))).toBeUndefined();
  expect(speed(rateOf(4, 4))).toBe(4);
  expect(speed(rateOf(...Array.from({ length: 60 }, () => 4)))).toBe(4);
});

test('a moment without bytes lowers the rate a little, and a slower line is believed after a while', () => {
  const steady = Array.from({ length: 30 }, () => 8);
  const dip = speed(rateOf(...steady, 0)) ?? 0;
  expect(dip).toBeGreaterThan(6.5);
  expect(dip).toBeLessThan(8);
  expect(speed(rateOf(...steady, ...Array.from({ length: 40 }, () => 1)))).toBeCloseTo(1, 0);
});

test('reports that come close together count as one, and fewer bytes than before start again', () => {
  const rate = rateOf(4, 4, 4) as SendRate;
  expect(nextRate(rate, rate.bytes + 9 * MIB, rate.at + 50)).toBe(rate);
  expect(nextRate(rate, rate.bytes + 9 * MIB, rate.at + 399)).toBe(rate);
  expect(nextRate(rate, rate.bytes + 9 * MIB, rate.at + 400).at).toBe(rate.at + 400);
  expect(bytesPerSecond(nextRate(rate, 100, rate.at + 1_000))).toBeUndefined();
  // A clock that was set back.
  expect(bytesPerSecond(nextRate(rate, rate.bytes + MIB, rate.at - 1_000))).toBeUndefined();
});

test.each([
  [0, '0 KB'],
  [12_000, '12 KB'],
  [4.5 * MIB, '4.5 MB'],
  [120 * MIB, '120 MB'],
  [20 * 1_024 * MIB, '20.0 GB'],
])('%i bytes are %s', (bytes, text) => {
  expect(bytesText(bytes)).toBe(text);
});

test.each([
  [5, 'less than a minute left'],
  [80, 'about a minute left'],
  [100, 'about 2 minutes left'],
  [9.6 * 60, 'about 10 minutes left'],
  [23 * 60, 'about 25 minutes left'],
  [55 * 60, 'about an hour left'],
  [80 * 60, 'about an hour and a half left'],
  [110 * 60, 'about 2 hours left'],
  [7.4 * 3_600, 'about 7 hours left'],
  [30 * 3_600, 'more than a day left'],
])('%i seconds are %s', (seconds, text) => {
  expect(timeLeftText(seconds)).toBe(text);
});

test('an upload says how much is sent, and while it is being sent how fast and how long [STU-11:progress]', () => {
  const item = { key: 'k', filmId: 'f', slot: 'FILM_VIDEO', fileName: 'salt.mov', totalBytes: 600 * MIB } as const;
  const sending = { ...item, sentBytes: 12 * MIB, rate: rateOf(4, 4, 4) };
  expect(progressText({ ...sending, step: 'uploading' })).toBe('12 MB of 600 MB · 4.0 MB/s · about 2 minutes left');
  expect(progressText({ ...sending, step: 'offline' })).toBe('12 MB of 600 MB');
  expect(progressText({ ...sending, rate: undefined, step: 'uploading' })).toBe('12 MB of 600 MB');
  expect(progressText({ ...sending, sentBytes: 600 * MIB, step: 'uploading' })).toBe('600 MB of 600 MB');
});
