// An unexpected console.error or console.warn fails the test that caused it.
let unexpected: string[] = [];

beforeEach(() => {
  unexpected = [];
  for (const level of ['error', 'warn'] as const) {
    console[level] = (...parts: unknown[]) => unexpected.push(parts.map(String).join(' '));
  }
});

afterEach(() => {
  if (unexpected.length > 0) throw new Error(`Unexpected output on the console:\n${unexpected.join('\n')}`);
});
