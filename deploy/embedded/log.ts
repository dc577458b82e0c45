import { existsSync, renameSync, statSync } from 'node:fs';
import { createLogger, type Logger, type LogLevel } from '@marquee/runtime/log';
import { destination } from 'pino';

const LOG_BYTES_MAX = 20 * 1024 * 1024;
const BUFFER_BYTES = 4096;
const FLUSH_MS = 250;

export type Log = { for(service: string): Logger; flush(): void };

/** One log file for all services. A start renames a large one to `.1`. */
export function openLog(path: string, level: LogLevel): Log {
  if (existsSync(path) && statSync(path).size > LOG_BYTES_MAX) renameSync(path, `${path}.1`);
  const stream = destination({
    dest: path,
    sync: false,
    minLength: BUFFER_BYTES,
    periodicFlush: FLUSH_MS,
    mode: 0o600,
  });
  const flush = () => {
    try {
      stream.flushSync();
    } catch {
      // The file is not open yet, so there is nothing to write.
    }
  };
  process.on('exit', flush);
  return { for: (service) => createLogger({ service, level, destination: stream }), flush };
}
