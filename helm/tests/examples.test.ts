// @requires helm
// @inputs helm deploy docs package.json

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { databaseNames, services } from '@marquee/deploy/services';
import { parse } from 'yaml';
import { chart, componentOf, exampleObjects, type KubernetesObject, rendered, VALUE_FILES } from './testing/helm.ts';

type Labels = Record<string, string>;
type Selector = {
  matchLabels?: Labels;
  matchExpressions?: { key: string; operator: 'In'; values: string[] }[];
};
type Peer = { podSelector?: Selector; namespaceSelector?: Selector };
type Rule = { from?: Peer[]; to?: Peer[]; ports: { port: number }[] };

const readme = readFileSync(join(chart, 'README.md'), 'utf8');
const valuesOf = (path: string) => parse(readFileSync(path, 'utf8'), { merge: true });
const defaults = valuesOf(join(chart, 'values.yaml'));

const one = (objects: KubernetesObject[], kind: string): KubernetesObject => {
  const found = objects.filter((object) => object.kind === kind);
  if (found.length !== 1 || !found[0]) throw new Error(`${found.length} ${kind}`);
  return found[0];
};

const selects = ({ matchLabels = {}, matchExpressions = [] }: Selector, labels: Labels) =>
  Object.entries(matchLabels).every(([key, value]) => labels[key] === value) &&
  matchExpressions.every(({ key, values }) => values.includes(labels[key] ?? ''));

/** Whether a pod of the same namespace with these labels is one of the peers. */
const admits = (peers: Peer[], labels: Labels) =>
  peers.some(({ podSelector, namespaceSelector }) => !namespaceSelector && selects(podSelector ?? {}, labels));

/** Pods of a release that open a database, by their labels. */
function usersOf(service: string, objects: KubernetesObject[]): Labels[] {
  const variable = `DATABASE_URL_${service.toUpperCase()}_FILE`;
  return objects
    .filter(({ kind }) => kind === 'Deployment' || kind === 'Job')
    .map(({ spec }) => spec.template)
    .filter(({ spec }) => spec.containers[0].env?.some(({ name }: { name: string }) => name === variable))
    .map(({ metadata }) => metadata.labels);
}

/** The peers that the policies of a release allow a pod to reach on a port. */
function peersOf(labels: Labels, port: number, objects: KubernetesObject[]): Peer[] {
  return objects
    .filter(({ kind, spec }) => kind === 'NetworkPolicy' && selects(spec.podSelector, labels))
    .flatMap(({ spec }) => (spec.egress ?? []) as Rule[])
    .filter(({ ports }) => ports.some((each) => each.port === port))
    .flatMap(({ to }) => to ?? []);
}

