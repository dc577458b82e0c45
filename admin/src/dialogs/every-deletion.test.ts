// @inputs admin/src proto
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const SOURCES = join(import.meta.dirname, '..');
const PROTOS = join(SOURCES, '..', '..', 'proto');
const ASKS = /\b(?:askReason|confirmDelete|modals\.openConfirmModal)\(/;
/** Calls that ask in another way, with the test of it. */
const OTHERWISE: Record<string, string> = {
  endPlan: 'its dialog asks for a reason and to confirm it: user-subscription.test.tsx',
};

const files = globSync('**/*.{ts,tsx}', { cwd: SOURCES, exclude: ['**/*.test.*', 'testing/**'] });
const textOf = (file: string) => readFileSync(join(SOURCES, file), 'utf8');

/** Methods of the contracts that delete or ban something, or take it from somebody. */
function destroying(): string[] {
  const names = globSync('**/*.proto', { cwd: PROTOS }).flatMap((file) =>
    [...readFileSync(join(PROTOS, file), 'utf8').matchAll(/\brpc (\w+)/g)].map(([, name = '']) => name),
  );
  const destroys = names.filter((name) => /^(?:Delete|Remove|Ban|Unban|Revoke|TakeBack|End)[A-Z]/.test(name));
  return destroys.map((name) => name.charAt(0).toLowerCase() + name.slice(1));
}

test('nothing in the back office is deleted and nobody banned without a question; a value has one dialog, which saves nothing for an empty one [ADU-09]', () => {
  const calls = files.flatMap((file) => {
    const words = new Set(textOf(file).match(/\b\w+\b/g));
    return destroying().flatMap((name) => (words.has(name) ? [{ file, name }] : []));
  });
  const found = calls.map(({ name }) => name);
  expect(found).toEqual(expect.arrayContaining(['banUser', 'deleteUsers', 'removeFilm', 'deleteTranscode']));
  expect(calls.filter(({ file, name }) => !(name in OTHERWISE) && !ASKS.test(textOf(file)))).toEqual([]);
  expect(Object.keys(OTHERWISE).filter((name) => !found.includes(name))).toEqual([]);
  // The dialogs of single values are one component; a test of each page that has some gives them an empty value.
  expect(files.filter((file) => /<Modal\b[^>]*title=\{?[`"']Edit/.test(textOf(file)))).toEqual([
    'dialogs/edit-value.tsx',
  ]);
});
