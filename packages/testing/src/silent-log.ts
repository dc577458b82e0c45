import { createLogger, type Logger } from '@marquee/runtime/log';

/** Says nothing; TEST_LOG=debug shows what a test makes its services say. */
export const silentLog: Logger = createLogger({
  service: 'test',
  level: process.env.TEST_LOG === 'debug' ? 'debug' : 'silent',
});
