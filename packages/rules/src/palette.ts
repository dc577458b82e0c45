/**
 * The colours of the site that are also needed where its stylesheet is not: in mails, the back office, and pages that are
 * sent without the app. web/app/ui/tokens.css has the same, and tokens.test.ts compares them.
 */
export const PALETTE = {
  canvas: { light: '#f8f4ec', dark: '#100e0c' },
  surface: { light: '#fffdf8', dark: '#181512' },
  raised: { light: '#f1ebdf', dark: '#231f1a' },
  line: { light: '#e2d9c9', dark: '#2e2923' },
  'line-control': { light: '#8a7f6f', dark: '#7a7063' },
  ink: { light: '#1d1813', dark: '#f5eee3' },
  'ink-muted': { light: '#574e43', dark: '#bdb2a3' },
  'ink-faint': { light: '#685e51', dark: '#9e9384' },
  action: { light: '#a84a05', dark: '#f2a65e' },
  'on-action': { light: '#fffaf3', dark: '#1d1006' },
  'action-ink': { light: '#9a4404', dark: '#f2a65e' },
} as const;
