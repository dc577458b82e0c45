import { secret } from '@marquee/service/secret';
import { z } from 'zod';

/** The environment of marketing. */
export const marketingConfig = z.object({
  CURSOR_KEY: secret().describe('authenticates the cursors of lists'),
});
export type MarketingConfig = z.output<typeof marketingConfig>;
