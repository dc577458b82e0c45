import { errorReportingDsn } from '@marquee/service/process-config';
import { z } from 'zod';

const port = z.coerce.number().int().min(0).max(65_535);

/** The environment of an embedded site. Other variables are passed to the services. */
export const embeddedConfigSchema = z.object({
  /** Where the gateway listens; 0 takes a free port. */
  PORT: port.default(3000),
  HOST: z.string().min(1).default('127.0.0.1'),
  /** The folder of the instance's data. */
  DATA_DIR: z.string().min(1).default('.data'),
  /** The only source of absolute addresses; http://localhost:PORT unless set. */
  PUBLIC_URL: z.url({ protocol: /^https?$/ }).optional(),
  /** Sends mail there instead of the development inbox. */
  SMTP_URL: z.string().optional(),
  DEV_INBOX: z.enum(['0', '1']).optional(),
  /** '0': start without the demo catalogue. */
  SEED: z.enum(['0', '1']).default('1'),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  /** Where errors are reported besides the log: `https://<key>@<host>/<project>`. */
  ERROR_REPORTING_DSN: errorReportingDsn.optional(),
  /** The release that error reports name. */
  RELEASE: z.string().min(1).max(100).optional(),
});

export type EmbeddedConfig = z.output<typeof embeddedConfigSchema>;
