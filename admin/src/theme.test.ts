import { DEFAULT_THEME, defaultCssVariablesResolver, mergeMantineTheme } from '@mantine/core';
import { theme } from './theme.ts';

test('the label of a filled button is dark on the light shade of the dark theme, and light on the other', () => {
  const merged = mergeMantineTheme(DEFAULT_THEME, theme);
  const { color } = merged.variantColorResolver({ color: merged.primaryColor, variant: 'filled', theme: merged });
  expect(color).toBe('var(--mantine-primary-color-contrast)');
  const { light, dark } = defaultCssVariablesResolver(merged);
  expect(dark['--mantine-primary-color-contrast']).toBe('var(--mantine-color-black)');
  expect(light['--mantine-primary-color-contrast']).toBe('var(--mantine-color-white)');
});
