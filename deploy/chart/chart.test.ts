// @requires helm

import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { rootCertificates } from 'node:tls';
import { POOL_CONNECTIONS } from '@marquee/data/database';
import { BUS_CONNECTIONS } from '@marquee/events/postgres-log-bus';
import { filmConfigSchema } from '@marquee/film/config';
import { gatewayConfig } from '@marquee/gateway/config';
import { configSchema as identityConfig } from '@marquee/identity/config';
import { configSchema as mediaConfig } from '@marquee/media/config';
import { configSchema as notificationConfig } from '@marquee/notification/config';
import { blobConfigSchema, processConfigSchema } from '@marquee/process/process-config';
import { loadConfig } from '@marquee/runtime/config';
import { SHUTDOWN_MS_MAX } from '@marquee/runtime/shutdown';
import { parse } from 'yaml';
import { z } from 'zod';
import { databases } from '../databases.ts';
import { writeKeys } from '../keys/make-keys.ts';
import { chartFiles } from './chart-files.ts';
import {
  chart,
  componentOf,
  KUBE_VERSION,
  type KubernetesObject,
  rendered,
  run,
  template,
  VALUE_FILES,
} from './testing/helm.ts';
import { processesOfCode } from './testing/processes-of-code.ts';

const FILES = ['small', 'premiere'] as const;
const url = z.url({ protocol: /^postgres(ql)?$/ });
const media = mediaConfig.extend(blobConfigSchema.shape).extend({ DATABASE_URL_MEDIA: url });
const schemas: Record<string, z.ZodObject> = {
  identity: identityConfig.extend({ DATABASE_URL_IDENTITY: url }),
  notification: notificationConfig.safeExtend({ DATABASE_URL_NOTIFICATION: url }),
  media,
  'media-worker': media,
  film: filmConfigSchema.extend({ DATABASE_URL_FILM: url }),
  gateway: gatewayConfig,
};
/** What Node and the libraries read. */
const OF_NODE = ['NODE_ENV', 'NODE_OPTIONS', 'TMPDIR'];
const DRAWN_BY_LIBRARIES = /^OTEL_/;

let dir: string;
beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), 'marquee-chart-'));
  writeKeys(join(dir, 'keys'));
});
afterAll(() => rmSync(dir, { recursive: true, force: true }));

/** The schema of each value at the top. */
const schemaOfValues = () => JSON.parse(readFileSync(join(chart, 'values.schema.json'), 'utf8')).properties;

const deployments = (objects: KubernetesObject[]) =>
  objects.filter((object) => object.kind === 'Deployment' && componentOf(object) !== 'edge');

test.each(FILES)('helm has nothing to say against the chart with values-%s [SYS-02:chart]', (file) => {
  const { code, output } = run('helm', [
    'lint',
    '--strict',
    '--kube-version',
    KUBE_VERSION,
    chart,
    '-f',
    VALUE_FILES[file],
  ]);
  expect([code, output]).toEqual([0, expect.stringContaining('0 chart(s) failed')]);
});

test('every process of the code is one of the release, by its entry and its database [SYS-02:chart]', () => {
  for (const file of FILES) {
    const made = deployments(rendered(file)).map((deployment) => {
      const [container] = deployment.spec.template.spec.containers;
      const database = container.env
        .map(({ name }: { name: string }) => /^DATABASE_URL_(?!BUS)(\w+)_FILE$/.exec(name)?.[1]?.toLowerCase())
        .find(Boolean);
      return { name: componentOf(deployment), entry: container.args[0], database };
    });
    const byName = (a: { name?: string | undefined }, b: { name?: string | undefined }) =>
      (a.name ?? '').localeCompare(b.name ?? '');
    expect(made.sort(byName)).toEqual(processesOfCode().sort(byName));
  }
});

/** The environment of a container with its Secrets as files, as the kubelet would lay them out. */
function environmentOf(deployment: KubernetesObject): Record<string, string> {
  const name = componentOf(deployment) ?? '';
  const { containers, volumes } = deployment.spec.template.spec;
  const secrets = volumes.find((volume: { name: string }) => volume.name === 'secrets').projected.sources;
  const files = new Map<string, string>();
  for (const { secret } of secrets) {
    const [item] = secret.items;
    const keys = /^marquee-keys-(.*)$/.exec(secret.name)?.[1];
    if (keys) files.set(item.path, join(dir, 'keys', keys, item.key));
    else {
      const file = join(dir, `${name}-${item.path}`);
      writeFileSync(file, secretText(item.path));
      files.set(item.path, file);
    }
  }
  return Object.fromEntries(
    containers[0].env.map((variable: { name: string; value: string }) => {
      const file = /^\/etc\/marquee\/(.*)$/.exec(variable.value)?.[1];
      return [variable.name, file ? (files.get(file) ?? 'there is no such file') : variable.value];
    }),
  );
}

