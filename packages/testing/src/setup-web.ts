import { pageFaults } from '../page-faults.mjs';

// A page that a test leaves with faults that no page may have fails the test, and so does an unexpected console.error or
// console.warn.
let unexpected: string[] = [];

beforeEach(() => {
  unexpected = [];
  for (const level of ['error', 'warn'] as const) {
    console[level] = (...parts: unknown[]) => unexpected.push(parts.map(String).join(' '));
  }
});

afterEach(() => {
  const faults = pageFaults();
  if (faults.length > 0) throw new Error(`The page that this test leaves has faults:\n${faults.join('\n')}`);
  if (unexpected.length > 0) throw new Error(`Unexpected output on the console:\n${unexpected.join('\n')}`);
});