describe.each([
  ['as they are made first', 'cloudnative-pg.yaml', [], ''],
  ['as they are after a restore', 'cloudnative-pg-restore.yaml', ['examples/values-restored.yaml'], '-restored'],
])('databases %s', (_, example, others, suffix) => {
  const objects = () => rendered('premiere', [], others);

  test.each(databaseNames)(
    'the example for %s makes its Secret and database, and admits its pods [SYS-02:chart]',
    (service) => {
      const made = exampleObjects(example, service);
      const cluster = one(made, 'Cluster').metadata.name;
      expect(cluster).toBe(`marquee-${service}${suffix}`);
      const bootstrap = one(made, 'Cluster').spec.bootstrap;
      // The operator writes the Secret of a cluster for this database and role.
      expect(bootstrap.initdb ?? bootstrap.recovery).toMatchObject({ database: service, owner: service });

      const release = objects();
      const users = usersOf(service, release);
      // Its processes, and the migrations.
      const processes = services.filter(({ database }) => database?.name === service);
      expect(users.length).toBe(processes.length + 1);
      for (const labels of users) {
        // Of the labels that the chart names, pods of the operator have only this one.
        expect(admits(peersOf(labels, 5432, release), { 'cnpg.io/cluster': cluster })).toBe(true);
        const [rule] = one(made, 'NetworkPolicy').spec.ingress as Rule[];
        expect(rule?.ports).toEqual([{ port: 5432 }]);
        expect([labels, admits(rule?.from ?? [], labels)]).toEqual([labels, true]);
      }
      const gateway = release.find((object) => object.kind === 'Deployment' && componentOf(object) === 'gateway');
      const [rule] = one(made, 'NetworkPolicy').spec.ingress as Rule[];
      expect(admits(rule?.from ?? [], gateway?.spec.template.metadata.labels)).toBe(false);
      expect(secretsOf(release)).toContain(`${cluster}-app`);
    },
  );

  test('each has the connections that values-premiere sets, and archives under its own name [SYS-02:chart]', () => {
    for (const service of databaseNames) {
      const made = exampleObjects(example, service);
      const { postgresql, plugins } = one(made, 'Cluster').spec;
      const { connectionsMax } = valuesOf(VALUE_FILES.premiere).databases[service];
      expect(connectionsMax).toBe(Number(postgresql.parameters.max_connections) - 3);
      expect(plugins).toEqual([expect.objectContaining({ isWALArchiver: true })]);
      expect(plugins[0].parameters).toEqual({ barmanObjectName: `marquee-${service}` });
      const backup = one(made, 'ScheduledBackup').spec;
      expect(backup).toMatchObject({ method: 'plugin', cluster: { name: one(made, 'Cluster').metadata.name } });
    }
  });

  test('of the pods around it only its replicas may reach port 8000, by which the primary checks whether it is isolated [SYS-02:chart]', () => {
    for (const service of databaseNames) {
      const made = exampleObjects(example, service);
      const replica = { 'cnpg.io/cluster': one(made, 'Cluster').metadata.name };
      expect(one(made, 'NetworkPolicy').spec.podSelector.matchLabels).toEqual(replica);
      const rules = one(made, 'NetworkPolicy').spec.ingress as Rule[];
      const portsFor = (labels: Labels) =>
        rules.filter(({ from = [] }) => admits(from, labels)).flatMap(({ ports }) => ports.map(({ port }) => port));
      expect(portsFor(replica)).toEqual([5432, 8000]);
      expect(portsFor({ 'cnpg.io/cluster': 'marquee-other' })).toEqual([]);
      for (const labels of usersOf(service, objects())) expect(portsFor(labels)).toEqual([5432]);
    }
  });

  test('the operator may reach the databases, and Prometheus their metrics [SYS-02:chart]', () => {
    const rules = one(exampleObjects(example), 'NetworkPolicy').spec.ingress as Rule[];
    const portsFor = (namespace: string) =>
      rules
        .filter(({ from = [] }) =>
          from.some((peer) => peer.namespaceSelector?.matchLabels?.['kubernetes.io/metadata.name'] === namespace),
        )
        .flatMap(({ ports }) => ports.map(({ port }) => port));
    expect(portsFor('cnpg-system')).toEqual([8000, 5432]);
    expect(portsFor('monitoring')).toEqual([9187]);
  });
});

test('a restore reads the archive of the original cluster, from the same store [SYS-02:chart]', () => {
  const lost = one(exampleObjects('cloudnative-pg.yaml'), 'Cluster');
  const store = one(exampleObjects('cloudnative-pg.yaml'), 'ObjectStore').metadata.name;
  const { bootstrap, externalClusters, imageName, postgresql } = one(
    exampleObjects('cloudnative-pg-restore.yaml'),
    'Cluster',
  ).spec;
  expect(bootstrap.recovery.source).toBe(externalClusters[0].name);
  expect(externalClusters[0].plugin.parameters).toEqual({ barmanObjectName: store, serverName: lost.metadata.name });
  // The same binary, and settings at least as high as those that the log was written with.
  expect({ imageName, postgresql }).toEqual({ imageName: lost.spec.imageName, postgresql: lost.spec.postgresql });
  expect(readme).toContain(`s/${bootstrap.recovery.recoveryTarget.targetTime}/`);
});

test('Kafka of the example has the address of the chart, and admits the processes, KEDA and its own brokers [SYS-02:chart]', () => {
  const objects = exampleObjects('strimzi.yaml');
  const kafka = one(objects, 'Kafka');
  const [listener] = kafka.spec.kafka.listeners;
  expect(defaults.kafka.brokers).toEqual([`${kafka.metadata.name}-kafka-bootstrap:${listener.port}`]);
  expect(admits(defaults.kafka.to, { 'strimzi.io/cluster': kafka.metadata.name })).toBe(true);
  const pool = one(objects, 'KafkaNodePool');
  expect(pool.metadata.labels).toEqual({ 'strimzi.io/cluster': kafka.metadata.name });
  expect(pool.spec.replicas).toBeGreaterThanOrEqual(defaults.kafka.replication);
  for (const { spec } of rendered('premiere').filter(({ kind }) => kind === 'Deployment')) {
    const { labels } = spec.template.metadata;
    expect(admits(listener.networkPolicyPeers, labels)).toBe(true);
  }
  expect(listener.networkPolicyPeers).toContainEqual({
    namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': 'keda' } },
  });
  // Commands that run in one broker reach the others by the same listener.
  expect(admits(listener.networkPolicyPeers, { 'strimzi.io/cluster': kafka.metadata.name })).toBe(true);
});