function secretText(variable: string): string {
  if (variable.startsWith('DATABASE_URL')) return 'postgresql://user:password@host:5432/name';
  if (variable === 'REDIS_URL') return 'redis://:password@redis:6379';
  if (variable === 'SMTP_URL') return 'smtps://user:password@smtp:465';
  if (variable === 'KAFKA_SSL_CA') return rootCertificates[0] ?? '';
  return 'a-secret-text';
}

describe.each(FILES)('with values-%s', (file) => {
  test.each(Object.keys(schemas))(
    '%s gets all variables that it needs, and none that it does not know [SYS-02:chart]',
    (name) => {
      const deployment = deployments(rendered(file)).find((object) => componentOf(object) === name);
      if (!deployment) throw new Error(`no ${name}`);
      const environment = environmentOf(deployment);
      const common = loadConfig(processConfigSchema, environment);
      const own = loadConfig(schemas[name] as z.ZodObject, environment);
      expect({ ...common, ...own }).toMatchObject({ HOST: '0.0.0.0', RPC_PORT: 50_051, PROBE_PORT: 9_090 });
      // With Kafka or with the Postgres log, never without both.
      expect(Boolean(common.KAFKA_BROKERS)).toBe(!common.DATABASE_URL_BUS);

      const known = new Set([
        ...Object.keys(processConfigSchema.shape),
        ...Object.keys(schemas[name]?.shape ?? {}),
        ...OF_NODE,
      ]);
      const unknown = Object.keys(environment)
        .map((variable) => variable.replace(/_FILE$/, ''))
        .filter((variable) => !known.has(variable) && !DRAWN_BY_LIBRARIES.test(variable));
      expect(unknown).toEqual([]);
    },
  );

  test('the migrations bring up every database, before anything else and again at each upgrade [SYS-02:chart]', () => {
    const job = rendered(file).find(({ kind }) => kind === 'Job');
    expect(job?.metadata.annotations).toMatchObject({ 'helm.sh/hook': 'pre-install,pre-upgrade' });
    const [container] = job?.spec.template.spec.containers ?? [];
    const named = container.env.flatMap(
      ({ name }: { name: string }) => /^DATABASE_URL_(\w+)_FILE$/.exec(name)?.[1]?.toLowerCase() ?? [],
    );
    const kept = databases()
      .map(({ name }) => name)
      .filter((name) => name !== 'bus' || file === 'small');
    expect(named.sort()).toEqual([...kept].sort());
    expect(container.args).toEqual(['deploy/migrate/main.ts']);
  });

  test('a pod is given the time that a process takes to end, and no pod speaks to the cluster [SYS-02:rolling]', () => {
    const objects = rendered(file);
    for (const { spec } of deployments(objects)) {
      expect(spec.template.spec.terminationGracePeriodSeconds * 1000).toBeGreaterThan(SHUTDOWN_MS_MAX);
      expect(spec.strategy.rollingUpdate).toEqual({ maxSurge: 1, maxUnavailable: 0 });
    }
    const pods = objects.flatMap(({ kind, spec }) => (kind === 'Pod' ? [spec] : (spec?.template?.spec ?? [])));
    expect(pods.length).toBeGreaterThanOrEqual(8);
    for (const pod of pods) expect(pod.automountServiceAccountToken).toBe(false);
  });
});

test('a pod starts on a newer schema, so that there is a way back from an upgrade, unless that is refused [SYS-02:migrate]', () => {
  const allowing = (set: string[]) =>
    deployments(rendered(undefined, set)).map((deployment) => [
      componentOf(deployment),
      loadConfig(processConfigSchema, environmentOf(deployment)).ALLOW_NEWER_SCHEMA,
    ]);
  const all = (value: string) => Object.keys(schemas).map((name) => [name, value]);
  expect(allowing([])).toEqual(expect.arrayContaining(all('1')));
  // What a process does of itself, where nobody says anything.
  expect(allowing(['allowNewerSchema=false'])).toEqual(expect.arrayContaining(all('0')));
});

