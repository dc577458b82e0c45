import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { PALETTE } from '@marquee/rules/palette';

const css = readFileSync(join(import.meta.dirname, 'tokens.css'), 'utf8');
const tokens = new Map(
  [...css.matchAll(/^ {2}--([\w-]+): (?:light-dark\((#\w{6}), (#\w{6})\)|(#\w{6}));/gm)].map(
    ([, name = '', light, dark, both]) => [name, { light: light ?? both ?? '', dark: dark ?? both ?? '' }],
  ),
);

function luminance(hex: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const channel = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return channel <= 0.040_45 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(one: string, other: string, theme: 'light' | 'dark'): number {
  const [a, b] = [one, other].map((name) => luminance(tokens.get(name)?.[theme] ?? 'missing'));
  return (Math.max(a ?? 0, b ?? 0) + 0.05) / (Math.min(a ?? 0, b ?? 0) + 0.05);
}

const grounds = ['canvas', 'surface', 'raised', 'overlay'];
const text: (readonly string[])[] = [
  ...['ink', 'ink-muted', 'ink-faint', 'action-ink', 'live-ink', 'danger-ink', 'good-ink', 'warn-ink'].flatMap((ink) =>
    grounds.map((ground) => [ink, ground]),
  ),
  ...['action', 'action-hover'].map((ground) => ['on-action', ground]),
  ...['danger', 'danger-hover'].map((ground) => ['on-danger', ground]),
  ['on-live', 'live'],
  ['ink', 'action-wash'],
  ['ink-muted', 'action-wash'],
  ['action-ink', 'action-wash'],
  ['good-ink', 'good-wash'],
  ['warn-ink', 'warn-wash'],
  ['danger-ink', 'danger-wash'],
  ['on-film', 'film'],
  ['on-film-muted', 'film'],
];

/** What Tailwind has beside colours, sizes, faces and corners of ours under the same prefixes. */
const KEYWORDS =
  /^(?:bg-(?:linear-to-[trbl]{1,2}|clip-\w+)|text-(?:balance|pretty|start|center|end|left|ellipsis|nowrap|wrap)|border-(?:[tbsexy](?:-\d)?|separate|collapse|spacing-.*|dashed|none)|outline-(?:none|offset-\d)|font-(?:normal|medium|semibold|bold)|rounded-none|shadow-none|(?:fill|stroke)-none|.*-(?:transparent|current|inherit|white|black))$/;
const PREFIXED =
  /(?<=[\s"'`:])(?:bg|text|border|border-[tbsexy]|fill|stroke|outline|font|rounded|shadow|from|via|to)-[a-z][\w-]*(?=[/!\s"'`])/g;

test('every class of a colour, a size, a face, a corner or a shadow has its token', () => {
  const named = new Set(
    [...css.matchAll(/^ {2}--(?:color|text|font|radius|shadow)-([a-z]+(?:-[a-z]+)*)/gm)].map(([, n]) => n),
  );
  const app = join(import.meta.dirname, '..');
  const files = readdirSync(app, { recursive: true, encoding: 'utf8' }).filter((path) =>
    /(?<!\.test)\.tsx$/.test(path),
  );
  const unknown = files.flatMap((path) =>
    [
      ...readFileSync(join(app, path), 'utf8').matchAll(/className[\s\S]*?(?:>|\n\n)|Class\w* =[\s\S]*?;|'[^'\n]*'/g),
    ].flatMap(([code]) =>
      [...code.matchAll(PREFIXED)]
        .map(([name]) => name)
        .filter(
          (name) => !KEYWORDS.test(name) && !named.has(name.replace(/^(?:border-[tbsexy]|rounded-[tbse]|[a-z]+)-/, '')),
        )
        .map((name) => `${path}: ${name}`),
    ),
  );
  expect([...new Set(unknown)]).toEqual([]);
});

test.each(Object.entries(PALETTE))('mails and pages without this stylesheet have its %s', (name, colour) => {
  expect(tokens.get(name)).toEqual(colour);
});

describe.each(['dark', 'light'] as const)('%s', (theme) => {
  test.each(text)('%s on %s reads at 4.5:1 or better', (ink = '', ground = '') => {
    expect(contrast(ink, ground, theme)).toBeGreaterThanOrEqual(4.5);
  });

  test.each(
    ['line-control', 'focus', 'action'].flatMap((line) => ['canvas', 'surface'].map((ground) => [line, ground])),
  )('%s on %s can be seen at 3:1 or better', (line = '', ground = '') => {
    expect(contrast(line, ground, theme)).toBeGreaterThanOrEqual(3);
  });
});
