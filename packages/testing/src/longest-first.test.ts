import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { atEnd } from './cleanup.ts';

type Tests = { path: string; context: object }[];
type Sequencer = { sort(tests: Tests): Tests; cacheResults(tests: Tests, results: object): void };

test('the files that took longest come first, after new ones; a run that was ended early forgets nothing', async () => {
  const home = await mkdtemp(join(tmpdir(), 'longest-first-'));
  const { HOME } = process.env;
  process.env.HOME = home;
  atEnd(async () => {
    process.env.HOME = HOME;
    await rm(home, { recursive: true, force: true });
  });
  const { default: LongestFirst } = await import('../longest-first.mjs');
  const sequencer = new LongestFirst() as unknown as Sequencer;
  const context = { config: { rootDir: home, cacheDirectory: home, id: 'test', haste: {} } };
  const tests = ['slow', 'quick', 'middle'].map((name) => ({ path: join(home, name), context, duration: 0 }));
  const ran = (name: string, runtime: number) => ({
    ...{ testFilePath: join(home, name), perfStats: { runtime }, numFailingTests: 0, skipped: false },
  });
  const order = () => sequencer.sort(tests).map(({ path }) => path.slice(home.length + 1));
  sequencer.cacheResults(tests, { testResults: [ran('slow', 900), ran('quick', 1), ran('middle', 30)] });
  expect(order()).toEqual(['slow', 'middle', 'quick']);
  sequencer.cacheResults(tests, { testResults: [ran('quick', 50)] });
  expect(order()).toEqual(['slow', 'quick', 'middle']);
  tests.push({ path: join(home, 'new'), context, duration: 0 });
  expect(order()).toEqual(['new', 'slow', 'quick', 'middle']);
});
