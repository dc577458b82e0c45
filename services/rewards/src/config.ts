import { secret } from '@marquee/service/secret';
import { z } from 'zod';

/** The environment of rewards. */
export const rewardsConfig = z.object({
  CURSOR_KEY: secret().describe('authenticates the cursors of lists'),
});
export type RewardsConfig = z.output<typeof rewardsConfig>;
