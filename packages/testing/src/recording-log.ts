import { createLogger, type Logger } from '@marquee/runtime/log';

export type LogLine = { level: string; msg: string } & Record<string, unknown>;

export type RecordingLog = {
  log: Logger;
  /** What was logged at info and above. */
  lines(): LogLine[];
  /** Their messages: what an operator reads first. */
  said(): string[];
  /** Every byte of it, to look for what must not be there. */
  text(): string;
};

/** A log that can be read afterwards. */
export function recordingLog(): RecordingLog {
  const written: string[] = [];
  const log = createLogger({
    service: 'test',
    level: 'info',
    destination: { write: (line) => void written.push(line) },
  });
  const lines = () => written.map((line) => JSON.parse(line) as LogLine);
  return { log, lines, said: () => lines().map(({ msg }) => msg), text: () => written.join('') };
}
