const DAY_MS = 86_400_000;

/** How many days a chart shows, by the address. */
export const RANGES = [30, 90, 365] as const;

const isoDay = (time: number) => new Date(time).toISOString().slice(0, 10);

export type DayRange = { days: number; fromDay: string; toDay: string };

/** The range of an address, until today; 30 days for what is no range. */
export function dayRange(params: URLSearchParams, now: number): DayRange {
  const days = RANGES.find((one) => String(one) === params.get('days')) ?? RANGES[0];
  return { days, fromDay: isoDay(now - (days - 1) * DAY_MS), toDay: isoDay(now) };
}

/** Every day of a range, in order. */
export function daysOf({ days, fromDay }: DayRange): string[] {
  const from = Date.parse(`${fromDay}T00:00:00Z`);
  return Array.from({ length: days }, (_day, index) => isoDay(from + index * DAY_MS));
}

export type Quarter = { year: number; quarter: number };

/** The quarter of a day and those before it, the newest first. */
export function lastQuarters(isoToday: string, count: number): Quarter[] {
  const today = new Date(`${isoToday}T00:00:00Z`);
  const newest = today.getUTCFullYear() * 4 + Math.floor(today.getUTCMonth() / 3);
  return Array.from({ length: count }, (_quarter, index) => {
    const at = newest - index;
    return { year: Math.floor(at / 4), quarter: (at % 4) + 1 };
  });
}
