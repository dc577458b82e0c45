const COUNTS = ['pageViews', 'views', 'likes', 'unlocks', 'blocks', 'reports'] as const;
const MS_PER_S = 1_000;
const S_PER_HOUR = 3_600;

/** By what the statistics of films multiply what was counted. */
export type StatisticsFactors = { count: number; duration: number };

type CountName = (typeof COUNTS)[number];
export type Counted = Record<CountName, bigint> & { playedMs: bigint };

/** A figure as it was counted, and as statistics show it. */
export type Figure = { counted: bigint; shown: bigint };
export type Statistics = Record<CountName, Figure> & {
  playedSeconds: Figure;
  hoursCounted: number;
  hoursShown: number;
  countFactor: number;
  durationFactor: number;
};

const multiplied = (counted: bigint, factor: number): Figure => ({
  counted,
  shown: BigInt(Math.round(Number(counted) * factor)),
});

/** Counts times their factor, rounded; the total duration times its own, with hours = seconds / 3600 [ADF-06]. */
export function statisticsOf(counted: Counted, { count, duration }: StatisticsFactors): Statistics {
  const seconds = Number(counted.playedMs) / MS_PER_S;
  const counts = Object.fromEntries(COUNTS.map((name) => [name, multiplied(counted[name], count)]));
  return {
    ...(counts as Record<CountName, Figure>),
    playedSeconds: { counted: BigInt(Math.round(seconds)), shown: BigInt(Math.round(seconds * duration)) },
    hoursCounted: seconds / S_PER_HOUR,
    hoursShown: (seconds * duration) / S_PER_HOUR,
    ...{ countFactor: count, durationFactor: duration },
  };
}
