import { windowsText } from './windows-text.ts';

test.each([
  [720, 36, 'Start it within 30 days. From then it is yours for 36 hours.'],
  [1, 72, 'Start it within 1 hour. From then it is yours for 3 days.'],
  [100, 48, 'Start it within 100 hours. From then it is yours for 48 hours.'],
])('%d and %d hours are said as people say them [WAT-15:page]', (start, watch, text) => {
  expect(windowsText(start, watch)).toBe(text);
});
