import { setTimeout as delay } from 'node:timers/promises';
import { NotAcknowledgedError } from './browser.ts';
import type { Records } from './records.ts';

/** Clients that repeat their steps until they are paused. */
export type Load = {
  add(name: string, everyMs: number, step: () => Promise<void>): void;
  go(): void;
  /** Pauses the clients; resolves once each has finished its current step. */
  rest(): Promise<void>;
  stop(): Promise<void>;
};

const REST_MS_MAX = 150_000;

export function openLoad(records: Records): Load {
  let gate = Promise.withResolvers<void>();
  let isOpen = false;
  let stopped = false;
  const underWay = new Map<string, Promise<void>>();
  const running: Promise<void>[] = [];

  async function run(name: string, everyMs: number, step: () => Promise<void>): Promise<void> {
    for (;;) {
      await gate.promise;
      if (stopped) return;
      const taken = attempt(name, step);
      underWay.set(name, taken);
      await taken;
      underWay.delete(name);
      await delay(everyMs * (0.75 + Math.random() / 2));
    }
  }

  async function attempt(name: string, step: () => Promise<void>): Promise<void> {
    try {
      await step();
    } catch (error) {
      const known = error instanceof NotAcknowledgedError;
      records.problems.push(known ? error.message : `${name}: ${(error as Error).stack}`);
    }
  }

  const rest = async () => {
    if (isOpen) gate = Promise.withResolvers();
    isOpen = false;
    const late = delay(REST_MS_MAX, 'late', { ref: false });
    const ended = await Promise.race([Promise.all(underWay.values()), late]);
    if (ended === 'late')
      records.problems.push(`these clients did not finish their step: ${[...underWay.keys()].join(', ')}`);
  };

  return {
    add: (name, everyMs, step) => void running.push(run(name, everyMs, step)),
    go() {
      isOpen = true;
      gate.resolve();
    },
    rest,
    async stop() {
      await rest();
      stopped = true;
      gate.resolve();
      await Promise.all(running);
    },
  };
}
