// @inputs admin/src
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const SOURCES = join(import.meta.dirname, '..');
/** A table of rows; a vertical one shows the facts of one thing. */
const PLAIN_TABLE = /<Table(?:>|\s(?![^>]*variant="vertical"))/;
const LINK = /<(?:Anchor|Link|UserLink|FilmLink)\b/;
/** Tables whose rows lead nowhere, in a file with a link, and what that link is. */
const OTHERWISE = [
  'campaigns/campaign-page.tsx: to all campaigns, and to the film of this one',
  'films/film-stats.tsx: to the settings of its factors, and to the figures of the maker',
];

test('keys lead through every table whose rows lead somewhere', () => {
  const files = globSync('**/*.tsx', { cwd: SOURCES, exclude: ['**/*.test.*', 'testing/**', 'shell/*-table.tsx'] });
  const textOf = (file: string) => readFileSync(join(SOURCES, file), 'utf8');
  const without = files.filter((file) => PLAIN_TABLE.test(textOf(file)) && LINK.test(textOf(file)));
  expect(without.sort()).toEqual(OTHERWISE.map((line) => line.slice(0, line.indexOf(':'))));
});
