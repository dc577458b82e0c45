import { pageFaults } from '../page-faults.mjs';

// A page that a test leaves with faults that no page may have fails the test, and so does an unexpected console.error or
// console.warn, and a form that the browser itself would send, which loads another page.
let unexpected: string[] = [];
let sentByBrowser: string[] = [];

window.addEventListener('submit', (event) => {
  if (!event.defaultPrevented) sentByBrowser.push((event.target as HTMLElement).outerHTML.slice(0, 200));
});

beforeEach(() => {
  unexpected = [];
  sentByBrowser = [];
  for (const level of ['error', 'warn'] as const) {
    console[level] = (...parts: unknown[]) => unexpected.push(parts.map(String).join(' '));
  }
});

afterEach(() => {
  const faults = pageFaults();
  if (faults.length > 0) throw new Error(`The page that this test leaves has faults:\n${faults.join('\n')}`);
  if (sentByBrowser.length > 0) throw new Error(`The browser would send a form:\n${sentByBrowser.join('\n')}`);
  if (unexpected.length > 0) throw new Error(`Unexpected output on the console:\n${unexpected.join('\n')}`);
});
