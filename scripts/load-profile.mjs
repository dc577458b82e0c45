// Runs the load tests for two minutes with few viewers, which is enough to measure every promise. Runs against the site at
// MARQUEE_URL, as its operator: `node deploy/scaled/main.ts node scripts/load-profile.mjs REPORT`. The site is prepared
// while the machine may still be busy; the measuring begins when it is quiet.
// What k6 cannot see, how long events take, is read from the processes themselves, at METRICS_URLS.
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { get } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { root } from './generated.mjs';
import { writeJunit } from './junit.mjs';
import { findProgram } from './test-components.mjs';
import { untilQuiet } from './until-quiet.mjs';

const VIEWERS = 40;
const MAKERS = 2;
/** The settings of each scenario, and what its promises prove. */
const scenarios = [
  { name: 'browse', cites: 'SYS-05:browse', settings: { RATE: 3, DURATION_S: 10 } },
  // Before the premiere, so that every process is warm.
  { name: 'soak', cites: 'SYS-05:soak', settings: { RATE: 40, STAY_S: 15, DURATION_S: 30 } },
  { name: 'premiere', cites: 'SYS-05:premiere', settings: { VIEWERS, ARRIVE_S: 10, STAY_S: 20 } },
  { name: 'upload', cites: 'SYS-05:upload', settings: { MAKERS, UPLOADS: 2, CHUNK_MB: 1 } },
];

/** The promise about events, as helm/marquee/files/rules/slo.yaml watches it: a bucket of the histogram. */
const EVENT_DELAY = { seconds: 1, share: 0.99 };

const [report = join(root, 'reports', 'load.xml')] = process.argv.slice(2);
const url = process.env.MARQUEE_URL;
const metricsUrls = (process.env.METRICS_URLS ?? '').split(',').filter(Boolean);
const folder = mkdtempSync(join(tmpdir(), 'marquee-load-'));

function run(program, args, env = {}) {
  const options = { cwd: root, stdio: ['ignore', 'inherit', 'inherit'], env: { ...process.env, ...env } };
  const { status, error } = spawnSync(program, args, options);
  if (error) throw error;
  return status;
}

function prepare(prepared, clip) {
  const make = ['-v', 'error', '-f', 'lavfi', '-i', 'testsrc2=size=320x180:rate=24:duration=4'];
  const encode = ['-c:v', 'libx264', '-b:v', '4M', '-minrate', '4M', '-pix_fmt', 'yuv420p', '-y', clip];
  if (run(findProgram('ffmpeg'), [...make, ...encode]) !== 0) throw new Error('ffmpeg made no clip');
  const args = ['--disable-warning=ExperimentalWarning', 'load-tests/prepare.ts'];
  const counts = ['--viewers', String(VIEWERS), '--makers', String(MAKERS)];
  if (run(process.execPath, [...args, ...counts, '--out', prepared]) !== 0)
    throw new Error('preparing the site failed');
}

/** A case for each promise of the scenario. */
function play({ name, cites, settings }, prepared, clip) {
  console.log(`\n# ${name}`);
  const summary = join(folder, `${name}.json`);
  const env = { BASE_URL: url, PREPARED: prepared, FILE: clip, SUMMARY: summary };
  for (const [setting, value] of Object.entries(settings)) env[setting] = String(value);
  const status = run(findProgram('k6'), ['run', '--quiet', join(root, 'load-tests', `${name}.js`)], env);
  const cases = casesOf(summary, name, cites);
  if (status !== 0 && !cases.some(({ failure }) => failure !== undefined)) {
    cases.push({ name: `${name} runs to its end [${cites}]`, failure: `k6 ended with ${status}` });
  }
  return cases;
}

// Without keep-alive: this process blocks while k6 runs, and servers close idle connections.
async function textAt(address) {
  const [response] = await once(get(address, { agent: false }), 'response');
  return text(response);
}

/** How many events were handled since the processes started, and how many of them in time. */
async function countEvents() {
  const texts = await Promise.all(metricsUrls.map(textAt));
  const sums = { all: 0, inTime: 0 };
  for (const [, labels, value] of texts.join('\n').matchAll(/^marquee_event_delay_seconds_bucket\{(.*)\} (\d+)/gm)) {
    const le = /\ble="([^"]+)"/.exec(labels)?.[1];
    if (le === '+Inf') sums.all += Number(value);
    if (Number(le) === EVENT_DELAY.seconds) sums.inTime += Number(value);
  }
  return sums;
}

/** A case for the promise about events, of those since `before`. */
async function judgeEvents(before) {
  const after = await countEvents();
  const [all, late] = [after.all - before.all, after.all - before.all - (after.inTime - before.inTime)];
  const name = `event_delay p(99)<${EVENT_DELAY.seconds * 1_000} [SYS-05:events]`;
  const measured = `${late} of ${all} events took over ${EVENT_DELAY.seconds} s to their effect`;
  const isKept = all > 0 && late <= all * (1 - EVENT_DELAY.share);
  console.log(`\n# events\n  ${isKept ? 'kept  ' : 'BROKEN'} ${measured}`);
  return isKept ? { name } : { name, failure: measured };
}

function casesOf(summary, name, cites) {
  try {
    return JSON.parse(readFileSync(summary, 'utf8')).promises.map(({ ok, metric, promise, measured }) => ({
      name: `${name}: ${metric} ${promise} [${cites}]`,
      ...(ok ? {} : { failure: measured }),
    }));
  } catch {
    return [{ name: `${name} runs to its end [${cites}]`, failure: 'it left no summary' }];
  }
}

try {
  if (!url) throw new Error('MARQUEE_URL is not set');
  if (metricsUrls.length === 0) throw new Error('METRICS_URLS is not set: addresses of /metrics, separated by commas');
  const [prepared, clip] = [join(folder, 'prepared.json'), join(folder, 'upload.mp4')];
  prepare(prepared, clip);
  await untilQuiet();
  const before = await countEvents();
  const cases = scenarios.flatMap((scenario) => play(scenario, prepared, clip));
  cases.push(await judgeEvents(before));
  writeJunit(report, 'load', cases);
  process.exitCode = cases.some(({ failure }) => failure !== undefined) ? 1 : 0;
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
