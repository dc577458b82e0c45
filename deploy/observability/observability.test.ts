// @requires promtool
// @inputs deploy/observability deploy/runbooks helm/marquee docker-compose.yml

import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connectMeter } from '@marquee/runtime/telemetry/instruments';
import { atEnd } from '@marquee/testing/cleanup';
import { findProgram } from '@marquee/testing/test-components';
import { parse } from 'yaml';
import { containersOf } from '../derived/compose-file.ts';
import { services } from '../services.ts';
import { dashboards } from './dashboards.ts';
import { dashboardFile, grafanaDashboard } from './grafana-dashboard.ts';

type Rule = {
  alert?: string;
  record?: string;
  expr: string;
  labels?: Record<string, string>;
  annotations?: Record<string, string>;
};
type Chart = { services: Record<string, { autoscaling: { lag?: { group: string; topics: string[] } } }> };
type RuleFile = { groups: { name: string; rules: Rule[] }[] };

const here = import.meta.dirname;
const root = join(here, '..', '..');
const rulesFolder = join(root, 'helm', 'marquee', 'files', 'rules');
const ruleFiles = readdirSync(rulesFolder).map((name) => join(rulesFolder, name));
const testFiles = readdirSync(join(here, 'rules-test')).map((name) => join(here, 'rules-test', name));
const rules = ruleFiles.flatMap((path) =>
  (parse(readFileSync(path, 'utf8')) as RuleFile).groups.flatMap((group) => group.rules),
);
const chart = parse(readFileSync(join(root, 'helm', 'marquee', 'values.yaml'), 'utf8')) as Chart;
const alerts = rules.filter(({ alert }) => alert !== undefined);
const alertNames = [...new Set(alerts.map(({ alert }) => alert ?? ''))].sort();
const panels = dashboards.flatMap(({ title, rows }) =>
  rows.flatMap((row) => row.panels.map((panel) => ({ name: `${title} / ${panel.title}`, panel }))),
);

async function promtool(...args: string[]): Promise<string> {
  const program = findProgram('promtool') ?? 'promtool';
  const { status, stdout, stderr } = spawnSync(program, args, { cwd: here, encoding: 'utf8' });
  return status === 0 ? '' : `${stdout}${stderr}`;
}

/** The names of all metrics, as Prometheus stores them; the list of services loads their instruments. */
function metricNames(): Set<string> {
  const names = new Set<string>();
  connectMeter({
    histogram({ name }) {
      for (const part of ['bucket', 'sum', 'count']) names.add(`${name}_${part}`);
      return () => {};
    },
    counter({ name }) {
      names.add(name);
      return () => {};
    },
    observed: ({ name }) => void names.add(name),
  });
  connectMeter(undefined);
  return names;
}

/** Whether the last test of a runbook is described. */
const isTested = (text: string) => text.trim().length > 40 && !/^not yet\b/i.test(text.trim());

/** The metrics that a query reads. */
const metricsIn = (query: string) => query.match(/(?<![\w:])(?:marquee|process)_\w+/g) ?? [];

test('rules and the configuration of Prometheus are what Prometheus reads [SYS-04:alerts]', async () => {
  expect(await promtool('check', 'rules', ...ruleFiles)).toBe('');
  expect(await promtool('check', 'config', 'prometheus.yml')).toBe('');
});

test('every alert fires for what it is for, and not for what it is not for [SYS-04:alerts]', async () => {
  expect(await promtool('test', 'rules', ...testFiles)).toBe('');
  const tests = testFiles.map((path) => readFileSync(path, 'utf8')).join('\n');
  const fired = alertNames.filter((name) => new RegExp(`runbook_url: deploy/runbooks/${name}\\.md`).test(tests));
  expect(fired).toEqual(alertNames);
}, 180_000);

test('rules and dashboards read what processes say, and nothing else [SYS-04:alerts]', () => {
  const known = metricNames();
  const queries = [...rules.map(({ expr }) => expr), ...panels.flatMap(({ panel }) => Object.values(panel.queries))];
  const unknown = queries.flatMap(metricsIn).filter((name) => !known.has(name));
  expect(unknown).toEqual([]);
  // And every metric is used somewhere.
  const read = new Set(queries.flatMap(metricsIn));
  const bases = new Set([...known].map((name) => name.replace(/_(bucket|sum|count)$/, '')));
  const unseen = [...bases].filter((name) => ![...read].some((used) => used.startsWith(name)));
  expect(unseen).toEqual([]);
});

