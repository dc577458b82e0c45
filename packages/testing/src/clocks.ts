import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const PRELOAD = pathToFileURL(join(import.meta.dirname, '..', 'shift-clock.mjs')).href;

/** The clocks of processes, each of which can be set wrong without those of others. */
export type Clocks = {
  /** What a process needs in its environment so that its clock can be shifted. */
  environment(name: string): Record<string, string>;
  /** Sets the clock of a process ahead. */
  shift(name: string, byMs: number): void;
  /** Sets it right. */
  correct(name: string): void;
};

export function openClocks(dir: string): Clocks {
  const file = (name: string) => join(dir, `clock-${name}`);
  return {
    environment: (name) => ({ NODE_OPTIONS: `--import=${PRELOAD}`, CLOCK_FILE: file(name) }),
    shift: (name, byMs) => writeFileSync(file(name), String(byMs)),
    correct: (name) => rmSync(file(name), { force: true }),
  };
}