test('a process waits by itself before it goes, and only nginx is made to [SYS-02:rolling]', () => {
  for (const deployment of rendered('premiere').filter(({ kind }) => kind === 'Deployment')) {
    const [container] = deployment.spec.template.spec.containers;
    if (componentOf(deployment) === 'edge') {
      expect(container.lifecycle.preStop).toEqual({ sleep: { seconds: 5 } });
    } else {
      expect(container.lifecycle).toBeUndefined();
      expect(loadConfig(processConfigSchema, environmentOf(deployment)).DRAIN_DELAY_MS).toBe(5_000);
    }
  }
});

test('the chart lets a process wait before it goes as long as the process would, and no longer [SYS-02:rolling]', () => {
  const { maximum } = schemaOfValues().drainDelaySeconds;
  const [deployment] = deployments(rendered(undefined, [`drainDelaySeconds=${maximum}`]));
  if (!deployment) throw new Error('no process');
  const environment = environmentOf(deployment);
  const longer = { ...environment, DRAIN_DELAY_MS: String((maximum + 1) * 1000) };
  expect(loadConfig(processConfigSchema, environment).DRAIN_DELAY_MS).toBe(maximum * 1000);
  expect(() => loadConfig(processConfigSchema, longer)).toThrow(/DRAIN_DELAY_MS/);
});

test('a pod is ready longer than names are remembered before an old one goes, and longer still where that is said [SYS-02:rolling]', () => {
  const readySeconds = (set: string[]) => [
    ...new Set(deployments(rendered(undefined, set)).map(({ spec }) => spec.minReadySeconds)),
  ];
  expect(readySeconds([])).toEqual([6]);
  expect(readySeconds(['minReadySeconds=31'])).toEqual([31]);
  const edge = rendered('premiere').find((object) => object.kind === 'ConfigMap' && componentOf(object) === 'edge');
  const [, nginxSeconds] = /\bresolver \S+ valid=(\d+)s/.exec(edge?.data?.['upstreams.conf'] ?? '') ?? [];
  const { minimum } = schemaOfValues().minReadySeconds;
  expect(minimum).toBe(Number(nginxSeconds) + 1);
});

const KAFKA_SECURED = ['kafka.tls={"enabled":true,"caSecret":"kafka-ca"}', 'kafka.sasl.mechanism="scram-sha-512"'];

test('processes reach a Kafka that asks for TLS and a password, and neither stands in their environment [SYS-02:chart]', () => {
  const made = deployments(rendered(undefined, KAFKA_SECURED));
  expect(made.map(componentOf).sort()).toEqual(Object.keys(schemas).sort());
  for (const deployment of made) {
    const config = loadConfig(processConfigSchema, environmentOf(deployment));
    expect(config).toMatchObject({
      KAFKA_SSL: 'true',
      KAFKA_SSL_CA: rootCertificates[0],
      KAFKA_SASL_MECHANISM: 'scram-sha-512',
      KAFKA_USERNAME: 'a-secret-text',
      KAFKA_PASSWORD: 'a-secret-text',
    });
    const { containers, volumes } = deployment.spec.template.spec;
    const named = containers[0].env.map(({ name }: { name: string }) => name);
    for (const name of ['KAFKA_SSL_CA', 'KAFKA_USERNAME', 'KAFKA_PASSWORD']) expect(named).not.toContain(name);
    const sources = volumes.find(({ name }: { name: string }) => name === 'secrets').projected.sources;
    const kafka = sources.filter(({ secret }: { secret: { name: string } }) => /kafka/.test(secret.name));
    expect(kafka).toEqual([
      { secret: { name: 'kafka-ca', items: [{ key: 'ca.crt', path: 'KAFKA_SSL_CA' }] } },
      { secret: { name: 'marquee-kafka', items: [{ key: 'username', path: 'KAFKA_USERNAME' }] } },
      { secret: { name: 'marquee-kafka', items: [{ key: 'password', path: 'KAFKA_PASSWORD' }] } },
    ]);
  }
});

