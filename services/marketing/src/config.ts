import { secret } from '@marquee/service/secret';
import { z } from 'zod';

/** The environment of marketing. */
export const marketingConfig = z.object({
  CURSOR_KEY: secret().describe('authenticates the cursors of lists'),
  METRICS_KEY: secret().describe('hashes accounts in metrics; another key begins new cohorts'),
});
export type MarketingConfig = z.output<typeof marketingConfig>;
