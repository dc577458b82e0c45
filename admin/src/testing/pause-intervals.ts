import { jest } from '@jest/globals';
import { doing } from './show.tsx';

const REAL = [
  ...['Date', 'hrtime', 'performance', 'nextTick', 'queueMicrotask', 'setImmediate', 'clearImmediate'],
  ...['setTimeout', 'clearTimeout', 'requestAnimationFrame', 'cancelAnimationFrame'],
] as never[];

/** In the tests of this block intervals end when `passing` says so; everything else takes its real time. */
export function pauseIntervals(): void {
  beforeEach(() => void jest.useFakeTimers({ doNotFake: REAL }));
  afterEach(() => void jest.useRealTimers());
}

/** Lets this much time pass, and what it starts be shown. */
export const passing = (ms: number) => doing(() => jest.advanceTimersByTimeAsync(ms));
