// @requires helm
// @requires compose
// @requires promtool

import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { atEnd } from '@marquee/testing/cleanup';
import { findProgram } from '@marquee/testing/test-components';
import { parse, parseAllDocuments } from 'yaml';
import { writeSecrets } from '../compose/make-secrets.ts';
import { dashboards } from '../observability/dashboards.ts';
import { services } from '../services.ts';
import { derivedPaths, derivedText } from './derived-files.ts';
import { guestbook } from './testing/fifth-service/service.ts';

const root = join(import.meta.dirname, '..', '..');
const five = [...services, guestbook];
const folder = mkdtempSync(join(tmpdir(), 'marquee-fifth-'));
atEnd(() => rm(folder, { recursive: true, force: true }));

// What `npm run derive` would write if the service were in the list.
cpSync(join(root, 'helm', 'marquee'), join(folder, 'helm', 'marquee'), { recursive: true });
for (const path of derivedPaths) {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), derivedText(path, readFileSync(join(root, path), 'utf8'), five));
}
const written = (path: string) => readFileSync(join(folder, path), 'utf8');

type Item = { name: string; value?: string };
type KubernetesObject = {
  kind: string;
  metadata: { name: string; labels?: Record<string, string> };
  // biome-ignore lint/suspicious/noExplicitAny: what an object is made of is the API's to know, not ours.
  spec: any;
};