test('TLS alone trusts whom Node trusts, and a Kafka without either is asked for neither [SYS-02:chart]', () => {
  const configs = (set: string[]) =>
    deployments(rendered(undefined, set)).map((deployment) =>
      loadConfig(processConfigSchema, environmentOf(deployment)),
    );
  for (const config of configs(['kafka.tls.enabled=true'])) {
    expect([config.KAFKA_SSL, config.KAFKA_SSL_CA, config.KAFKA_USERNAME]).toEqual(['true', undefined, undefined]);
  }
  for (const config of configs([]))
    expect([config.KAFKA_SSL, config.KAFKA_SASL_MECHANISM]).toEqual(['false', undefined]);
});

test.each(['plain', 'scram-sha-256', 'scram-sha-512'])(
  'a process takes %s, as the chart names it [SYS-02:chart]',
  (mechanism) => {
    const set = [`kafka.sasl.mechanism="${mechanism}"`];
    const [deployment] = deployments(rendered(undefined, set));
    if (!deployment) throw new Error('no process');
    expect(loadConfig(processConfigSchema, environmentOf(deployment)).KAFKA_SASL_MECHANISM).toBe(mechanism);
    expect(schemaOfValues().kafka.properties.sasl.properties.mechanism.enum).toEqual([
      '',
      ...processConfigSchema.shape.KAFKA_SASL_MECHANISM.unwrap().options,
    ]);
  },
);

test('KEDA asks such a Kafka with the same Secrets [SYS-02:chart]', () => {
  const scaling = ['services.film.autoscaling.enabled=true', 'keda.enabled=true'];
  const asked = (set: string[]) => {
    const objects = rendered(undefined, [...scaling, ...set]);
    const scaled = objects.find(({ kind }) => kind === 'ScaledObject');
    const kafka = scaled?.spec.triggers.filter(({ type }: { type: string }) => type === 'kafka');
    return { kafka, authentication: objects.find(({ kind }) => kind === 'TriggerAuthentication') };
  };
  const { kafka, authentication } = asked(KAFKA_SECURED);
  expect(kafka).toHaveLength(2);
  for (const trigger of kafka) {
    expect(trigger.metadata).toMatchObject({ tls: 'enable', sasl: 'scram_sha512' });
    expect(trigger.authenticationRef).toEqual({ name: authentication?.metadata.name });
  }
  expect(authentication?.spec.secretTargetRef).toEqual([
    { parameter: 'ca', name: 'kafka-ca', key: 'ca.crt' },
    { parameter: 'username', name: 'marquee-kafka', key: 'username' },
    { parameter: 'password', name: 'marquee-kafka', key: 'password' },
  ]);
  const alone = asked(['kafka.tls.enabled=true']);
  expect([alone.kafka[0].metadata.tls, alone.kafka[0].authenticationRef, alone.authentication]).toEqual([
    'enable',
    undefined,
    undefined,
  ]);
  const open = asked([]);
  expect(open.kafka[0]).not.toHaveProperty('authenticationRef');
  expect(Object.keys(open.kafka[0].metadata).filter((name) => /tls|sasl/.test(name))).toEqual([]);
  expect(open.authentication).toBeUndefined();
  expect(rendered(undefined, KAFKA_SECURED).some(({ kind }) => kind === 'TriggerAuthentication')).toBe(false);
});

const gatewayReads = (set: string[]) => {
  const gateway = deployments(rendered(undefined, set)).find((object) => componentOf(object) === 'gateway');
  if (!gateway) throw new Error('no gateway');
  return environmentOf(gateway);
};

test('the chart counts as many proxies as a gateway believes, and no more [SYS-02:chart]', () => {
  const { maximum } = schemaOfValues().trustedProxies;
  for (const set of [[`trustedProxies=${maximum}`], [`trustedProxies=${maximum - 1}`, 'edge.enabled=true']]) {
    const environment = gatewayReads(set);
    expect(loadConfig(gatewayConfig, environment).TRUSTED_PROXIES).toBe(maximum);
    const more = { ...environment, TRUSTED_PROXIES: String(maximum + 1) };
    expect(() => loadConfig(gatewayConfig, more)).toThrow(/TRUSTED_PROXIES/);
  }
});

test.each([
  ['abc', false],
  ['@marquee.example', false],
  ['Marquee <no-reply@ marquee.example>', false],
  ['Marquee', false],
  ['no-reply@marquee.example', true],
  ['Marquee <no-reply@marquee.example>', true],
])('mail from %s is taken by the chart as notification takes it [SYS-02:chart]', (from, taken) => {
  const { MAIL_FROM } = notificationConfig.shape;
  expect(MAIL_FROM.safeParse(from).success).toBe(taken);
  const { code, output } = template(undefined, [`mailFrom=${JSON.stringify(from)}`]);
  expect(code === 0).toBe(taken);
  if (!taken) expect(output).toMatch(/at '\/mailFrom': .* does not match pattern/);
});

