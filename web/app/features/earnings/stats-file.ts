import { EARNINGS_MESSAGES } from '@marquee/rules/earnings';
import { z } from 'zod';
import { RANGES } from './day-range.ts';
import { fileQuery } from './file-query.ts';
import { STATS_FILES } from './stats-download.tsx';

const statsFileSchema = z.strictObject({
  days: z.enum(RANGES.map(String)).optional(),
  of: z.enum(STATS_FILES).default('days'),
});

/** The file of stats that an address asks for. @throws a 400 for one that there is not */
export const statsFileOf = (url: URL) => fileQuery(url, statsFileSchema, EARNINGS_MESSAGES.statsFile);