function helm(...args: string[]): KubernetesObject[] {
  const chart = join(folder, 'helm', 'marquee');
  const text = execFileSync(
    findProgram('helm') ?? 'helm',
    ['template', 'marquee', chart, '--kube-version', '1.36.3', ...args],
    {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  return parseAllDocuments(text).flatMap((document) => (document.toJS() as KubernetesObject | null) ?? []);
}

const componentOf = ({ metadata }: KubernetesObject) => metadata.labels?.['app.kubernetes.io/component'];
const ofGuestbook = (objects: KubernetesObject[], kind: string) =>
  objects.find((object) => object.kind === kind && componentOf(object) === 'guestbook');

test('a declared service is a process of the chart, with its database, secret and port', () => {
  const objects = helm();
  const [container] = ofGuestbook(objects, 'Deployment')?.spec.template.spec.containers ?? [];
  expect(container.args).toEqual(['deploy/derived/testing/fifth-service/main.ts']);
  const environment = Object.fromEntries(container.env.map(({ name, value }: Item) => [name, value]));
  expect(environment).toMatchObject({
    GUESTBOOK_HTTP_PORT: '8080',
    IDENTITY_ADDRESS: 'marquee-identity.default.svc:50051',
    DATABASE_URL_GUESTBOOK_FILE: '/etc/marquee/DATABASE_URL_GUESTBOOK',
    GUESTBOOK_KEY_FILE: '/etc/marquee/GUESTBOOK_KEY',
  });
  const job = objects.find(({ kind }) => kind === 'Job')?.spec.template.spec.containers[0];
  expect(job.env.map(({ name }: Item) => name)).toContain('DATABASE_URL_GUESTBOOK_FILE');
});

test('policies allow a declared service the calls that it declares, and no others', () => {
  const objects = helm();
  const toGuestbook = JSON.stringify(ofGuestbook(objects, 'NetworkPolicy')?.spec.egress);
  expect(toGuestbook).toContain('"app.kubernetes.io/component":"identity"');
  expect(toGuestbook).toContain('"cnpg.io/cluster":"marquee-guestbook"');
  expect(toGuestbook).not.toContain('"app.kubernetes.io/component":"film"');
  const policy = objects.find((object) => object.kind === 'NetworkPolicy' && componentOf(object) === 'identity');
  const intoIdentity = policy?.spec.ingress.map((rule: object) => JSON.stringify(rule));
  const [rule] = intoIdentity.filter((each: string) => each.includes('"guestbook"'));
  expect(JSON.parse(rule).ports).toEqual([{ port: 50_051 }]);
  // Only metrics.
  expect(ofGuestbook(objects, 'NetworkPolicy')?.spec.ingress.map(({ ports }: { ports: object }) => ports)).toEqual([
    [{ port: 9090 }],
  ]);
});

test('a declared service is scaled by its consumer lag, and has a monitor and alerts', () => {
  const objects = helm(
    ...['--set', 'keda.enabled=true,services.guestbook.autoscaling.enabled=true'],
    ...['--set', 'monitoring.serviceMonitors.enabled=true,monitoring.rules.enabled=true'],
  );
  const triggers = ofGuestbook(objects, 'ScaledObject')?.spec.triggers;
  expect(triggers).toContainEqual(
    expect.objectContaining({
      type: 'kafka',
      metadata: expect.objectContaining({
        consumerGroup: 'guestbook.identity',
        topic: 'identity',
        lagThreshold: '100',
      }),
    }),
  );
  expect(ofGuestbook(objects, 'ServiceMonitor')).toBeDefined();
  const rules = JSON.stringify(objects.filter(({ kind }) => kind === 'PrometheusRule'));
  expect(rules).toContain('absent(marquee_event_loop_delay_seconds{service=\\"guestbook\\"})');
  expect(rules).toMatch(/service=~\\"[^"]*\|guestbook\\"/);
});

test.each(['small', 'premiere'])('a declared service is a process of values-%s without another edit', (size) => {
  const objects = helm('-f', join(folder, 'helm', 'marquee', `values-${size}.yaml`));
  const deployment = ofGuestbook(objects, 'Deployment')?.spec;
  expect(deployment.replicas).toBe(size === 'small' ? 1 : undefined);
  expect(ofGuestbook(objects, 'ScaledObject')?.spec.minReplicaCount).toBe(size === 'small' ? undefined : 2);
  const { memory } = deployment.template.spec.containers[0].resources.limits;
  expect(memory).toBe(size === 'small' ? '384Mi' : '512Mi');
});

test('a declared service has a role and a database in the PostgreSQL of one small node', () => {
  const [cluster, ...databases] = parseAllDocuments(written('helm/marquee/examples/cloudnative-pg-small.yaml')).map(
    (document) => document.toJS() as KubernetesObject,
  );
  const roles: { name: string; connectionLimit: number }[] = cluster?.spec.managed.roles;
  expect(databases.map(({ spec }) => spec.name)).toEqual(roles.map(({ name }) => name));
  const values = parse(written('helm/marquee/values-small.yaml')).databases;
  expect(roles.find(({ name }) => name === 'guestbook')?.connectionLimit).toBe(values.guestbook.connectionsMax);
  const all = roles.reduce((sum, { connectionLimit }) => sum + connectionLimit, 0);
  expect(Number(cluster?.spec.postgresql.parameters.max_connections)).toBeGreaterThan(all);
});

test("the commands of the chart's README are for a declared service as well", () => {
  const readme = written('helm/marquee/README.md');
  const loops = [...readme.matchAll(/^ *for (?:service|role) in (.*); do$/gm)].map(([, names]) => names?.split(' '));
  expect(loops.length).toBeGreaterThan(4);
  for (const names of loops) expect(names).toContain('guestbook');
  expect(readme).toMatch(/^for each in .* guestbook=2 edge=6; do$/m);
});

test('the chart rejects variables that a declared service would reject', () => {
  const set = (env: string) => () => helm('--set-json', `services.guestbook.env=${env}`);
  expect(set('{"GUESTBOOK_PAGES":"500"}')).not.toThrow();
  expect(set('{"GUESTBOOK_PAGES":"501"}')).toThrow(/GUESTBOOK_PAGES.*does not match pattern/);
  expect(set('{"GUESTBOOK_SHEETS":"1"}')).toThrow(/additional properties 'GUESTBOOK_SHEETS' not allowed/);
  expect(set('{"GUESTBOOK_KEY":"a"}')).toThrow(/additional properties 'GUESTBOOK_KEY' not allowed/);
});

test('compose starts a declared service, makes its database and its secrets, and scrapes its metrics', () => {
  const env = { PATH: process.env.PATH, HOME: homedir() };
  const compose = findProgram('compose-go') ?? 'compose-go';
  const text = execFileSync(compose, ['-format', 'json', 'docker-compose.yml'], { cwd: folder, env, encoding: 'utf8' });
  const { guestbook: container, migrate } = JSON.parse(text).services;
  expect(container).toMatchObject({
    command: ['deploy/derived/testing/fifth-service/main.ts'],
    environment: {
      IDENTITY_ADDRESS: 'identity:50051',
      GUESTBOOK_HTTP_PORT: '8080',
      GUESTBOOK_KEY_FILE: '/run/marquee/GUESTBOOK_KEY',
    },
    read_only: true,
  });
  expect(Object.keys(container.networks).sort()).toEqual(['bus', 'cache', 'databases', 'services', 'telemetry']);
  expect(migrate.environment).toHaveProperty('DATABASE_URL_GUESTBOOK_FILE');

  const secrets = join(folder, 'secrets');
  writeSecrets(secrets, five);
  for (const variable of ['DATABASE_URL_GUESTBOOK_FILE', 'GUESTBOOK_KEY_FILE', 'SERVICE_SIGNING_KEY_FILE']) {
    const path = container.environment[variable].replace('/run/marquee', join(secrets, 'guestbook'));
    expect(readFileSync(path, 'utf8').length).toBeGreaterThan(30);
  }
  expect(written('deploy/compose/create-databases.sh')).toMatch(/^for name in .* guestbook; do$/m);
  expect(readFileSync(join(secrets, 'postgres', 'guestbook'), 'utf8')).toMatch(/^[0-9a-f]{48}$/);

  const prometheus = parse(written('deploy/observability/prometheus.yml'));
  expect(prometheus.scrape_configs[0].static_configs[0].targets).toContain('guestbook:9090');
});

test('the tests of alerts have a declared service running, so that its absence raises none', () => {
  const path = join(folder, 'deploy', 'observability', 'rules-test', 'causes.yaml');
  const promtool = findProgram('promtool') ?? 'promtool';
  expect(() => execFileSync(promtool, ['test', 'rules', path], { stdio: 'pipe' })).not.toThrow();
});

test('dashboards of all services group by label and name no service, so they show a declared one', () => {
  const shared = dashboards.filter(({ uid }) => ['marquee-overview', 'marquee-events'].includes(uid));
  expect(shared).toHaveLength(2);
  const queries = shared.flatMap(({ rows }) =>
    rows.flatMap(({ panels }) => panels.flatMap((panel) => Object.values(panel.queries))),
  );
  const named = services.map(({ name }) => name).filter((name) => queries.some((query) => query.includes(`"${name}`)));
  expect(named).toEqual([]);
  expect(queries.filter((query) => /by \([^)]*\b(service|group)\b/.test(query)).length).toBeGreaterThan(5);
});

test('documents list a declared service and what it reads', () => {
  expect(written('docs/operations.md')).toMatch(/^\| `guestbook` +\| `node deploy\/derived/m);
  expect(written('docs/operations.md')).toMatch(/^\| `GUESTBOOK_PAGES` +\| how thick it is +\| `100` +\|$/m);
  expect(written('README.md')).toContain('who has been here');
  expect(written('docs/architecture.md')).toContain('guestbook -- gRPC --> identity');
});
