// The end of every scenario: prints which promises were kept, and writes all numbers as JSON to SUMMARY, by default
// beside the scenario.
const MILLISECONDS = ['p(95)', 'p(99)', 'max'];

/** `people` are those of a scenario whose virtual users have many each. */
export function summary(name, people) {
  return ({ metrics, state }) => {
    const file = __ENV.SUMMARY || `${name}-summary.json`;
    const promises = promisesOf(metrics);
    const lines = [
      `${name}: ${(state.testRunDurationMs / 1_000).toFixed(0)} s, ${people ?? metrics.iterations?.values.count ?? 0} people, ` +
        `${metrics.http_reqs?.values.count ?? 0} requests (${(metrics.http_reqs?.values.rate ?? 0).toFixed(1)}/s)`,
      ...promises.map(
        ({ ok, metric, promise, measured }) => `  ${ok ? 'kept  ' : 'BROKEN'} ${metric} ${promise}: ${measured}`,
      ),
    ];
    return { stdout: `${lines.join('\n')}\n`, [file]: `${JSON.stringify({ name, promises, metrics }, null, 2)}\n` };
  };
}

function promisesOf(metrics) {
  return Object.entries(metrics).flatMap(([metric, { thresholds, values, contains }]) =>
    Object.entries(thresholds ?? {}).map(([promise, { ok }]) => {
      const isMeasured = values.count !== 0 || !('max' in values);
      const measured = isMeasured ? text(values, contains) : 'never measured';
      return { ok: ok && isMeasured, metric, promise, measured };
    }),
  );
}

function text(values, contains) {
  if ('rate' in values && 'passes' in values)
    return `${(values.rate * 100).toFixed(3)}% of ${values.passes + values.fails}`;
  if ('count' in values && !('max' in values)) return String(values.count);
  const unit = contains === 'time' ? ' ms' : '';
  const digits = contains === 'time' ? 0 : 2;
  return MILLISECONDS.map((name) => `${name} ${values[name]?.toFixed(digits)}${unit}`).join(', ');
}
