/** What `npm run bench` prints of one figure. A figure that stands for itself has no baseline. */
export type Figure = { name: string; value: number; unit: string; baseline?: number; digits?: number };

/** Prints a figure as one JSON line; `ratio` is value by baseline. */
export function printFigure({ name, value, unit, baseline, digits = 0 }: Figure): void {
  const round = (number: number, places: number) => Number(number.toFixed(places));
  const line = {
    name,
    value: round(value, digits),
    unit,
    baseline: baseline === undefined ? null : round(baseline, digits),
    ratio: baseline === undefined ? null : round(value / baseline, 3),
  };
  console.log(JSON.stringify(line));
}

/** The value below which that share of them lies, by nearest rank. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN;
}

export const median = (values: readonly number[]): number => quantile(values, 0.5);
