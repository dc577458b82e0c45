export type MonthDay = { iso: string; day: number };
/** A month by its weeks; days of other months are left out. */
export type Month = { iso: string; weeks: (MonthDay | undefined)[][] };

const WEEK = 7;

/** The months from the one that a day lies in, with weeks that begin on Sunday (0) or another day. */
export function monthsFrom(isoDay: string, count: number, weekStart = 0): Month[] {
  const [year = 0, month = 1] = isoDay.split('-').map(Number);
  return Array.from({ length: count }, (_, index) => monthOf(year, month - 1 + index, weekStart));
}

function monthOf(year: number, monthIndex: number, weekStart: number): Month {
  const first = new Date(Date.UTC(year, monthIndex, 1));
  const days = new Date(Date.UTC(year, monthIndex + 1, 0)).getUTCDate();
  const iso = first.toISOString().slice(0, 7);
  const cells = [
    ...Array.from({ length: (first.getUTCDay() - weekStart + WEEK) % WEEK }, () => undefined),
    ...Array.from({ length: days }, (_, at) => ({ iso: `${iso}-${String(at + 1).padStart(2, '0')}`, day: at + 1 })),
  ];
  const weeks = Array.from({ length: Math.ceil(cells.length / WEEK) }, (_, week) =>
    Array.from({ length: WEEK }, (_cell, at) => cells[week * WEEK + at]),
  );
  return { iso, weeks };
}