test.each([
  ['65535', true],
  ['65536', false],
  ['70000', false],
  ['99999', false],
  ['123456', false],
])('a broker at port %s is taken by the chart as a process takes it [SYS-02:chart]', (port, taken) => {
  const { KAFKA_BROKERS } = processConfigSchema.shape;
  expect(KAFKA_BROKERS.safeParse(`kafka:${port}`).success).toBe(taken);
  // The port of the policies is another matter.
  const set = [`kafka.brokers=["kafka:${port}"]`, 'networkPolicies.enabled=false'];
  const { code, output } = template(undefined, set);
  expect(code === 0).toBe(taken);
  if (!taken) expect(output).toMatch(/at '\/kafka\/brokers\/0': .* does not match pattern/);
});

test('policies let out the port that is asked, or the one behind a Service [SYS-02:chart]', () => {
  const reached = (set: string[]) => template(undefined, set).code;
  expect(reached(['kafka.brokers=["kafka:9093"]', 'kafka.port=9093'])).toBe(0);
  expect(reached(['kafka.brokers=["kafka:9093"]', 'networkPolicies.enabled=false'])).toBe(0);
  expect(reached(['s3.endpoint="https://store.example"'])).toBe(0);
  expect(reached(['s3.endpoint="http://store.example"', 's3.port=80', 's3.targetPort=9000'])).toBe(0);
  const media = rendered(undefined, ['s3.endpoint="http://store"', 's3.port=80', 's3.targetPort=9000']).find(
    (object) => object.kind === 'NetworkPolicy' && componentOf(object) === 'media',
  );
  const ports = media?.spec.egress.flatMap((rule: { ports: { port: number }[] }) => rule.ports.map(({ port }) => port));
  expect(ports).toContain(9000);
  expect(ports).not.toContain(80);
});

test('the connections that the chart counts are those that a process opens [SYS-02:chart]', () => {
  // The pool, the relay's session, the watch of the database and its counts.
  expect(POOL_CONNECTIONS + 3).toBe(11);
  expect(BUS_CONNECTIONS).toBe(9);
  const tooMany = ['services.film.replicas=40'];
  expect(template(undefined, tooMany).output).toContain(
    'databases.film.connectionsMax is 97, and the replicas that are allowed may ask for 485 connections',
  );
});

test.each([1, 2, 3, 4, 5, 10].flatMap((replicas) => [6, 12, 31].map((ready) => [replicas, ready] as const)))(
  'the pools that the chart counts are those that a roll of %d replicas holds at once, each ready for %d s [SYS-02:chart]',
  (replicas, minReadySeconds) => {
    const paced = `minReadySeconds=${minReadySeconds}`;
    const film = deployments(rendered(undefined, [paced])).find((object) => componentOf(object) === 'film');
    expect(film?.spec.strategy.rollingUpdate).toEqual({ maxSurge: 1, maxUnavailable: 0 });
    // A process needs two seconds from nothing to its pool and to ready, and may take all of its time to end.
    const startSeconds = 2;
    const paceSeconds = startSeconds + film?.spec.minReadySeconds;
    const endSeconds = SHUTDOWN_MS_MAX / 1000;
    const each = Array.from({ length: replicas }, (_, index) => index);
    const opened = each.map((index) => index * paceSeconds + startSeconds);
    const closed = each.map((index) => (index + 1) * paceSeconds + endSeconds);
    const pools = Math.max(
      ...opened.map(
        (now) => closed.filter((second) => second > now).length + opened.filter((second) => second <= now).length,
      ),
    );
    const { output } = template(undefined, [
      paced,
      `services.film.replicas=${replicas}`,
      `databases.film.connectionsMax=${pools * 11}`,
    ]);
    expect(output).toContain(
      `connectionsMax is ${pools * 11}, and the replicas that are allowed may ask for ${pools * 11 + 1} connections`,
    );
  },
);

