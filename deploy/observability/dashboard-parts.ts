export type Panel = {
  title: string;
  /** The explanation of the panel. */
  about?: string;
  unit: 's' | 'reqps' | 'percentunit' | 'short' | 'bytes' | 'Bps' | 'none';
  kind?: 'timeseries' | 'stat';
  /** PromQL by the name of the line. */
  queries: Record<string, string>;
  /** Values above these turn yellow and red. */
  thresholds?: [warn: number, bad: number];
};
export type Dashboard = { uid: string; title: string; rows: { title: string; panels: Panel[] }[] };

/** PromQL of a quantile of a histogram; `by` keeps labels apart, `selector` is `{…}`. */
export const quantile = (q: number, metric: string, by = '', selector = '') =>
  `histogram_quantile(${q}, sum by (le${by && `, ${by}`}) (rate(${metric}_bucket${selector}[$__rate_interval])))`;
/** PromQL of a counter's rate, summed. */
export const perSecond = (metric: string, by = '', selector = '') =>
  `sum${by && ` by (${by})`} (rate(${metric}${selector}[$__rate_interval]))`;
/** Codes that are the server's fault and not the caller's. */
export const BAD_CODES = '{code=~"INTERNAL|UNAVAILABLE|UNKNOWN|DATA_LOSS|DEADLINE_EXCEEDED"}';
