/** How far back metrics go. */
export const METRICS_LIMITS = { daysMax: 90, weeks: 13, cohorts: 12 } as const;