test.each([
  ['an unknown value', ['servces={}'], /additional properties 'servces' not allowed/],
  [
    'an unknown value of a service',
    ['services.film.replica=3'],
    /at '\/services\/film': additional properties 'replica' not allowed/,
  ],
  [
    'an unknown service',
    ['services.cinema={"replicas":1}'],
    /at '\/services': additional properties 'cinema' not allowed/,
  ],
  [
    'a number of replicas that is a text',
    ['services.film.replicas="two"'],
    /at '\/services\/film\/replicas': got string, want integer/,
  ],
  ['no replicas', ['services.film.replicas=0'], /at '\/services\/film\/replicas': minimum: got 0, want 1/],
  [
    'an address without a scheme',
    ['publicUrl="marquee.example"'],
    /at '\/publicUrl': 'marquee.example' does not match pattern/,
  ],
  [
    'an address with a path',
    ['publicUrl="https://marquee.example/film"'],
    /at '\/publicUrl': .* does not match pattern/,
  ],
  ['a broker without a port', ['kafka.brokers=["kafka"]'], /at '\/kafka\/brokers\/0': 'kafka' does not match pattern/],
  ['a digest that is none', ['image.digest="latest"'], /at '\/image\/digest': 'latest' does not match pattern/],
  [
    'a drain that a pod is not given time for',
    ['drainDelaySeconds=20'],
    /at '\/drainDelaySeconds': maximum: got 20, want 12/,
  ],
  [
    'a process without limits',
    ['services.film.resources.limits.memory=null'],
    /at '\/services\/film\/resources\/limits': missing property 'memory'/,
  ],
  [
    'a database without its Secret',
    ['databases.film.secret=""'],
    /at '\/databases\/film\/secret': (minLength|'' does not match)/,
  ],
  ['a policy that lets everything go', ['databases.film.to=[]'], /at '\/databases\/film\/to': minItems: got 0, want 1/],
  [
    'events that have no way',
    ['kafka.brokers=[]'],
    /kafka.brokers is empty and databases.bus is not set: events need one of both/,
  ],
  ['replicas that know nothing of each other', ['redis.secret=""'], /may have 2 replicas, and redis.secret is not set/],
  [
    'a certificate for a site without TLS',
    ['publicUrl="http://marquee.example"'],
    /ingress.tlsSecret is set, and publicUrl is not https/,
  ],
  [
    'an Ingress whose word on addresses is not believed',
    ['ingress.enabled=true', 'trustedProxies=0'],
    /ingress.enabled is set, and trustedProxies is 0/,
  ],
  ['a sender that is no address', ['mailFrom="abc"'], /at '\/mailFrom': 'abc' does not match pattern/],
  [
    'a broker at a port that there is not',
    ['kafka.brokers=["kafka:70000"]'],
    /at '\/kafka\/brokers\/0': 'kafka:70000' does not match pattern/,
  ],
  [
    'two brokers in one',
    ['kafka.brokers=["one:9092,two:9092"]'],
    /at '\/kafka\/brokers\/0': .* does not match pattern/,
  ],
  [
    'a broker that policies do not let out to',
    ['kafka.brokers=["kafka:9092","kafka:9093"]'],
    /kafka.brokers has kafka:9093, port 9093, and NetworkPolicies let out kafka.port 9092/,
  ],
  [
    'a store that policies do not let out to',
    ['s3.endpoint="http://minio.store:9000"'],
    /s3.endpoint has http:\/\/minio.store:9000, port 9000, and NetworkPolicies let out s3.port 443/,
  ],
  [
    'a store at the port that its scheme means',
    ['s3.endpoint="http://minio.store"'],
    /port 80, and NetworkPolicies let out s3.port 443/,
  ],
  ["Amazon's store by a port that it has not", ['s3.port=9000'], /port 443, and NetworkPolicies let out s3.port 9000/],
  [
    'a collector that policies do not let out to',
    ['telemetry.otlpEndpoint="http://collector:4317"'],
    /telemetry.otlpEndpoint has http:\/\/collector:4317, port 4317, and NetworkPolicies let out telemetry.port 4318/,
  ],
  [
    'more proxies than a gateway believes',
    ['edge.enabled=true', 'trustedProxies=5'],
    /trustedProxies is 5, and with the edge there is one more/,
  ],
  [
    'an edge that should be more than it may',
    ['edge.enabled=true', 'edge.autoscaling.minReplicas=9'],
    /edge.autoscaling: minReplicas is more than maxReplicas/,
  ],
  [
    'segments that do not fit where they are kept',
    ['edge.enabled=true', 'edge.segmentsMax="20g"'],
    /edge.segmentsMax is 20g: .* up to 25.75Gi, more than edge.cacheSize 17Gi/,
  ],
  [
    'segments that leave no room for pictures',
    ['edge.enabled=true', 'edge.segmentsMax="11777m"'],
    /edge.segmentsMax is 11777m: .* more than edge.cacheSize 17Gi/,
  ],
  [
    'a heap as large as what the process may take',
    ['services.film.heapMegabytes=768'],
    /services.film.heapMegabytes is 768, and resources.limits.memory 768Mi: a process is killed before its heap is full/,
  ],
  [
    'a heap larger than that, in another unit',
    ['services.film.heapMegabytes=1000', 'services.film.resources.limits.memory="1G"'],
    /services.film.heapMegabytes is 1000, and resources.limits.memory 1G/,
  ],
  ['names that are remembered for longer', ['minReadySeconds=5'], /at '\/minReadySeconds': minimum: got 5, want 6/],
  [
    'brokers that are vouched for and not asked to show it',
    ['kafka.tls.caSecret="kafka-ca"'],
    /kafka.tls.caSecret is set, and kafka.tls.enabled is false/,
  ],
  [
    'a login that processes do not know',
    ['kafka.sasl.mechanism="gssapi"'],
    /at '\/kafka\/sasl\/mechanism': value must be one of/,
  ],
  [
    'a password for the Postgres log',
    [
      'kafka={"brokers":[],"sasl":{"mechanism":"plain"}}',
      'databases.bus={"secret":"bus","key":"uri","port":5432,"connectionsMax":500,"to":[{"podSelector":{}}]}',
    ],
    /kafka.brokers is empty, and kafka.tls or kafka.sasl is set/,
  ],
])('%s is refused with what is wrong [SYS-02:chart]', (_, set, message) => {
  const { code, output } = template(undefined, set);
  expect(output).toMatch(message);
  expect(code).not.toBe(0);
});

