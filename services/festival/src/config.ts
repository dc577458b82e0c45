import { secret } from '@marquee/service/secret';
import { z } from 'zod';

/** The environment of festival. */
export const festivalConfig = z.object({
  CURSOR_KEY: secret().describe('authenticates the cursors of lists'),
});
export type FestivalConfig = z.output<typeof festivalConfig>;