test('each alert has a runbook, and each runbook an alert [SYS-04:alerts]', () => {
  for (const { alert, labels, annotations } of alerts) {
    expect(annotations?.runbook_url).toBe(`deploy/runbooks/${alert}.md`);
    expect(annotations?.summary).toBeTruthy();
    expect(['critical', 'warning']).toContain(labels?.severity);
  }
  const runbooks = readdirSync(join(root, 'deploy', 'runbooks')).filter((name) => name !== 'README.md');
  expect(runbooks.sort()).toEqual(alertNames.map((name) => `${name}.md`));
  for (const name of runbooks) {
    const text = readFileSync(join(root, 'deploy', 'runbooks', name), 'utf8');
    const headings = [...text.matchAll(/^## (.+)$/gm)].map(([, heading]) => heading);
    expect([name, headings]).toEqual([
      name,
      ['What viewers notice', 'Diagnosis', 'What to do', 'How to see that it is resolved', 'Last test'],
    ]);
    const [, tested = ''] = text.split('## Last test\n');
    expect([name, isTested(tested)]).toEqual([name, true]);
  }
});

test('a runbook without a last test is refused', () => {
  for (const text of ['', '\nNot yet.\n', '\nnot yet: there was no time, and it is planned for the next release.\n']) {
    expect(isTested(text)).toBe(false);
  }
});

test.each([
  [{}, 'marquee-film'],
  [{ CLUSTER: 'marquee-postgres' }, 'marquee-postgres'],
])('a query on Kubernetes is asked of the cluster that holds the database, with %j of %s', (environment, cluster) => {
  const text = readFileSync(join(root, 'deploy', 'runbooks', 'README.md'), 'utf8');
  const sql = text.split('\n').find((line) => line.startsWith('sql() {') && line.includes('kubectl'));
  const script = `kubectl() { printf '%s\\n' "$*"; }\n${sql}\nsql film 'SELECT 1'`;
  const env = { ...process.env, ...environment };
  const { stdout } = spawnSync('bash', ['--norc', '-euc', script], { encoding: 'utf8', env });
  expect(stdout).toBe(`cnpg psql -n marquee ${cluster} -- -d film -c SELECT 1\n`);
});

test('each process is missed when none of it is there [SYS-04:alerts]', () => {
  const expressions = (name: string) => alerts.filter(({ alert }) => alert === name).map(({ expr }) => expr);
  const missed = expressions('ProcessDown').flatMap((expr) =>
    [...expr.matchAll(/absent\(marquee_\w+\{service="([^"]+)"\}\)/g)].map(([, name]) => name),
  );
  const restarting = /service=~"([^"]+)"/.exec(expressions('ProcessRestarting').join())?.[1]?.split('|');
  expect(missed.sort()).toEqual(Object.keys(chart.services).sort());
  expect(restarting?.sort()).toEqual(missed);
});

test('runbooks quote titles of dashboards and panels that exist', () => {
  const titles = dashboards.flatMap(({ title, rows }) => [
    title,
    ...rows.flatMap((row) => row.panels.map((panel) => panel.title)),
  ]);
  const quoted = alertNames.flatMap((name) =>
    readFileSync(join(root, 'deploy', 'runbooks', `${name}.md`), 'utf8')
      .split('\n')
      .filter((line) => line.includes('Dashboard "'))
      .flatMap((line) => [...line.replace(/`[^`]*`/g, '').matchAll(/"([^"]+)"/g)].map(([, title = '']) => title)),
  );
  expect(quoted.length).toBeGreaterThan(20);
  expect(quoted.filter((title) => !titles.includes(title))).toEqual([]);
});

test('runbooks name metrics, groups and dependencies that exist', () => {
  const names = metricNames();
  const recorded = rules.map(({ record }) => record);
  const lags = Object.values(chart.services).flatMap(({ autoscaling: { lag } }) => lag ?? []);
  const groups = lags.flatMap(({ group, topics }) => topics.map((topic) => `${group}.${topic}`));
  for (const name of alertNames) {
    const text = readFileSync(join(root, 'deploy', 'runbooks', `${name}.md`), 'utf8');
    // A prefix of several names is allowed, as in grep.
    const metrics = metricsIn(text).filter((used) => ![...names].some((known) => known.startsWith(used)));
    const records = (text.match(/marquee:\w+:\w+/g) ?? []).filter((used) => !recorded.includes(used));
    const unknownGroups = [...text.matchAll(/--group (\S+)/g)].map(([, group = '']) => group.replace(/`$/, ''));
    expect([name, metrics, records, unknownGroups.filter((group) => !groups.includes(group))]).toEqual([
      ...[name, [], [], []],
    ]);
  }
  const dependencies = readFileSync(join(root, 'deploy', 'runbooks', 'DependencyDown.md'), 'utf8')
    .split('\n')
    .flatMap((line) => /^\| ([a-z0-9, ]+?) +\|/.exec(line)?.[1]?.split(', ') ?? []);
  // The names that packages/service uses.
  expect(dependencies).toEqual(['dependency', 'database', 'kafka', 'bus', 's3', 'disk', 'redis']);
});

test.each(['docker', 'kubectl'])('a replay of one service is one of that service alone, by %s', (program) => {
  const text = readFileSync(join(root, 'deploy', 'runbooks', 'README.md'), 'utf8');
  const letters = text.split('\n').find((line) => line.startsWith(`letters() {`) && line.includes(`; ${program} `));
  const script = `${program}() { printf '%s\\n' "$*"; }\n${letters}\nletters media replay --key 'a key'`;
  const { stdout } = spawnSync('bash', ['--norc', '-ec', script], { encoding: 'utf8' });
  const [ran, ...others] = stdout.trim().split('\n');
  expect(others).toEqual([]);
  expect(ran).toMatch(/ deploy\/dead-letters\.ts replay --key a key --service media$/);
  if (program === 'kubectl') expect(ran).toContain('exec deploy/marquee-media --');
});

test('every SLO is measured and watched by a page and by a ticket', () => {
  for (const slo of ['availability', 'segments', 'playback-access', 'page-latency', 'playback-start', 'event-delay']) {
    for (const record of ['marquee:slo_requests:rate5m', 'marquee:slo_errors:rate5m']) {
      expect(rules.filter((rule) => rule.record === record && rule.labels?.slo === slo)).toHaveLength(1);
    }
    const watching = alerts.filter(({ expr }) => expr.includes(`{slo="${slo}"}`)).map(({ labels }) => labels?.severity);
    expect(watching.sort()).toEqual(['critical', 'warning']);
  }
});

test('dashboards hold queries that Prometheus reads, and their files are what dashboards.ts says', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'marquee-dashboards-'));
  atEnd(() => rm(folder, { recursive: true, force: true }));
  const queries = panels.flatMap(({ name, panel }) =>
    Object.values(panel.queries).map((expr) => ({ name, expr: expr.replaceAll('$__rate_interval', '5m') })),
  );
  const asRules = queries.map(({ expr }, index) => ({ record: `dashboards:query_${index}`, expr }));
  // JSON is YAML.
  const file = join(folder, 'queries.yaml');
  writeFileSync(file, JSON.stringify({ groups: [{ name: 'dashboards', rules: asRules }] }));
  expect(await promtool('check', 'rules', '--lint=none', file)).toBe('');

  const written = join(here, 'grafana', 'dashboards');
  expect(readdirSync(written).sort()).toEqual(dashboards.map(dashboardFile).sort());
  for (const dashboard of dashboards) {
    const text = readFileSync(join(written, dashboardFile(dashboard)), 'utf8');
    expect(text).toBe(grafanaDashboard(dashboard));
  }
});