test('the examples for values-small make what it needs [SYS-02:chart]', () => {
  const values = valuesOf(VALUE_FILES.small);
  const objects = exampleObjects('cloudnative-pg-small.yaml');
  const { managed, postgresql } = one(objects, 'Cluster').spec;
  const roles = managed.roles as { name: string; connectionLimit: number }[];
  const databases = objects.filter(({ kind }) => kind === 'Database').map(({ spec }) => spec);
  expect(databases.map(({ name, owner }) => [name, owner])).toEqual(roles.map(({ name }) => [name, name]));
  expect(Object.keys(values.databases).sort()).toEqual(roles.map(({ name }) => name).sort());
  for (const { name, connectionLimit } of roles) expect(values.databases[name].connectionsMax).toBe(connectionLimit);
  const wanted = roles.reduce((sum, { connectionLimit }) => sum + connectionLimit, 0);
  expect(wanted).toBeLessThan(Number(postgresql.parameters.max_connections));

  const store = exampleObjects('object-store-small.yaml');
  const { metadata, spec } = one(store, 'Service');
  expect(values.s3.endpoint).toBe(`http://${metadata.name}:${spec.ports[0].port}`);
  expect(admits(values.s3.to, one(store, 'Deployment').spec.template.metadata.labels)).toBe(true);
  const [rule] = one(store, 'NetworkPolicy').spec.ingress as Rule[];
  for (const { name } of services.filter(({ uses }) => uses.includes('blobs'))) {
    const deployment = rendered('small').find((object) => object.kind === 'Deployment' && componentOf(object) === name);
    expect(admits(rule?.from ?? [], deployment?.spec.template.metadata.labels)).toBe(true);
  }
});

/** The names of all Secrets that the objects refer to. */
function secretsOf(objects: KubernetesObject[]): string[] {
  const names = new Set<string>();
  const look = (value: unknown): void => {
    if (Array.isArray(value)) value.forEach(look);
    else if (value && typeof value === 'object') {
      for (const [key, inner] of Object.entries(value)) {
        if (key === 'secretName' && typeof inner === 'string') names.add(inner);
        const { name } = (inner ?? {}) as { name?: unknown };
        if (['secret', 'passwordSecret', 'accessKeyId'].includes(key) && typeof name === 'string') names.add(name);
        look(inner);
      }
    }
  };
  look(objects);
  return [...names].sort();
}

test('the README names every Secret that has to exist [SYS-02:chart]', () => {
  const examples = readdirSync(join(chart, 'examples')).filter((name) => /^(?!values).*\.yaml$/.test(name));
  const named = new Set([
    ...secretsOf(rendered('premiere')),
    ...secretsOf(rendered('small')),
    ...secretsOf(rendered(undefined, ['kafka.sasl.mechanism="plain"'])),
    ...examples.flatMap((name) => secretsOf(exampleObjects(name))),
  ]);
  // As in the table: one line for all processes, services or roles.
  const asWritten = [...named].map((name) =>
    name
      .replace(/^marquee-keys-(?!public).*/, 'marquee-keys-<process>')
      .replace(new RegExp(`^marquee-(${databaseNames.join('|')})-app$`), 'marquee-<service>-app')
      .replace(/^marquee-role-.*/, 'marquee-role-<role>'),
  );
  const table = readme.split('\n').flatMap((line) => /^\| `(marquee-[^`]+)`/.exec(line)?.[1] ?? []);
  expect(table.sort()).toEqual([...new Set(asWritten)].sort());
});

test('the commands of the README name existing files, and the port that policies allow for mail [SYS-02:chart]', () => {
  const blocks = [...readme.matchAll(/```sh\n(.*?)```/gs)].map(([, text]) => text ?? '').join('\n');
  const paths = [...blocks.matchAll(/\bhelm\/marquee\/[\w./-]+\.(?:yaml|json)/g)].map(([path]) => path);
  expect(paths.length).toBeGreaterThan(5);
  const root = join(chart, '..', '..');
  for (const path of paths) expect(readFileSync(join(root, path), 'utf8').length).toBeGreaterThan(0);
  const ports = [...readme.matchAll(/smtps?:\/\/\S+?:(\d+)'/g)].map(([, port]) => Number(port));
  expect(ports).toEqual([defaults.smtp.port]);
});

test('the bucket keeps unfinished uploads longer than one may last, and replaced objects for thirty days [SYS-02:chart]', () => {
  const { Rules: rules } = JSON.parse(readFileSync(join(chart, 'examples', 'bucket-lifecycle.json'), 'utf8'));
  expect(rules).toEqual([
    expect.objectContaining({ Status: 'Enabled', AbortIncompleteMultipartUpload: { DaysAfterInitiation: 8 } }),
    expect.objectContaining({ Status: 'Enabled', NoncurrentVersionExpiration: { NoncurrentDays: 30 } }),
  ]);
});
