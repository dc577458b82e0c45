// @inputs deploy packages services
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { atEnd } from '@marquee/testing/cleanup';
import { testDatabase } from '@marquee/testing/test-database';

/** The command of an installation, as its operator runs it in a container. */
function staff(words: string[], env: Record<string, string>): Promise<{ code: number; said: string; problem: string }> {
  const command = ['--disable-warning=ExperimentalWarning', join(import.meta.dirname, 'main.ts'), ...words];
  return new Promise((resolve) => {
    execFile(process.execPath, command, { env: { PATH: process.env.PATH, ...env } }, (error, said, problem) => {
      resolve({ code: Number(error?.code ?? 0), said, problem });
    });
  });
}

test('adds staff in the database at a URL, which may be in a file, and suspends them', async () => {
  const db = await testDatabase('identity');
  const folder = await mkdtemp(join(tmpdir(), 'staff-'));
  atEnd(() => rm(folder, { recursive: true, force: true }));
  const file = join(folder, 'DATABASE_URL_IDENTITY');
  await writeFile(file, db.url);
  const env = { DATABASE_URL_IDENTITY_FILE: file };
  expect(await staff(['add', 'chief@example.com'], env)).toEqual({
    code: 0,
    said: 'chief@example.com is ADMIN.\n',
    problem: '',
  });
  expect((await staff(['suspend', 'chief@example.com'], env)).said).toBe('chief@example.com is suspended.\n');
  expect(await db.query('SELECT suspended_at FROM accounts')).toEqual([{ suspendedAt: expect.any(Date) }]);
});

test('without a database URL it names the variable, and without arguments it prints its usage', async () => {
  expect(await staff(['add', 'chief@example.com'], {})).toMatchObject({
    code: 1,
    said: '',
    problem: expect.stringMatching(/^DATABASE_URL_IDENTITY .*\n$/),
  });
  expect(await staff([], {})).toMatchObject({ code: 1, problem: expect.stringContaining('add <email>') });
});
