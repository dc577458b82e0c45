import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from '@mantine/core';

// The site's colours (web/app/ui/tokens.css) in Mantine's ten shades: warm grounds, tungsten, the red of danger.

/** From ink, over muted and faint text and lines, to the canvas. */
const dark: MantineColorsTuple = [
  '#f5eee3',
  '#d9cfc1',
  '#bdb2a3',
  '#9e9384',
  '#3a342d',
  '#2a251f',
  '#181512',
  '#100e0c',
  '#0c0a09',
  '#080706',
];

const gray: MantineColorsTuple = [
  '#f8f4ec',
  '#f1ebdf',
  '#e9e1d2',
  '#e2d9c9',
  '#cfc4b2',
  '#b3a795',
  '#685e51',
  '#574e43',
  '#3a332b',
  '#1d1813',
];

/** With a shade that keeps 4.5:1 as text on light grounds: Mantine's orange does not. */
const tungsten: MantineColorsTuple = [
  '#fff1e6',
  '#ffe0c7',
  '#ffc899',
  '#f8b070',
  '#f2a65e',
  '#e0883a',
  '#c46a1c',
  '#a84a05',
  '#9a4404',
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

export const theme = createTheme({
  colors: { dark, gray, tungsten, red },
  white: '#fffdf8',
  black: '#1d1813',
  primaryColor: 'tungsten',
  primaryShade: { light: 8, dark: 4 },
  autoContrast: true,
  defaultRadius: 'md',
  fontFamily: "'Inter Variable', system-ui, sans-serif",
  headings: { fontWeight: '600' },
});

/** The canvas of the site, and dimmed text that keeps 4.5:1 on it. */
export const resolveVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: { '--mantine-color-body': '#f8f4ec', '--mantine-color-dimmed': gray[7] },
  dark: { '--mantine-color-dimmed': dark[2] },
});
