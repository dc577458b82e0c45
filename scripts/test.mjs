// `npm test`: all that this machine can run, with JUnit files under reports/ and a summary. Both jest's long suites and
// the journeys mostly wait, so they run beside each other; the load tests and the faults run alone, on a quiet machine.
// What is skipped for want of a component says so, and is a failure under REQUIRE_ALL=1. Test files that passed here
// with the inputs that they have now are not run again, and are named (unchanged.mjs); ALL=1 runs them.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { readDurations } from '../packages/testing/longest-first.mjs';
import { root } from './generated.mjs';
import { markPassedAgain, readJunit, readSuites, writeJunit } from './junit.mjs';
import { notePassed, stamps } from './note-passed.mjs';
import { holdOutput, releaseOutput, run } from './run-beside.mjs';
import { lacking, requiredBy } from './test-components.mjs';
import { untilOneIsThere, untilThere } from './tools-builder.mjs';
import { inputsNamedIn, inputsOfJourney, inputsOfTest } from './unchanged.mjs';

const reports = join(root, 'reports');
const JOURNEYS = 'e2e/journeys';
const bin = join(root, 'node_modules', '.bin');
const requireAll = process.env.REQUIRE_ALL === '1';
const jest = [
  ...['--experimental-vm-modules', '--disable-warning=ExperimentalWarning'],
  join(root, 'node_modules', 'jest', 'bin', 'jest.js'),
];
/** More than this fail together for one reason, which another run does not change. */
const FAILED_AGAIN_MAX = 6;
const workers = '--maxWorkers=2';
/** Those of jest.config.mjs, and the one that notes what passed. */
const REPORTERS = ['default', 'jest-junit', join(root, 'scripts', 'note-passed.mjs')];
/** Test files that take longer than this together leave the journeys one browser at a time. */
const BUSY_MS = 3 * 60_000;
/** What a test file is taken to need that never ran on this machine. */
const UNKNOWN_MS = 5_000;
/** What was not run again: `{ suite, titles, at }`. */
const unchanged = [];
const work = mkdtempSync(join(tmpdir(), 'marquee-tests-'));
/** A file that appears when nothing else runs any more (on-scaled-site.mjs waits for it). */
const quiet = join(work, 'quiet');

const runNode = (title, args, options) => run(title, join(bin, 'node'), args, { cwd: root, ...options });
const runBeside = (title, args, env) => runNode(title, args, { env, isBeside: true });

/** A runner that failed without a failed case (it did not start, a file did not load) counts as one failure. */
function noteFailure(name, result, files) {
  if (result.ok || files.some((file) => existsSync(file) && readJunit(file).failed > 0)) return;
  const why = `${name} failed as a whole: ${result.how}`;
  writeJunit(join(reports, `${name}-run.xml`), name, [{ name: `${name} runs`, failure: why }]);
}

function noteAbsent(name, titles, reason) {
  console.log(`\n=== ${name}: ${titles.length} not run: ${reason}`);
  const outcome = requireAll ? { failure: reason } : { skipped: reason };
  writeJunit(
    join(reports, `${name}-absent.xml`),
    name,
    titles.map((title) => ({ name: title, ...outcome })),
  );
}

