import { isSampled, isTraceparent, newTraceparent, spanIdOf, traceIdOf } from './trace.ts';

test('each trace that begins has ids of its own', () => {
  const made = Array.from({ length: 1_000 }, newTraceparent);
  expect(made.filter((traceparent) => !isTraceparent(traceparent) || isSampled(traceparent))).toEqual([]);
  expect(new Set(made.map(traceIdOf)).size).toBe(made.length);
  expect(new Set(made.map(spanIdOf)).size).toBe(made.length);
});
