import { monitorEventLoopDelay, performance } from 'node:perf_hooks';

export type EventLoopDelay = { p50Ms: number; p99Ms: number; maxMs: number };

/**
 * Measures the event loop's delay and reports it every `intervalMs` (10 s by default). Returns what ends it.
 * Work over 20 ms of CPU belongs in a worker or a child process: a high p99 shows that some is not.
 */
export function watchEventLoop(report: (delay: EventLoopDelay) => void, intervalMs = 10_000): () => void {
  const resolutionMs = 10;
  const histogram = monitorEventLoopDelay({ resolution: resolutionMs });
  histogram.enable();
  // What was measured includes the timer's own interval.
  const delayMs = (nanoseconds: number) => Math.max(0, nanoseconds / 1e6 - resolutionMs);
  const timer = setInterval(() => {
    if (histogram.count > 0) {
      report({
        p50Ms: delayMs(histogram.percentile(50)),
        p99Ms: delayMs(histogram.percentile(99)),
        maxMs: delayMs(histogram.max),
      });
    }
    histogram.reset();
  }, intervalMs);
  timer.unref();
  return () => {
    clearInterval(timer);
    histogram.disable();
  };
}

const SAMPLE_MS = 50;
const BUSY_UTILIZATION = 0.85;

/** Whether the event loop of this process was busy in the last 50 ms or more, by a clock of monotonic milliseconds. */
export function busyEventLoop(clock: () => number): () => boolean {
  let [from, at] = [performance.eventLoopUtilization(), clock()];
  let isBusy = false;
  return () => {
    const now = clock();
    if (now - at < SAMPLE_MS) return isBusy;
    const current = performance.eventLoopUtilization();
    isBusy = performance.eventLoopUtilization(current, from).utilization > BUSY_UTILIZATION;
    [from, at] = [current, now];
    return isBusy;
  };
}
