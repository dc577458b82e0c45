import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { blobConfigSchema, processConfigSchema } from '@marquee/service/process-config';
import { z } from 'zod';
import { services } from '../services.ts';
import { derivedPaths, derivedText } from './derived-files.ts';
import { withMarked } from './marked-text.ts';
import { integersTo } from './values-schema.ts';
import { yamlText } from './yaml-text.ts';

const root = join(import.meta.dirname, '..', '..');

test.each(derivedPaths)('%s is what `npm run derive` writes for the declared services', (path) => {
  const current = readFileSync(join(root, path), 'utf8');
  expect(current).toBe(derivedText(path, current, services));
});

test('packages/runtime names no service, and the product in one place', () => {
  const folder = join(root, 'packages', 'runtime', 'src');
  const names = new RegExp(`\\b(${services.map(({ name }) => name).join('|')}|marquee)\\b`);
  const naming = globSync('**/*.ts', {
    cwd: folder,
    exclude: ['**/*.test.ts', 'testing/**'],
  }).flatMap((path) =>
    readFileSync(join(folder, path), 'utf8')
      .split('\n')
      .filter((line) => names.test(line.replace(/ from '@marquee\/.*/, '').replace(/import\('@marquee\/.*/, '')))
      .map((line) => `${path}: ${line}`),
  );
  expect(naming).toEqual(["namespace.ts: export const NAMESPACE = 'marquee';"]);
});

test('every variable of a process has a description', () => {
  const shapes = [processConfigSchema.shape, blobConfigSchema.shape, ...services.map(({ config }) => config.shape)];
  const silent = shapes.flatMap((shape) =>
    Object.entries(shape).filter(
      ([, schema]) => !z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }).description,
    ),
  );
  expect(silent.map(([name]) => name)).toEqual([]);
});

test('only what stands between the markers of a name is replaced, wherever they are and at their indentation', () => {
  const between = (indent: string, name: string, text: string) =>
    `${indent}# derived: ${name} (x)\n${text}${indent}# end of derived: ${name}\n`;
  const file = (inner: string, outer: string) =>
    `a:\n${between('  ', 'one', inner)}${between('', 'one-more', 'kept\n')}${between('', 'one', outer)}`;
  expect(withMarked(file('  old\n', ''), 'one', 'b: 1\n\nc: 2')).toBe(file('  b: 1\n\n  c: 2\n', 'b: 1\n\nc: 2\n'));
  expect(() => withMarked(file('', ''), 'two', '')).toThrow('there are no markers "derived: two"');
});

test('YAML quotes texts that look like other types', () => {
  expect(yamlText({ a: '2', b: 'true', c: 'x, y', d: ['1e3', 'ok'], e: { f: '', g: undefined } })).toBe(
    'a: "2"\nb: "true"\nc: "x, y"\nd: ["1e3", ok]\ne: { f: "" }',
  );
});

test.each([5, 10, 12, 100, 256, 1000, 12_000])(
  'the pattern for numbers up to %d matches those and no others',
  (maximum) => {
    const pattern = new RegExp(`^(${integersTo(maximum)})$`);
    const taken = Array.from({ length: maximum * 2 + 20 }, (_, number) => number).filter((number) =>
      pattern.test(`${number}`),
    );
    expect([taken.length, taken.at(-1)]).toEqual([maximum + 1, maximum]);
    for (const text of ['-1', '01', '1.5', '']) expect(pattern.test(text)).toBe(false);
  },
);
