// `npm run load:prepare -- [--viewers 1000] [--makers 4] [--film FILE] [--tickets N --opens-in SECONDS]
// [--ballots N --open-for SECONDS] [--premiere-in SECONDS] [--out FILE|-]` prepares a running site for load tests: accounts
// with sessions, a film, and what is asked for beside them. It writes directly to the site's databases and blobs, configured
// as for the services, or with DATA_DIR to the folder of an embedded instance. `--out -` writes to standard output, for
// containers with a read-only file system.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { newId } from '@marquee/data/ids';
import { ConfigError } from '@marquee/runtime/config';
import { prepareOpening } from './prepare-opening.ts';
import { preparePremiere } from './prepare-premiere.ts';
import { prepareSite } from './prepare-site.ts';
import { prepareVotes } from './prepare-votes.ts';
import { preparedText } from './prepared-text.ts';
import { ownerByEnvironment, ownerOfFolder } from './site-owner.ts';

const PREPARED_FILE = join(import.meta.dirname, 'prepared.json');
const { values } = parseArgs({
  options: {
    viewers: { type: 'string', default: '1000' },
    makers: { type: 'string', default: '4' },
    film: { type: 'string' },
    tickets: { type: 'string' },
    'opens-in': { type: 'string', default: '60' },
    ballots: { type: 'string' },
    'open-for': { type: 'string', default: '90' },
    'premiere-in': { type: 'string' },
    out: { type: 'string', default: PREPARED_FILE },
  },
});
const { DATA_DIR, MARQUEE_URL = 'http://localhost:3000' } = process.env;
const toOutput = values.out === '-';
const say = (line: string) => (toOutput ? process.stderr : process.stdout).write(`${line}\n`);

try {
  const owner = DATA_DIR ? await ownerOfFolder(DATA_DIR) : await ownerByEnvironment(process.env);
  try {
    const counts = { viewers: Number(values.viewers), makers: Number(values.makers) };
    const site = await prepareSite(owner, { ...counts, clip: values.film, say });
    const opening = values.tickets
      ? await prepareOpening(owner.festival, {
          ...{ tickets: Number(values.tickets), opensInS: Number(values['opens-in']), directorId: newId() },
        })
      : undefined;
    const votes = values.ballots
      ? await prepareVotes(owner, {
          ...{ ballots: Number(values.ballots), openForS: Number(values['open-for']), directorId: newId() },
        })
      : undefined;
    const premiere = values['premiere-in']
      ? await preparePremiere(owner, {
          ...{ makerId: site.makers[0]?.accountId ?? '', startsInS: Number(values['premiere-in']) },
          ...{ clip: values.film, say },
        })
      : undefined;
    const text = preparedText(MARQUEE_URL, site, { opening, votes, premiere });
    if (toOutput) process.stdout.write(text);
    else await writeFile(values.out, text, { mode: 0o600 });
    say(
      `${site.viewers.length} viewers and ${site.makers.length} makers are signed in${toOutput ? '' : `; see ${values.out}`}`,
    );
  } finally {
    await owner.close();
  }
} catch (error) {
  process.stderr.write(`${error instanceof ConfigError ? error.message : (error as Error).stack}\n`);
  process.exitCode = 1;
}