test('the collector and Tempo meet where compose and the processes look for them', () => {
  const read = (name: string) => parse(readFileSync(join(here, name), 'utf8'));
  const collector = read('collector.yaml');
  const tempo = read('tempo.yaml');
  const { http } = collector.receivers.otlp.protocols;
  expect(http.endpoint).toBe('0.0.0.0:4318');
  const { receivers, processors, exporters } = collector.service.pipelines.traces;
  // The limiter comes first: what it refuses uses no memory.
  expect(processors[0]).toBe('memory_limiter');
  for (const [kind, names] of Object.entries({ receivers, processors, exporters })) {
    for (const name of names as string[]) expect(collector[kind]).toHaveProperty([name]);
  }
  const port = tempo.distributor.receivers.otlp.protocols.grpc.endpoint.split(':')[1];
  expect(collector.exporters.otlp.endpoint).toBe(`tempo:${port}`);
  const [prometheus, traces] = read('grafana/provisioning/datasources/datasources.yaml').datasources;
  expect([prometheus.uid, traces.url]).toEqual(['prometheus', `http://tempo:${tempo.server.http_listen_port}`]);
  const { path } = read('grafana/provisioning/dashboards/dashboards.yaml').providers[0].options;
  const compose = read('../../docker-compose.yml');
  expect(compose.services.grafana.volumes.join()).toContain(`dashboards:${path}:ro`);
  const targets = read('prometheus.yml').scrape_configs[0].static_configs[0].targets as string[];
  const processes = services.flatMap(containersOf);
  expect(targets.map((target) => target.split(':')[0]).sort()).toEqual([...processes].sort());
  expect(Object.keys(compose.services)).toEqual(expect.arrayContaining(processes));
  expect(existsSync(join(root, 'deploy', 'runbooks'))).toBe(true);
});
