import { DEFAULT_THEME, defaultCssVariablesResolver, mergeMantineTheme } from '@mantine/core';
import { PALETTE } from '@marquee/rules/palette';
import { resolveVariables, theme } from './theme.ts';

test('the label of a filled button is dark on the light shade of the dark theme, and light on the other', () => {
  const merged = mergeMantineTheme(DEFAULT_THEME, theme);
  const { color } = merged.variantColorResolver({ color: merged.primaryColor, variant: 'filled', theme: merged });
  expect(color).toBe('var(--mantine-primary-color-contrast)');
  const { light, dark } = defaultCssVariablesResolver(merged);
  expect(dark['--mantine-primary-color-contrast']).toBe('var(--mantine-color-black)');
  expect(light['--mantine-primary-color-contrast']).toBe('var(--mantine-color-white)');
});

function luminance(hex: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const channel = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return channel <= 0.040_45 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** What a variable of the theme is in a scheme. */
function colourIn(scheme: 'light' | 'dark', name: string): string {
  const merged = mergeMantineTheme(DEFAULT_THEME, theme);
  const [mantine, ours] = [defaultCssVariablesResolver(merged), resolveVariables(merged)];
  const all: Record<string, string> = { ...mantine.variables, ...mantine[scheme], ...ours.variables, ...ours[scheme] };
  const colourOf = (variable: string): string => {
    const value = all[variable] ?? '';
    const other = /^var\((--[\w-]+)\)$/.exec(value)?.[1];
    return other ? colourOf(other) : value;
  };
  return colourOf(`--mantine-color-${name}`);
}

const contrastOf = (one: string, other: string) => {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
};

test.each([
  ['light', 'dimmed'],
  ['light', 'placeholder'],
  ['light', 'error'],
  ['dark', 'dimmed'],
  ['dark', 'placeholder'],
  ['dark', 'error'],
] as const)('in the %s theme the colour of %s keeps 4.5:1 on the page and in a field', (scheme, name) => {
  for (const ground of [PALETTE.canvas[scheme], PALETTE.surface[scheme]]) {
    expect(contrastOf(colourIn(scheme, name), ground)).toBeGreaterThanOrEqual(4.5);
  }
});

test.each(['light', 'dark'] as const)('in the %s theme a button that deletes has a label of 4.5:1', (scheme) => {
  const merged = mergeMantineTheme(DEFAULT_THEME, theme);
  const { color } = merged.variantColorResolver({ color: 'red', variant: 'filled', theme: merged });
  expect(color).toBe('var(--mantine-color-white)');
  for (const name of ['red-filled', 'red-filled-hover']) {
    expect(contrastOf(colourIn(scheme, name), colourIn(scheme, 'white'))).toBeGreaterThanOrEqual(4.5);
  }
});
