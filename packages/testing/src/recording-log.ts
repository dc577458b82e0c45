import { createLogger, type Logger } from '@marquee/runtime/log';

export type LogLine = { level: string; msg: string } & Record<string, unknown>;

export type RecordingLog = {
  log: Logger;
  /** The lines at info and above. */
  lines(): LogLine[];
  /** Their messages. */
  said(): string[];
  /** The whole text, to search for what must not be in it. */
  text(): string;
};

/** A log whose lines a test can read; TEST_LOG=debug prints them too. */
export function recordingLog(): RecordingLog {
  const written: string[] = [];
  const log = createLogger({
    service: 'test',
    level: 'info',
    destination: {
      write(line) {
        written.push(line);
        if (process.env.TEST_LOG === 'debug') process.stderr.write(line);
      },
    },
  });
  const lines = () => written.map((line) => JSON.parse(line) as LogLine);
  return { log, lines, said: () => lines().map(({ msg }) => msg), text: () => written.join('') };
}
