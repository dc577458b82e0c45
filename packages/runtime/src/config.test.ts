import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { loadConfig } from './config.ts';

const schema = z.object({ DATABASE_URL: z.url(), PORT: z.coerce.number().int().max(65_535).default(3000) });

test('reads variables, defaults and files, and takes empty for not set', () => {
  const file = join(mkdtempSync(join(tmpdir(), 'config-')), 'secret');
  writeFileSync(file, 'postgres://from-file\n');
  expect(loadConfig(schema, { DATABASE_URL: 'postgres://x', PORT: '' })).toEqual({
    DATABASE_URL: 'postgres://x',
    PORT: 3000,
  });
  expect(loadConfig(schema, { DATABASE_URL_FILE: file, PORT: '80' })).toEqual({
    DATABASE_URL: 'postgres://from-file',
    PORT: 80,
  });
});

test('names each variable that is wrong, and never says its value', () => {
  expect(() => loadConfig(schema, {})).toThrow('DATABASE_URL is not set');
  const wrong = () => loadConfig(schema, { DATABASE_URL: 'hunter2', PORT: '99999' });
  expect(wrong).toThrow(/DATABASE_URL: .*; PORT: /);
  expect(wrong).not.toThrow('hunter2');
  expect(() => loadConfig(schema, { DATABASE_URL: 'a', DATABASE_URL_FILE: 'b' })).toThrow('both DATABASE_URL and');
  expect(() => loadConfig(schema, { DATABASE_URL_FILE: '/nowhere' })).toThrow(
    'DATABASE_URL_FILE cannot be read: ENOENT',
  );
});

test('says that a variable of the wrong kind is wrong, and that a file without text sets nothing', () => {
  const number = z.object({ SIZE: z.number(), NAME: z.string().default('none') });
  expect(() => loadConfig(number, { SIZE: 'ten' })).toThrow(/^SIZE: /);
  expect(() => loadConfig(number, {})).toThrow('SIZE is not set');
  const file = join(mkdtempSync(join(tmpdir(), 'config-')), 'empty');
  writeFileSync(file, '\n');
  const text = z.object({ NAME: z.string().default('none') });
  expect(loadConfig(text, { NAME_FILE: file })).toEqual({ NAME: 'none' });
  expect(() => loadConfig(text, { NAME_FILE: '/nowhere' })).toThrow('NAME_FILE cannot be read: ENOENT');
});

test('a rule of several variables is named for the one that it asks for, or for the configuration', () => {
  const pair = z.object({ USER: z.string().optional(), PASSWORD: z.string().optional() });
  const needed = pair.superRefine(({ USER, PASSWORD }, context) => {
    if (USER && !PASSWORD) context.addIssue({ code: 'custom', path: ['PASSWORD'], message: 'goes with USER' });
    if (!USER && PASSWORD) context.addIssue({ code: 'custom', message: 'a password without a user' });
  });
  expect(() => loadConfig(needed, { USER: 'u' })).toThrow('PASSWORD: goes with USER');
  expect(() => loadConfig(needed, { PASSWORD: 'p' })).toThrow('configuration: a password without a user');
});
