/** How far back metrics go. */
export const METRICS_LIMITS = { daysMax: 90, weeks: 13, cohorts: 12 } as const;

export const METRICS_MESSAGES = {
  days: 'Please choose 1 to 90 days.',
  hidden: 'Who sees metrics is chosen in the system settings, and you are not on the list.',
} as const;
