// @requires k6
// @inputs load-tests helm/marquee/files/rules

import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { atEnd } from '@marquee/testing/cleanup';
import { findProgram } from '@marquee/testing/test-components';
import { parse } from 'yaml';

type Rule = { record?: string; alert?: string; expr: string; labels?: { slo?: string } };

const root = join(import.meta.dirname, '..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const SCENARIOS = ['browse', 'premiere', 'soak', 'upload'];

/** The thresholds of a scenario, as k6 reads them. */
function thresholdsOf(scenario: string, settings: Record<string, string> = {}): Record<string, string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'promises-'));
  atEnd(() => rmSync(folder, { recursive: true, force: true }));
  const prepared = join(folder, 'prepared.json');
  writeFileSync(prepared, JSON.stringify({ cookie: 'session', filmId: 'a-film', viewers: ['one'], makers: ['one'] }));
  const env = {
    PATH: process.env.PATH,
    HOME: folder,
    PREPARED: prepared,
    FILE: prepared,
    VIEWERS: '1',
    MAKERS: '1',
    ...settings,
  };
  const args = ['inspect', '--include-system-env-vars', join(root, 'load-tests', `${scenario}.js`)];
  const { stdout } = spawnSync(findProgram('k6') ?? 'k6', args, { env, encoding: 'utf8' });
  return JSON.parse(stdout).thresholds;
}

/** The share and the bucket of time by which the alert rules watch an objective. */
function objective(slo: string) {
  const rules = (parse(read('helm/marquee/files/rules/slo.yaml')) as { groups: { rules: Rule[] }[] }).groups.flatMap(
    (group) => group.rules,
  );
  const watching = rules.filter(({ alert, expr }) => alert !== undefined && expr.includes(`{slo="${slo}"}`));
  const budgets = watching.flatMap(({ expr }) =>
    [...expr.matchAll(/> (?:[\d.]+ \* )?(0\.\d+)/g)].map(([, one]) => one),
  );
  const [budget, ...others] = new Set(budgets);
  expect([slo, budget, others]).toEqual([slo, expect.any(String), []]);
  const errors = rules.find(({ record, labels }) => record === 'marquee:slo_errors:rate5m' && labels?.slo === slo);
  const seconds = /le=~?"(?:[\d.]+\|)?([\d.]+)"/.exec(errors?.expr ?? '')?.[1];
  const share = Number((1 - Number(budget)).toFixed(6));
  return { share, percent: share * 100, ms: Number(seconds) * 1_000 };
}

test('what load tests hold the service to is what its alerts watch, and what is more is explained [SYS-05:promises]', () => {
  const held = Object.assign({}, ...SCENARIOS.map((scenario) => thresholdsOf(scenario))) as Record<string, string[]>;
  const [page, start] = [objective('page-latency'), objective('playback-start')];
  const { availability, page_duration, playback_start, ...own } = held;
  // The rules sum all kinds of requests there.
  for (const slo of ['availability', 'segments', 'playback-access']) {
    expect(availability).toEqual([`rate>=${objective(slo).share}`]);
  }
  expect(page_duration).toEqual([`p(${page.percent})<${page.ms}`]);
  expect(playback_start).toEqual([`p(${start.percent})<${start.ms}`]);

  const [, explained = ''] = read('load-tests/README.md').split('The others are only checked here:');
  const rows = [...explained.matchAll(/^\| `(\w+)` /gm)].map(([, name]) => name);
  expect(Object.keys(own).sort()).toEqual(rows.sort());
});

test.each(['feed', 'search', 'fresh'])(
  'a flood of %s is held to what other visitors may notice of it [SYS-05:flood]',
  (kind) => {
    expect(thresholdsOf('flood', { KIND: kind })).toEqual({
      visitor_cached_page: ['med<50'],
      visitor_uncached_page: ['med<1000'],
      visitor_served: ['rate>=0.9'],
      refusal_duration: ['p(99)<100'],
      wrong_answers: ['count<1'],
      dropped_iterations: ['count<1'],
    });
  },
);
