import { jest } from '@jest/globals';
import { screen } from '@testing-library/react';
import { doing, press, showPage } from '../testing/show-page.tsx';
import { Footer } from './footer.tsx';
import { readTheme, setTheme, type Theme } from './theme.ts';
import { themeColors, themeScript } from './theme-script.ts';

const systemMedia = { dark: '(prefers-color-scheme: dark)', light: '(prefers-color-scheme: light)' };
const media = () => [...document.head.querySelectorAll('meta')].map((meta) => meta.getAttribute('media'));
/** What the server wrote, before any script. */
function written() {
  document.documentElement.dataset.theme = 'system';
  document.head.innerHTML = Object.entries(themeColors)
    .map(
      ([of, color]) =>
        `<meta name="theme-color" content="${color}" media="(prefers-color-scheme: ${of})" data-of="${of}">`,
    )
    .join('');
}
const shown = () => ({ theme: document.documentElement.dataset.theme, media: media() });
/** As a browser runs the script of the page. */
const runScript = () => new Function(themeScript)();

beforeEach(() => {
  localStorage.clear();
  written();
});

const looks: [Theme, object][] = [
  ['system', { theme: 'system', media: [systemMedia.dark, systemMedia.light] }],
  ['dark', { theme: 'dark', media: ['all', 'not all'] }],
  ['light', { theme: 'light', media: ['not all', 'all'] }],
];

test.each(looks)('%s looks the same by a choice and by the script of the next page', (theme, look) => {
  setTheme(theme);
  expect(shown()).toEqual(look);
  expect(readTheme()).toBe(theme);
  written();
  runScript();
  expect(shown()).toEqual(look);
});

test('what is kept and is no theme leaves the choice to the system', () => {
  localStorage.setItem('theme', 'purple');
  runScript();
  expect([shown(), readTheme()]).toEqual([looks[0]?.[1], 'system']);
});

test('a visitor chooses the theme in the footer, and lets the system decide again', async () => {
  await showPage(<Footer />);
  const chosen = () => (screen.getByRole('radio', { checked: true }) as HTMLInputElement).value;
  expect(chosen()).toBe('system');
  await press('Light', 'radio');
  expect([chosen(), localStorage.getItem('theme'), document.documentElement.dataset.theme]).toEqual(
    Array(3).fill('light'),
  );
  await press('As the system', 'radio');
  expect([chosen(), localStorage.getItem('theme')]).toEqual(['system', null]);
});

test('a choice in another tab is shown in this one', async () => {
  await showPage(<Footer />);
  localStorage.setItem('theme', 'dark');
  await showPage(<Footer />);
  expect((screen.getByRole('radio', { name: 'Dark' }) as HTMLInputElement).checked).toBe(true);
  localStorage.setItem('theme', 'light');
  await doing(() => window.dispatchEvent(new StorageEvent('storage', { key: 'theme' })));
  expect(shown()).toEqual(looks[2]?.[1]);
});

test('without storage the choice holds for the page', async () => {
  const refuse = () => {
    throw new Error('SecurityError');
  };
  const spies = (['getItem', 'setItem', 'removeItem'] as const).map((name) =>
    jest.spyOn(Storage.prototype, name).mockImplementation(refuse),
  );
  try {
    await showPage(<Footer />);
    await press('Light', 'radio');
    expect((screen.getByRole('radio', { name: 'Light' }) as HTMLInputElement).checked).toBe(true);
    runScript();
    expect(shown()).toEqual(looks[2]?.[1]);
  } finally {
    for (const spy of spies) spy.mockRestore();
    await doing(() => setTheme('system'));
  }
});
