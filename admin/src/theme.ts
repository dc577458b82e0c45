import {
  type CSSVariablesResolver,
  createTheme,
  defaultVariantColorsResolver,
  type MantineColorsTuple,
  type VariantColorsResolver,
} from '@mantine/core';
import { PALETTE } from '@marquee/rules/palette';

const { canvas, surface, raised, line, ink, action } = PALETTE;
const { 'ink-muted': inkMuted, 'ink-faint': inkFaint, 'action-ink': actionInk } = PALETTE;

// The site's colours (web/app/ui/tokens.css) in Mantine's ten shades: warm grounds, tungsten, the red of danger.

/** From ink, over muted and faint text and lines, to the canvas. */
const dark: MantineColorsTuple = [
  ink.dark,
  '#d9cfc1',
  inkMuted.dark,
  inkFaint.dark,
  '#3a342d',
  '#2a251f',
  surface.dark,
  canvas.dark,
  '#0c0a09',
  '#080706',
];

const gray: MantineColorsTuple = [
  canvas.light,
  raised.light,
  '#e9e1d2',
  line.light,
  '#cfc4b2',
  '#b3a795',
  inkFaint.light,
  inkMuted.light,
  '#3a332b',
  ink.light,
];

/** With a shade that keeps 4.5:1 as text on light grounds: Mantine's orange does not. */
const tungsten: MantineColorsTuple = [
  '#fff1e6',
  '#ffe0c7',
  '#ffc899',
  '#f8b070',
  action.dark,
  '#e0883a',
  '#c46a1c',
  action.light,
  actionInk.light,
  '#743604',
];

const red: MantineColorsTuple = [
  '#fdf0ed',
  '#f9e4df',
  '#f3c3bb',
  '#ff958a',
  '#ff7b6e',
  '#d2453a',
  '#b3261e',
  '#a8241c',
  '#971d16',
  '#6f120d',
];

/** Mantine picks the colour of a label for the shade of the light theme; this one differs by theme, as the shade does. */
const colorsOf: VariantColorsResolver = (input) => {
  const colors = defaultVariantColorsResolver(input);
  const isPrimary = !input.color || input.color === input.theme.primaryColor;
  return input.variant === 'filled' && isPrimary
    ? { ...colors, color: 'var(--mantine-primary-color-contrast)' }
    : colors;
};

export const theme = createTheme({
  colors: { dark, gray, tungsten, red },
  white: surface.light,
  black: ink.light,
  primaryColor: 'tungsten',
  primaryShade: { light: 8, dark: 4 },
  autoContrast: true,
  variantColorResolver: colorsOf,
  // By name: their code is loaded with what shows them.
  components: {
    Modal: {
      // A long name breaks, or it would push the button that closes out of the dialog.
      styles: { title: { overflowWrap: 'anywhere', lineHeight: 1.35 } },
      defaultProps: { closeButtonProps: { 'aria-label': 'Close' } },
    },
    // Lists of choices lie in the page's main landmark: a screen reader that goes by landmarks passes over the rest.
    Popover: { defaultProps: { portalProps: { target: '#main' } } },
    Notification: { defaultProps: { closeButtonProps: { 'aria-label': 'Close' } } },
  },
  defaultRadius: 'md',
  fontFamily: "'Inter Variable', system-ui, sans-serif",
  headings: { fontWeight: '600' },
});

/**
 * The canvas of the site, and what Mantine draws in too dark or too light a shade: dimmed text, placeholders, errors, and
 * buttons that delete.
 */
export const resolveVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-body': canvas.light,
    '--mantine-color-dimmed': gray[7],
    '--mantine-color-placeholder': gray[6],
  },
  dark: {
    '--mantine-color-dimmed': dark[2],
    '--mantine-color-error': red[3],
    // Dark enough for the light label that red has in both themes.
    '--mantine-color-red-filled': red[6],
    '--mantine-color-red-filled-hover': red[7],
  },
});