/** All test files, as jest.config.mjs finds them. */
function testFiles() {
  const { status, stdout, stderr } = spawnSync(join(bin, 'node'), [...jest, '--listTests', '--json'], {
    cwd: root,
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`jest did not list the test files: ${stderr}`);
  return JSON.parse(stdout).sort();
}

function titlesOf(source) {
  return [...source.matchAll(/^\s*(?:test|it)(?:\.each\b[^(]*\([\s\S]*?\))?\(\s*(['"`])(.*?)\1/gm)].map(
    ([, , title]) => title,
  );
}

/** A suite that asks for it is not run when it passed with its present inputs. @returns its fingerprint when it runs */
function fingerprintToRun(suite, files, pages) {
  const fingerprint = stamps.fingerprint(files, pages);
  const passed = process.env.ALL === '1' ? undefined : stamps.passed(fingerprint);
  if (!passed) return fingerprint;
  unchanged.push({ ...passed, suite });
  return undefined;
}

/**
 * Remembers a pass of a file of journeys, unless its inputs changed while it ran. It stands on the pages that it opened; on
 * all of them when it noted none.
 */
function noteJourneyPassed(suite, files, fingerprint, { passes: titles, pages }) {
  if (stamps.fingerprint(files) !== fingerprint) return;
  const opened = pages.size > 0 ? [...pages].sort() : undefined;
  stamps.notePassed(stamps.fingerprint(files, opened), { suite, titles, pages: opened });
}

/** Says which test files run: those whose components are here, without those that are unchanged since they passed. */
function choose(files) {
  const [chosen, absent] = [new Map(), []];
  for (const path of files) {
    const source = readFileSync(path, 'utf8');
    const name = relative(root, path);
    const reason = lacking(requiredBy(source));
    if (reason) absent.push({ path, reason, titles: titlesOf(source) });
    else {
      const inputs = inputsOfTest(root, name, source);
      const fingerprint = inputs && fingerprintToRun(name, inputs);
      if (fingerprint || !inputs) chosen.set(path, fingerprint && { fingerprint, inputs });
    }
  }
  return { chosen, absent };
}

/** Runs test files: their paths, with the fingerprints and inputs of those that may be left out next time. */
async function runJest(report, chosen) {
  if (chosen.size === 0) return;
  const results = join(reports, `${report}.json`);
  const passedAs = join(work, `${report}.json`);
  const stamped = [...chosen].filter(([, stamp]) => stamp).map(([path, stamp]) => [relative(root, path), stamp]);
  writeFileSync(passedAs, JSON.stringify(Object.fromEntries(stamped)));
  const output = ['--json', `--outputFile=${results}`, ...REPORTERS.map((reporter) => `--reporters=${reporter}`)];
  const env = { JEST_JUNIT_OUTPUT_DIR: reports, JEST_JUNIT_OUTPUT_NAME: `${report}.xml`, PASSED_AS: passedAs };
  const result = await runNode(report, [...jest, workers, ...output, '--runTestsByPath', ...chosen.keys()], { env });
  noteFailure(report, result, [join(reports, `${report}.xml`)]);
  if (!result.ok) await runFailedAgain(report, results);
}

/**
 * Runs the files that failed once more, alone, when they are few. What passes then depends on the load or on the order:
 * it is named at the end as a fault to be found, and does not hold back a release.
 */
async function runFailedAgain(report, results) {
  const files = failedFiles(results);
  if (files.length === 0 || files.length > FAILED_AGAIN_MAX) return;
  const name = `again/${report}.xml`;
  const args = [...jest, '--runInBand', '--runTestsByPath', ...files];
  await runNode(`${report}, the ${files.length} that failed, again`, args, { env: { JEST_JUNIT_OUTPUT_NAME: name } });
  if (existsSync(join(reports, name))) markPassedAgain(join(reports, `${report}.xml`), join(reports, name));
}

/** The test files whose components are here; where tools are still being built, the others as soon as theirs are there. */
async function runTestFiles(first) {
  let { chosen, absent } = first;
  await runJest('jest', chosen);
  for (let round = 1, wereBuilt = false; absent.length > 0 && !wereBuilt; round += 1) {
    wereBuilt = !(await untilOneIsThere(absent.map(({ path }) => requiredBy(readFileSync(path, 'utf8')))));
    ({ chosen, absent } = choose(absent.map(({ path }) => path)));
    await runJest(`jest-tools-${round}`, chosen);
  }
  for (const [reason, lackingIt] of Map.groupBy(absent, ({ reason }) => reason)) {
    noteAbsent(
      'jest',
      lackingIt.flatMap(({ titles }) => titles),
      reason,
    );
  }
}

function failedFiles(results) {
  if (!existsSync(results)) return [];
  return JSON.parse(readFileSync(results, 'utf8')).testResults.flatMap(({ status, name }) =>
    status === 'failed' ? [name] : [],
  );
}

async function runConformance() {
  const script = join(root, 'scripts', 'conformance.mjs');
  if (!existsSync(script)) return;
  const reason = lacking(['go']);
  if (reason)
    return noteAbsent('conformance', ["the proxy and both adapters pass Connect's conformance suite"], reason);
  const files = ['scripts/conformance.mjs', ...inputsNamedIn(readFileSync(script, 'utf8'))];
  const fingerprint = fingerprintToRun('conformance', files);
  if (!fingerprint) return;
  const result = await runBeside('conformance', [script]);
  const report = join(reports, 'conformance.xml');
  if (!existsSync(report)) return noteFailure('conformance', { ...result, ok: false }, []);
  noteFailure('conformance', result, [report]);
  const { passes, failed, skipped } = readJunit(report);
  if (result.ok && failed + skipped === 0) notePassed('conformance', { inputs: files, fingerprint }, passes);
}

function isLong({ chosen, absent }) {
  const known = readDurations();
  const paths = [...chosen.keys(), ...absent.map(({ path }) => path)];
  return paths.reduce((sum, path) => sum + (known[relative(root, path)] ?? UNKNOWN_MS), 0) > BUSY_MS;
}

async function runJourneys() {
  const playwright = join(root, 'node_modules', '@playwright', 'test', 'cli.js');
  const config = ['-c', join(root, 'e2e', 'playwright.config.ts')];
  const reason = lacking(['chromium', 'ffmpeg']);
  if (reason) {
    const listed = spawnSync(join(bin, 'node'), [playwright, 'test', ...config, '--list'], {
      cwd: root,
      encoding: 'utf8',
    });
    const titles = listed.stdout
      .split('\n')
      .filter((line) => line.includes(' › '))
      .map((line) => line.trim());
    return noteAbsent('journeys', titles.length > 0 ? titles : ['the journeys in a real browser'], reason);
  }
  const chosen = new Map();
  for (const name of readdirSync(join(root, JOURNEYS)).sort()) {
    const suite = `${JOURNEYS}/${name}`;
    const inputs = inputsOfJourney(root, suite);
    if (fingerprintToRun(suite, inputs, stamps.pagesOf(suite)))
      chosen.set(name, { inputs, fingerprint: stamps.fingerprint(inputs) });
  }
  if (chosen.size === 0) return;
  const file = join(reports, 'e2e.xml');
  // One at a time beside jest's two workers: more would starve the browser, the product and its encoder.
  const slower = isJestBusy ? ['--workers=1'] : [];
  const result = await runBeside('journeys', [playwright, 'test', ...config, ...slower, ...chosen.keys()]);
  noteFailure('journeys', result, [file]);
  if (!existsSync(file)) return;
  for (const [name, counts] of readSuites(file)) {
    const { inputs, fingerprint } = chosen.get(name) ?? {};
    if (inputs && isSteady(counts)) noteJourneyPassed(`${JOURNEYS}/${name}`, inputs, fingerprint, counts);
  }
}

/** All passed at the first try. */
const isSteady = ({ passed, failed, skipped, unsteady }) => passed > 0 && failed + skipped + unsteady.length === 0;

/** What runs on a scaled site, with what it is made of beside the whole product, which on-scaled-site.mjs names. */
const ON_SCALED_SITE = {
  // The main job and a suspension once more, against separate processes on real components.
  scaled: {
    part: 'journeys',
    requires: ['chromium'],
    inputs: ['e2e/playwright.config.ts', `${JOURNEYS}/main-job.spec.ts`, `${JOURNEYS}/suspension.spec.ts`],
    titles: ['the journeys of the main job pass on a scaled site [SYS-02]'],
  },
  // The load tests in small, with their promises.
  load: {
    part: 'load',
    requires: ['k6'],
    inputs: ['load-tests'],
    titles: ['premiere', 'browse', 'upload', 'soak'].map((name) => `${name} keeps its promises [SYS-05:${name}]`),
  },
  // The four faults that find most, under load; `npm run faults` runs all of them.
  faults: {
    requires: [],
    inputs: ['faults', 'load-tests'],
    titles: ['a component that fails and recovers loses no acknowledged write [SYS-03:faults]'],
  },
};

/**
 * One scaled site for the journeys, the load tests and, last, the faults. The journeys begin at once; the others, which
 * measure, wait for a quiet machine.
 */
async function runOnScaledSite(names) {
  const present = [];
  const fingerprints = new Map();
  const inputsOf = (name) => ['scripts/on-scaled-site.mjs', ...ON_SCALED_SITE[name].inputs];
  for (const name of names) {
    const { requires, titles } = ON_SCALED_SITE[name];
    const reason = await untilThere(['ffmpeg', 'kafka', 'redis', 's3', ...requires]);
    if (reason) {
      noteAbsent(name, titles, reason);
      continue;
    }
    const fingerprint = fingerprintToRun(name, inputsOf(name));
    if (!fingerprint) continue;
    fingerprints.set(name, fingerprint);
    present.push(name);
  }
  if (present.length === 0) return;
  const partsOf = (...names) => names.flatMap((name) => (present.includes(name) ? ON_SCALED_SITE[name].part : []));
  const parts = [...partsOf('scaled'), ...partsOf('load'), 'quiet'];
  const first = [join(bin, 'node'), 'scripts/on-scaled-site.mjs', ...parts];
  const args = present.includes('faults')
    ? ['--disable-warning=ExperimentalWarning', 'faults/main.ts', '--ci', '--', ...first]
    : ['deploy/scaled/main.ts', ...first];
  const env = { X264_PRESET: 'ultrafast', MACHINE_IS_QUIET: quiet };
  const result = await runBeside(`${present.join(', ')} on one scaled site`, args, env);
  const files = present.map((name) => join(reports, `${name}.xml`));
  const ok = result.ok && files.every(existsSync);
  noteFailure('scaled-site', { ...result, ok }, files);
  for (const name of ok ? present : []) {
    const counts = readJunit(join(reports, `${name}.xml`));
    if (!isSteady(counts)) continue;
    notePassed(name, { inputs: inputsOf(name), fingerprint: fingerprints.get(name) }, counts.passes);
  }
}

/** Names what was not run again, and writes its titles beside the reports of this run, for the check of citations. */
function sayUnchanged() {
  if (unchanged.length > 0) console.log('\n=== unchanged since they passed here; ALL=1 runs them');
  for (const { suite, titles, at } of unchanged) {
    console.log(`${suite}: ${titles.length} passed on ${at.slice(0, 16)}Z`);
    const file = join(reports, 'unchanged', `${suite.replaceAll('/', '-')}.xml`);
    writeJunit(
      file,
      `${suite}, passed on ${at}`,
      titles.map((name) => ({ name })),
    );
  }
}

function summarise() {
  sayUnchanged();
  const total = { passed: 0, failed: 0, skipped: 0 };
  console.log('\n=== summary');
  const files = existsSync(reports) ? readdirSync(reports).filter((name) => name.endsWith('.xml')) : [];
  for (const name of files.sort()) {
    const counts = readJunit(join(reports, name));
    console.log(`${name.padEnd(28)} ${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`);
    for (const title of counts.failures) console.log(`  failed: ${title}`);
    for (const title of counts.unsteady) console.log(`  failed, then passed when it ran again: ${title}`);
    for (const key of Object.keys(total)) total[key] += counts[key];
  }
  const notRunAgain = unchanged.reduce((sum, { titles }) => sum + titles.length, 0);
  process.exitCode = total.failed > 0 || total.passed + notRunAgain === 0 ? 1 : 0;
  console.log(`${notRunAgain} unchanged`);
  console.log(`${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`);
}

rmSync(reports, { recursive: true, force: true });
const wanted = process.argv.slice(2);
const isWanted = (name) => wanted.length === 0 || wanted.includes(name);

const files = isWanted('jest') ? choose(testFiles()) : undefined;
const isJestBusy = files !== undefined && isLong(files);

/** Files of jest, with the output to themselves; the machine is quiet when they have ended. */
async function runFirstLane() {
  holdOutput();
  if (files) await runTestFiles(files);
  releaseOutput();
  writeFileSync(quiet, '');
}

/** All else, beside the first lane; what measures waits for its end. */
async function runSecondLane() {
  if (isWanted('journeys')) await runJourneys();
  if (isWanted('conformance')) await runConformance();
  await runOnScaledSite(Object.keys(ON_SCALED_SITE).filter(isWanted));
}

try {
  await Promise.all([runFirstLane(), runSecondLane()]);
} finally {
  rmSync(work, { recursive: true });
}
summarise();
