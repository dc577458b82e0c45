import { isSampled, isTraceparent, newTraceparent, spanIdOf, traceIdOf, withSampling } from './trace.ts';

test('each trace that begins has ids of its own', () => {
  const made = Array.from({ length: 1_000 }, newTraceparent);
  expect(made.filter((traceparent) => !isTraceparent(traceparent) || isSampled(traceparent))).toEqual([]);
  expect(new Set(made.map(traceIdOf)).size).toBe(made.length);
  expect(new Set(made.map(spanIdOf)).size).toBe(made.length);
});

test('a trace is sampled by its last flag, which is set and cleared', () => {
  const made = newTraceparent();
  const sampled = withSampling(made, true);
  expect(sampled).toBe(made.replace(/00$/, '01'));
  expect([isSampled(sampled), withSampling(sampled, false)]).toEqual([true, made]);
  expect([isSampled(made.replace(/00$/, '0f')), isSampled(made.replace(/00$/, '10'))]).toEqual([true, false]);
});
