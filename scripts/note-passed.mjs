// A reporter of jest: notes each test file that passed at once, so that a run that is ended midway keeps what it has
// done. `PASSED_AS` is a JSON file, by path from the root: `{ inputs, fingerprint }` of the files that may be left out next time.
import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { root } from './generated.mjs';
import { identityOf, requiredBy } from './test-components.mjs';
import { openStamps } from './unchanged.mjs';

export const stamps = openStamps({ root, toolsOf: (source) => identityOf(requiredBy(source)) });

/** Remembers a pass, unless the inputs changed while it ran. */
export function notePassed(suite, { inputs, fingerprint }, titles, to = stamps) {
  if (to.fingerprint(inputs) === fingerprint) to.notePassed(fingerprint, { suite, titles });
}

export default class NotePassed {
  #chosen = JSON.parse(readFileSync(process.env.PASSED_AS, 'utf8'));
  #stamps;

  constructor(_config, { to } = {}) {
    this.#stamps = to;
  }

  onTestFileResult({ path }, { testExecError, testResults }) {
    const suite = relative(root, path);
    const chosen = this.#chosen[suite];
    const isPassed = !testExecError && testResults.length > 0 && testResults.every(({ status }) => status === 'passed');
    if (chosen && isPassed)
      notePassed(
        suite,
        chosen,
        testResults.map(({ fullName }) => fullName),
        this.#stamps,
      );
  }
}
