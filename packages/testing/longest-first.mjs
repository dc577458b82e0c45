// Starts the files first that took longest on this machine, in whichever clone, so that a run does not end with one
// worker waiting for the other. A file that never ran here comes before them, the larger ones first.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import Sequencer from '@jest/test-sequencer';

const durations = join(homedir(), '.cache', 'marquee', 'durations.json');
const nameOf = ({ path, context }) => relative(context.config.rootDir, path);

/** How long each test file took when it last ran on this machine: path from the root to milliseconds. */
export function readDurations() {
  try {
    return JSON.parse(readFileSync(durations, 'utf8'));
  } catch {
    return {};
  }
}

export default class LongestFirst extends Sequencer {
  sort(tests) {
    const known = readDurations();
    const msOf = (test) => known[nameOf(test)] ?? Number.MAX_SAFE_INTEGER;
    return super.sort(tests).sort((a, b) => msOf(b) - msOf(a));
  }

  cacheResults(tests, results) {
    super.cacheResults(tests, results);
    const ms = new Map(results.testResults.map(({ testFilePath, perfStats }) => [testFilePath, perfStats.runtime]));
    // A run that was ended early has no results of some: what is known of them is kept.
    const ran = tests.filter(({ path }) => ms.has(path));
    const now = Object.fromEntries(ran.map((test) => [nameOf(test), ms.get(test.path)]));
    mkdirSync(dirname(durations), { recursive: true });
    writeFileSync(durations, JSON.stringify({ ...readDurations(), ...now }));
  }
}
