import { createLogger, type Logger } from '@marquee/runtime/log';

/** A log without output; TEST_LOG=debug prints it. */
export const silentLog: Logger = createLogger({
  service: 'test',
  level: process.env.TEST_LOG === 'debug' ? 'debug' : 'silent',
});
