import { constantRate, planLadder, planTiming } from './ladder.ts';
import { planTrickplay, trickplayTrack } from './trickplay.ts';

const sizes = (width: number, height: number, mode?: 'full' | 'fewest') =>
  planLadder({ width, height }, mode).map((plan) => `${plan.name} ${plan.width}x${plan.height}`);

test('the ladder goes up to the source and no further', () => {
  expect(sizes(3840, 2160)).toEqual([
    '360p 640x360',
    '540p 960x540',
    '720p 1280x720',
    '1080p 1920x1080',
    '2160p 3840x2160',
  ]);
  expect(sizes(1920, 1080)).toHaveLength(4);
  expect(sizes(1280, 720)).toEqual(['360p 640x360', '540p 960x540', '720p 1280x720']);
  expect(sizes(640, 360)).toEqual(['360p 640x360']);
});

test('a small source keeps its own size, and one between two rungs gets its own on top', () => {
  expect(sizes(320, 180)).toEqual(['180p 320x180']);
  expect(sizes(854, 480)).toEqual(['360p 640x360', '480p 854x480']);
  expect(sizes(2560, 1440).at(-1)).toBe('1440p 2560x1440');
  expect(sizes(700, 394)).toEqual(['360p 640x360']);
  expect(sizes(768, 432)).toEqual(['360p 640x360', '432p 768x432']);
  expect(sizes(766, 431)).toEqual(['360p 640x360']);
});

test('wide, portrait and odd pictures keep their shape in even numbers', () => {
  expect(sizes(1920, 800)).toEqual(['360p 640x266', '540p 960x400', '720p 1280x534', '1080p 1920x800']);
  expect(sizes(1080, 1920).at(-1)).toBe('1080p 1080x1920');
  expect(sizes(1080, 1920)[0]).toBe('360p 360x640');
  for (const plan of planLadder({ width: 1279, height: 719 })) {
    expect(plan.width % 2).toBe(0);
    expect(plan.height % 2).toBe(0);
    expect(plan.width).toBeLessThanOrEqual(1279);
    expect(plan.height).toBeLessThanOrEqual(719);
    expect(plan.width / plan.height).toBeCloseTo(1279 / 719, 1);
  }
  expect(sizes(8192, 4320).at(-1)).toBe('2160p 3840x2026');
});

test('a very wide or tall picture has no two renditions of one name', () => {
  expect(sizes(3000, 360).at(-1)).toBe('3000x360 3000x360');
  expect(sizes(360, 3000).at(-1)).toBe('360x3000 360x3000');
  const names = planLadder({ width: 3000, height: 360 }).map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
});

test('every rung costs more than the one below', () => {
  const rates = planLadder({ width: 3840, height: 2160 }).map((plan) => plan.maxRate);
  expect(rates).toEqual([...rates].sort((a, b) => a - b));
  expect(new Set(rates).size).toBe(rates.length);
});

test('the fewest renditions are one, of at most 720 lines', () => {
  expect(sizes(1920, 1080, 'fewest')).toEqual(['720p 1280x720']);
  expect(sizes(320, 180, 'fewest')).toEqual(['180p 320x180']);
});

const rate = (averageRate: [number, number], baseRate: [number, number] = averageRate) => {
  const rational = ([numerator, denominator]: [number, number]) => ({ numerator, denominator });
  const planned = constantRate({ averageRate: rational(averageRate), baseRate: rational(baseRate) });
  return `${planned.numerator}/${planned.denominator}`;
};

test('standard frame rates are kept, others become constant without losing frames', () => {
  expect(rate([24000, 1001])).toBe('24000/1001');
  expect(rate([25, 1])).toBe('25/1');
  expect(rate([60, 1])).toBe('60/1');
  expect(rate([29870, 1000], [30, 1])).toBe('30/1');
  expect(rate([27, 1], [90000, 1])).toBe('30000/1001');
  expect(rate([120, 1])).toBe('60/1');
  expect(rate([100, 1])).toBe('50/1');
  expect(rate([1, 5])).toBe('10/1');
});

