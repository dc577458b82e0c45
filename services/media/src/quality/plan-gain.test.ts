import { planGain } from './plan-gain.ts';

const gainOf = (lufs: number | undefined, peak: number) => {
  const { gain, isLimited } = planGain({ lufs, peak }, -16);
  return [gain, isLimited];
};

test.each<[string, number | undefined, number, [number, boolean]]>([
  ['silence', undefined, -100, [0, false]],
  ['a track a little below the target', -17, -10, [0, false]],
  ['a track a little above it', -15, -10, [0, false]],
  ['a quiet track', -17.1, -10, [1.1, false]],
  ['a loud track, however high its peaks', -12.75, 1, [-3.2, false]],
  ['a quiet track with room for all but what nobody hears', -20, -4.5, [3, false]],
  ['a quiet track whose peaks leave less room', -20, -4.4, [2.9, true]],
  ['a quiet track whose peaks leave none', -20, -0.5, [0, true]],
  ['a room without voices', -40, -60, [20, true]],
])('%s has the gain that keeps its peaks [STU-12:loudness]', (_what, lufs, peak, expected) => {
  expect(gainOf(lufs, peak)).toEqual(expected);
});
