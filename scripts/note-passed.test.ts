// @inputs scripts/note-passed.mjs
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import NotePassed from './note-passed.mjs';

const root = join(import.meta.dirname, '..');
const SUITE = 'scripts/unchanged.test.ts';
let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'passed-'));
  process.env.PASSED_AS = join(folder, 'chosen.json');
  writeFileSync(process.env.PASSED_AS, JSON.stringify({ [SUITE]: { inputs: [SUITE], fingerprint: 'f1' } }));
});

afterEach(() => {
  rmSync(folder, { recursive: true });
  delete process.env.PASSED_AS;
});

/** What is noted of a file that ended so, where its inputs are now of this fingerprint. */
function noted(ended: { statuses: string[]; testExecError?: object }, fingerprint = 'f1', suite = SUITE) {
  const passes: unknown[] = [];
  const to = {
    fingerprint: () => fingerprint,
    notePassed: (...pass: unknown[]) => passes.push(pass),
  };
  const { statuses, testExecError } = ended;
  const testResults = statuses.map((status, at) => ({ status, fullName: `test ${at}` }));
  new NotePassed({}, { to }).onTestFileResult({ path: join(root, suite) }, { testExecError, testResults });
  return passes;
}

test('a file is noted as soon as all its tests have passed, by the fingerprint that it began with', () => {
  const whole = { statuses: ['passed', 'passed'] };
  expect(noted(whole)).toEqual([['f1', { suite: SUITE, titles: ['test 0', 'test 1'] }]]);
  expect(noted(whole, 'f2')).toEqual([]);
  expect(noted(whole, 'f1', 'scripts/junit.test.ts')).toEqual([]);
});

test('a file is not noted when a test failed or was skipped, when it has none, or when it did not load', () => {
  expect(noted({ statuses: ['passed', 'failed'] })).toEqual([]);
  expect(noted({ statuses: ['passed', 'pending'] })).toEqual([]);
  expect(noted({ statuses: [] })).toEqual([]);
  expect(noted({ statuses: ['passed'], testExecError: {} })).toEqual([]);
});
