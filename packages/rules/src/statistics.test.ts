import { statisticsCountFactor, statisticsDurationFactor } from './declared-settings.ts';
import { statisticsOf } from './statistics.ts';

const counted = {
  pageViews: 1_000n,
  views: 100n,
  likes: 7n,
  unlocks: 0n,
  blocks: 2n,
  reports: 5n,
  playedMs: 7_200_000n,
};
const factors = { count: statisticsCountFactor.default, duration: statisticsDurationFactor.default };

test('counts are multiplied by 2.26, the duration by 1.1, and hours are seconds / 3600 [ADF-06]', () => {
  const { pageViews, views, likes, unlocks, blocks, reports, playedSeconds, ...rest } = statisticsOf(counted, factors);
  const shown = [pageViews, views, likes, unlocks, blocks, reports].map((figure) => figure.shown);
  expect(shown).toEqual([2_260n, 226n, 16n, 0n, 5n, 11n]);
  expect(views).toEqual({ counted: 100n, shown: 226n });
  expect(playedSeconds).toEqual({ counted: 7_200n, shown: 7_920n });
  expect(rest).toEqual({ countFactor: 2.26, durationFactor: 1.1, hoursCounted: 2, hoursShown: expect.closeTo(2.2, 9) });
});
