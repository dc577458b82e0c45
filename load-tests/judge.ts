// `npm run load:judge -- [--waiting N] [--prepared FILE]` compares what a site has on record after ticket-opening.js with what
// was prepared: the invariants of festival hold, no more is sold than there was, and the tickets went to who was first in the
// lot, by the seed that the site has published. It reads the databases as `npm run load:prepare` does, and exits with a code
// other than 0 when something is wrong.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ConfigError } from '@marquee/runtime/config';
import { judgeOpening } from './judge-opening.ts';
import type { Prepared } from './prepared-text.ts';
import { ownerByEnvironment, ownerOfFolder } from './site-owner.ts';

const { values } = parseArgs({
  options: {
    waiting: { type: 'string', default: '300' },
    prepared: { type: 'string', default: join(import.meta.dirname, 'prepared.json') },
  },
});
const { DATA_DIR, MARQUEE_URL = 'http://localhost:3000' } = process.env;

try {
  const { opening, viewerIds } = JSON.parse(await readFile(values.prepared, 'utf8')) as Prepared;
  if (!opening) throw new ConfigError('no sale is prepared: npm run load:prepare -- --tickets 50 --opens-in 60');
  const owner = DATA_DIR ? await ownerOfFolder(DATA_DIR) : await ownerByEnvironment(process.env);
  try {
    const entered = viewerIds.slice(0, Number(values.waiting));
    const { lines, wrong } = await judgeOpening(owner.festival, { url: MARQUEE_URL, opening, entered });
    process.stdout.write([...lines, ...wrong.map((line) => `WRONG ${line}`), ''].join('\n'));
    if (wrong.length > 0) process.exitCode = 1;
  } finally {
    await owner.close();
  }
} catch (error) {
  process.stderr.write(`${error instanceof ConfigError ? error.message : (error as Error).stack}\n`);
  process.exitCode = 1;
}
