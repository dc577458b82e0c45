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

/** The part of its time that the event loop of this process worked, from 0 to 1, since it was last asked 50 ms ago or more. */
function eventLoopUse(clock: () => number): () => number {
  let [from, at] = [performance.eventLoopUtilization(), clock()];
  let use = 0;
  return () => {
    const now = clock();
    if (now - at < SAMPLE_MS) return use;
    const current = performance.eventLoopUtilization();
    use = performance.eventLoopUtilization(current, from).utilization;
    [from, at] = [current, now];
    return use;
  };
}

/** Whether the event loop of this process was busy in the last 50 ms or more, by a clock of monotonic milliseconds. */
export function busyEventLoop(clock: () => number): () => boolean {
  const use = eventLoopUse(clock);
  return () => use() > BUSY_UTILIZATION;
}

/** Of more use than this, work waits for other work. */
const USE_WANTED = 0.85;
/** By how much the share grows and falls a second, for each part of use that is missing or too much: what was taken is felt only seconds later. */
const GROWTH = 0.3;
const FALL = 1.5;
/** A loop without any time left still gets some work, or nothing would tell that it has time again. */
const SHARE_MIN = 0.1;
/** What a loop did while nobody asked for its share says little about now. */
const ASKED_AFTER_MS_MAX = 10_000;

/**
 * How much of the work that a process takes at most it should take now, from 0.1 to 1. It follows the use of the event loop
 * since the last question: it falls while the loop is used by more than 85 %, and grows again slowly, so that it settles where
 * work still finds time at once. A share that followed from the use alone would be all or nothing in turns: work shows in the
 * use only when it comes.
 */
export function eventLoopShare(clock: () => number, use: () => number = eventLoopUse(clock)): () => number {
  let [share, askedAt] = [1, clock()];
  return () => {
    const now = clock();
    const seconds = Math.min(now - askedAt, ASKED_AFTER_MS_MAX) / 1_000;
    askedAt = now;
    const left = USE_WANTED - use();
    share *= Math.exp((left > 0 ? GROWTH : FALL) * left * seconds);
    share = Math.min(1, Math.max(SHARE_MIN, share));
    return share;
  };
}
