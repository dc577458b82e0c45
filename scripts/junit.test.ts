import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { markPassedAgain, readJunit, readSuites, writeJunit } from './junit.mjs';

async function files() {
  const folder = await mkdtemp(join(tmpdir(), 'junit-'));
  return [join(folder, 'first.xml'), join(folder, 'again.xml')] as const;
}

test('a case that failed and then passed counts as passed, and is named with what failed', async () => {
  const [first, again] = await files();
  writeJunit(first, 'jest', [{ name: 'a "race" <1>', failure: 'too early' }, { name: 'steady' }]);
  writeJunit(again, 'jest', [{ name: 'a "race" <1>' }, { name: 'steady' }]);
  markPassedAgain(first, again);
  expect(readJunit(first)).toEqual({
    ...{ passed: 2, failed: 0, skipped: 0 },
    ...{ passes: ['a "race" <1>', 'steady'], failures: [], unsteady: ['a "race" <1>'], pages: new Set() },
  });
  expect(await readFile(first, 'utf8')).toContain('too early');
});

test('a case that fails again, does not run again, or fails under the same title stays failed', async () => {
  const [first, again] = await files();
  writeJunit(first, 'jest', [
    { name: 'broken', failure: 'a' },
    { name: 'gone', failure: 'b' },
    { name: 'twice', failure: 'c' },
  ]);
  writeJunit(again, 'jest', [{ name: 'broken', failure: 'a' }, { name: 'twice' }, { name: 'twice', failure: 'c' }]);
  markPassedAgain(first, again);
  expect(readJunit(first)).toMatchObject({ failed: 3, failures: ['broken', 'gone', 'twice'], unsteady: [] });
});

test('a journey that passed at its retry is named, and one that never did has failed', async () => {
  const [first] = await files();
  const flaky = '<testcase name="late"><flakyError message="first"></flakyError></testcase>';
  const failed = '<testcase name="never"><rerunError message="x"></rerunError><error message="x"></error></testcase>';
  await writeFile(first, `<testsuites><testsuite>${flaky}\n${failed}</testsuite></testsuites>`);
  expect(readJunit(first)).toMatchObject({ passed: 1, failed: 1, failures: ['never'], unsteady: ['late'] });
});

test('the cases of each suite of a file are counted apart', async () => {
  const [first] = await files();
  const suite = (name: string, cases: string) => `<testsuite name="${name}" tests="1">${cases}</testsuite>`;
  const late = '<testcase name="late"><flakyFailure message="first"></flakyFailure></testcase>';
  const opened = '<properties><property name="page" value="routes/film/home"></property></properties>';
  const plays = `<testcase name="plays">${opened}</testcase>`;
  const suites = [suite('watch.spec.ts', plays), suite('staff.spec.ts', late)];
  await writeFile(first, `<testsuites tests="2">${suites.join('\n')}</testsuites>`);
  const found = readSuites(first);
  expect([...found.keys()]).toEqual(['watch.spec.ts', 'staff.spec.ts']);
  expect(found.get('watch.spec.ts')).toMatchObject({ passed: 1, passes: ['plays'], unsteady: [] });
  expect([...(found.get('watch.spec.ts')?.pages ?? [])]).toEqual(['routes/film/home']);
  expect(found.get('staff.spec.ts')).toMatchObject({ passed: 1, passes: ['late'], unsteady: ['late'] });
});