test('what the chart brings is as it is kept elsewhere: after a change, node deploy/chart/chart-files.ts [SYS-02:chart]', () => {
  for (const { source, copy } of chartFiles()) expect(readFileSync(copy, 'utf8')).toBe(readFileSync(source, 'utf8'));
  const brought = readdirSync(join(chart, 'files'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
  expect(brought.sort()).toEqual(
    chartFiles()
      .map(({ copy }) => copy)
      .sort(),
  );
});

test('a release alerts by those rules [SYS-04:chart]', () => {
  const objects = rendered('premiere');
  const rules = chartFiles().filter(({ copy }) => copy.endsWith('.yaml'));
  expect(rules.length).toBeGreaterThan(0);
  expect(objects.filter(({ kind }) => kind === 'PrometheusRule').map(({ spec }) => spec)).toEqual(
    rules.map(({ source }) => parse(readFileSync(source, 'utf8'))),
  );
  expect(rendered('small').filter(({ kind }) => kind === 'PrometheusRule')).toEqual([]);
  const linked = rendered('premiere', ['monitoring.rules.runbooksUrl="https://wiki.example/runbooks/"'])
    .filter(({ kind }) => kind === 'PrometheusRule')
    .flatMap((object) => JSON.stringify(object).match(/"runbook_url":"[^"]*"/g) ?? []);
  expect(linked.length).toBeGreaterThan(0);
  for (const link of linked) expect(link).toMatch(/"https:\/\/wiki\.example\/runbooks\/\w+\.md"$/);
});

test('consumer lag scales where KEDA is, and CPU alone elsewhere [SYS-02:chart]', () => {
  const scaling = ['services.film.autoscaling.enabled=true'];
  const alone = rendered(undefined, scaling).filter(({ kind }) => /Autoscaler|ScaledObject/.test(kind));
  expect(alone.map(({ kind }) => kind)).toEqual(['HorizontalPodAutoscaler']);
  const [scaled, ...others] = rendered(undefined, [...scaling, 'keda.enabled=true']).filter(({ kind }) =>
    /Autoscaler|ScaledObject/.test(kind),
  );
  expect([scaled?.kind, others]).toEqual(['ScaledObject', []]);
  const triggers = scaled?.spec.triggers as { type: string; metadata: Record<string, string> }[];
  expect(triggers.map(({ type, metadata }) => [type, metadata.consumerGroup ?? metadata.value])).toEqual([
    ['cpu', '70'],
    ['kafka', 'film.identity'],
    ['kafka', 'film.media'],
  ]);
  // KEDA asks from a namespace of its own, where a short name is nobody's.
  const askedFrom = (brokers: string) =>
    rendered(undefined, [...scaling, 'keda.enabled=true', `kafka.brokers=${brokers}`])
      .find(({ kind }) => kind === 'ScaledObject')
      ?.spec.triggers.map(({ metadata }: { metadata: Record<string, string> }) => metadata.bootstrapServers);
  expect(triggers[1]?.metadata.bootstrapServers).toBe('marquee-kafka-bootstrap.default.svc:9092');
  expect(askedFrom('["one:9092","two.kafka.svc:9092"]')[1]).toBe('one.default.svc:9092,two.kafka.svc:9092');
  // Who scales says how many; the Deployment would put it back at each upgrade.
  const deployment = deployments(rendered(undefined, scaling)).find((object) => componentOf(object) === 'film');
  expect(deployment?.spec.replicas).toBeUndefined();
});

test.each([
  ['KEDA', 'keda.enabled=true'],
  ['HorizontalPodAutoscalers', 'keda.enabled=false'],
])('with %s a worker goes seldom and alone, since what it transcodes is lost [SYS-02:chart]', (_, keda) => {
  const behaviors = Object.fromEntries(
    rendered('premiere', [keda]).flatMap((object) => {
      if (!/Autoscaler|ScaledObject/.test(object.kind)) return [];
      const { behavior } = object.spec.advanced?.horizontalPodAutoscalerConfig ?? object.spec;
      return [[componentOf(object), behavior.scaleDown]];
    }),
  );
  expect(behaviors['media-worker']).toEqual({
    stabilizationWindowSeconds: 1800,
    policies: [{ type: 'Pods', value: 1, periodSeconds: 1800 }],
  });
  expect(behaviors.film).toEqual({ stabilizationWindowSeconds: 300 });
});

test('an Ingress controller writes no address down, since playback tokens stand in them [SYS-02:chart]', () => {
  const ingress = rendered().find(({ kind }) => kind === 'Ingress');
  expect(ingress?.metadata.annotations).toMatchObject({ 'nginx.ingress.kubernetes.io/enable-access-log': 'false' });
});

/** A quantity in its unit: cores, or bytes. */
function amount(text: string | number): number {
  const [, number = '0', unit = ''] = /^([\d.]+)(\w*)$/.exec(String(text)) ?? [];
  const units: Record<string, number> = { '': 1, m: 0.001, Mi: 1024 ** 2, Gi: 1024 ** 3 };
  return Number(number) * (units[unit] ?? Number.NaN);
}

test('what values-small asks for fits a node of 4 cores and 8 GiB, beside its database and store [SYS-02:chart]', () => {
  const asked = deployments(rendered('small')).map(({ spec }) => {
    const { requests } = spec.template.spec.containers[0].resources;
    return { cores: spec.replicas * amount(requests.cpu), bytes: spec.replicas * amount(requests.memory) };
  });
  const sum = (of: 'cores' | 'bytes') => asked.reduce((all, each) => all + each[of], 0);
  // README.md: PostgreSQL, Redis, the store and the cluster's own take 1.2 cores and 3 GiB.
  expect(sum('cores') + 1.2).toBeLessThan(3.8);
  expect(sum('bytes') / 1024 ** 3 + 3).toBeLessThan(7.5);
});

test('values-premiere keeps what its sums ask for, before anything has scaled [SYS-02:chart]', () => {
  const objects = rendered('premiere');
  const least = (name: string) => {
    const scaler = objects.find(
      (object) => /Autoscaler|ScaledObject/.test(object.kind) && componentOf(object) === name,
    );
    const deployment = objects.find((object) => object.kind === 'Deployment' && componentOf(object) === name);
    const replicas = scaler?.spec.minReplicas ?? scaler?.spec.minReplicaCount;
    return replicas * amount(deployment?.spec.template.spec.containers[0].resources.requests.cpu);
  };
  // README.md: cores at 60 % of what a core was measured to do.
  expect({ gateway: least('gateway'), film: least('film'), identity: least('identity'), edge: least('edge') }).toEqual({
    gateway: 8,
    film: 6,
    identity: 4,
    edge: 24,
  });
});
