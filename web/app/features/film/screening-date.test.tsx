import { jest } from '@jest/globals';
import { cleanup, render } from '@testing-library/react';
import { renderToString } from 'react-dom/server';
import { ScreeningDate } from './screening-date.tsx';

const ISO = '2026-07-01T20:05:00.000Z';
const { DateTimeFormat } = Intl;

let zone: string;
/** As on a machine in this time zone: formats are kept, so that one that a test before made must follow too. */
function liveIn(here: string): void {
  zone = here;
  jest.spyOn(Intl, 'DateTimeFormat').mockImplementation((locales, options) => {
    const format = () => new DateTimeFormat(locales, { timeZone: zone, ...options });
    return Object.defineProperties(format(), {
      format: { value: (date: Date) => format().format(date) },
      formatToParts: { value: (date: Date) => format().formatToParts(date) },
    });
  });
}
afterEach(() => {
  cleanup();
  jest.restoreAllMocks();
});

test('a screening says UTC on the shared page [FLM-10:zone]', () => {
  liveIn('America/New_York');
  const html = renderToString(<ScreeningDate iso={ISO} />);
  expect(html.replace(/<[^>]*>/g, '')).toBe('07/01/2026 08:05 PM UTC');
});

test.each([
  ['America/New_York', '07/01/2026 04:05 PM EDT'],
  ['Asia/Kolkata', '07/02/2026 01:35 AM GMT+5:30'],
])('in %s it says %s once the page lives [FLM-10:zone]', (zone, text) => {
  liveIn(zone);
  expect(render(<ScreeningDate iso={ISO} />).container.textContent).toBe(text);
});
