import { setImmediate } from 'node:timers/promises';
import { jest } from '@jest/globals';
import { act } from '@testing-library/react';

const REAL = [
  ...['Date', 'hrtime', 'performance', 'nextTick', 'queueMicrotask', 'setImmediate', 'clearImmediate'],
  ...['setInterval', 'clearInterval', 'requestAnimationFrame', 'cancelAnimationFrame'],
] as never[];

/** In every test of this file timeouts end when `passing` says so; everything else takes its real time. */
export function pauseTimeouts(): void {
  beforeEach(() => void jest.useFakeTimers({ doNotFake: REAL }));
  afterEach(() => void jest.useRealTimers());
}

/** Lets calls on their way be answered and shown. */
export const settled = () =>
  act(async () => {
    for (let turn = 0; turn < 20; turn += 1) await setImmediate();
  });

const ROUNDS_MAX = 100;

/** Lets things settle until this is so: on a slow machine React takes more turns. */
export async function settledUntil(isSo: () => boolean): Promise<void> {
  for (let round = 0; round < ROUNDS_MAX && !isSo(); round += 1) await settled();
  await settled();
}

/** Lets this much time pass, and what it starts be shown. */
export async function passing(ms: number): Promise<void> {
  await act(async () => void (await jest.advanceTimersByTimeAsync(ms)));
  await settled();
}