test.each<[string, [number, number], [number, number] | undefined, string]>([
  ['a little over 60 is 60', [6_005, 100], undefined, '60/1'],
  ['more than that is every second frame', [61, 1], undefined, '30/1'],
  ['every second frame of 90 is the nearest standard', [90, 1], undefined, '48/1'],
  ['every second frame of more than 120 is 60 at most', [130, 1], undefined, '60/1'],
  ['one that is not near a standard is the next one above', [22, 1], undefined, '24000/1001'],
  ['below 20 it is whole, and 10 at least', [1_945, 100], undefined, '20/1'],
  ['20 is the next standard', [20, 1], undefined, '24000/1001'],
  ['that of the base counts where the average is near it', [41, 1], [60, 1], '60/1'],
  ['and does not where it is half as much again', [40, 1], [60, 1], '48/1'],
  ['59 is not so near to a standard', [59, 1], undefined, '60000/1001'],
])('a frame rate: %s', (_what, average, base, expected) => {
  expect(rate(average, base)).toBe(expected);
});

test('without a rate there are 25 frames a second, and the rate of a file that was checked stays', () => {
  const unknown = { averageRate: undefined, baseRate: undefined };
  expect(planTiming({ video: unknown, durationS: 10 })).toMatchObject({ frames: 250, framesPerKey: 150, segmentS: 6 });
  const measured = { numerator: 50, denominator: 1 };
  const timing = planTiming({ video: unknown, durationS: 10, pictureS: 9, rate: measured });
  expect(timing).toMatchObject({ rate: measured, frames: 450 });
  expect(planTiming({ video: unknown, durationS: 0.001 }).frames).toBe(1);
});

test('a keyframe begins each segment, which has whole frames at any rate', () => {
  const video = { averageRate: { numerator: 24000, denominator: 1001 }, baseRate: undefined };
  const timing = planTiming({ video, durationS: 61 });
  expect(timing.framesPerKey).toBe(144);
  expect(timing.segmentS).toBeCloseTo(6.006, 6);
});

test('a variable rate gets the rate that loses no frame', () => {
  const slowThenFast = [...Array.from({ length: 30 }, (_, index) => index / 30)];
  slowThenFast.push(...Array.from({ length: 60 }, (_, index) => 1 + index / 60));
  const video = { averageRate: { numerator: 36, denominator: 1 }, baseRate: { numerator: 60, denominator: 1 } };
  expect(constantRate(video, Float64Array.from(slowThenFast))).toEqual({ numerator: 60000, denominator: 1001 });
});

test.each([
  [2, '25/1'],
  [3, '48/1'],
])('of 400 frames %d that are too close to the one before give %s', (close, expected) => {
  const steady = Array.from({ length: 400 - close }, (_, index) => index / 25);
  const times = [...steady, ...steady.slice(0, close).map((time) => time + 1 / 60)].sort((a, b) => a - b);
  const planned = constantRate(
    { averageRate: { numerator: 25, denominator: 1 }, baseRate: undefined },
    Float64Array.from(times),
  );
  expect(`${planned.numerator}/${planned.denominator}`).toBe(expected);
});

test('every second frame of a fast source is lost on purpose', () => {
  const video = { averageRate: { numerator: 100, denominator: 1 }, baseRate: undefined };
  const times = Float64Array.from({ length: 400 }, (_, index) => index / 100);
  expect(constantRate(video, times)).toEqual({ numerator: 50, denominator: 1 });
});

test.each([6, 12, 6.03, 12.03, 6.4, 5.97, 60, 7200])('a film of %d s ends in no splinter of a segment', (durationS) => {
  for (const numerator of [24, 25, 30, 60]) {
    const video = { averageRate: { numerator, denominator: 1 }, baseRate: undefined };
    const { segmentS } = planTiming({ video, durationS });
    for (const end of [durationS, durationS + 0.05]) {
      expect(end < segmentS || end % segmentS > 0.45).toBe(true);
    }
    expect(segmentS).toBeLessThan(7);
  }
});

test('thumbnails are one a second for a short film, one in ten seconds for a long one', () => {
  expect(planTrickplay(30, { width: 640, height: 360 })).toMatchObject({ intervalS: 1, count: 30 });
  expect(planTrickplay(7200, { width: 640, height: 266 })).toMatchObject({ intervalS: 10, count: 720, width: 240 });
  expect(planTrickplay(30, { width: 360, height: 640 })).toMatchObject({ width: 134, height: 240 });
});

test('the thumbnail track names sheet and place of every moment', () => {
  const track = trickplayTrack({ intervalS: 10, count: 112, width: 240, height: 134 }, 1115.5, 2);
  expect(track).toContain('00:16:40.000 --> 00:16:50.000\nthumbnails-002.jpg#xywh=0,0,240,134');
  expect(track).toContain('00:01:50.000 --> 00:02:00.000\nthumbnails-001.jpg#xywh=240,134,240,134');
  expect(track).toContain('00:18:30.000 --> 00:18:35.500');
});
