import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { blobConfigSchema, processConfigSchema } from '@marquee/service/process-config';
import { z } from 'zod';
import { services } from '../services.ts';
import { derivedPaths, derivedText } from './derived-files.ts';
import { withMarked } from './marked-text.ts';
import { integersTo } from './values-schema.ts';
import { yamlText } from './yaml-text.ts';

const root = join(import.meta.dirname, '..', '..');

test.each(derivedPaths)('%s says what the services are declared to be; otherwise run `npm run derive`', (path) => {
  const current = readFileSync(join(root, path), 'utf8');
  expect(current).toBe(derivedText(path, current, services));
});

test('every variable of a process says what it is for', () => {
  const shapes = [processConfigSchema.shape, blobConfigSchema.shape, ...services.map(({ config }) => config.shape)];
  const silent = shapes.flatMap((shape) =>
    Object.entries(shape).filter(
      ([, schema]) => !z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }).description,
    ),
  );
  expect(silent.map(([name]) => name)).toEqual([]);
});

test('only what stands between the markers of a name is replaced, at their indentation', () => {
  const file =
    'a:\n  # derived: one (x)\n  old\n  # end of derived: one\n# derived: one-more\n# end of derived: one-more\n';
  expect(withMarked(file, 'one', 'b: 1\n\nc: 2')).toBe(
    'a:\n  # derived: one (x)\n  b: 1\n\n  c: 2\n  # end of derived: one\n# derived: one-more\n# end of derived: one-more\n',
  );
  expect(() => withMarked(file, 'two', '')).toThrow('there are no markers "derived: two"');
});

test('YAML keeps texts that look like something else', () => {
  expect(yamlText({ a: '2', b: 'true', c: 'x, y', d: ['1e3', 'ok'], e: { f: '', g: undefined } })).toBe(
    'a: "2"\nb: "true"\nc: "x, y"\nd: ["1e3", ok]\ne: { f: "" }',
  );
});

test.each([5, 10, 12, 100, 256, 1000, 12_000])(
  'the pattern of numbers up to %d takes those and no others',
  (maximum) => {
    const pattern = new RegExp(`^(${integersTo(maximum)})$`);
    const taken = Array.from({ length: maximum * 2 + 20 }, (_, number) => number).filter((number) =>
      pattern.test(`${number}`),
    );
    expect([taken.length, taken.at(-1)]).toEqual([maximum + 1, maximum]);
    for (const text of ['-1', '01', '1.5', '']) expect(pattern.test(text)).toBe(false);
  },
);
