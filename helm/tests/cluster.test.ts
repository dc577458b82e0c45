// @requires k8s
// @inputs helm/marquee

import { randomBytes } from 'node:crypto';
import { services } from '@marquee/deploy/services';
import { eventually } from '@marquee/testing/eventually';
import { type Answer, type Cluster, openCluster, orThrow } from './testing/cluster.ts';
import { chart, exampleObjects, type KubernetesObject, objectsOf, template, type ValueFile } from './testing/helm.ts';

const TEST_MS_MAX = 180_000;
const namespace = `marquee-${randomBytes(4).toString('hex')}`;
const RELEASE = 'marquee';
const PROCESSES = ['edge', ...services.map(({ name }) => name)].sort();
const values = ['--set', 'edge.enabled=true'];

let cluster: Cluster;

beforeAll(async () => {
  cluster = await openCluster();
  await orThrow(cluster.kubectl(['create', 'namespace', namespace]));
  await orThrow(cluster.kubectl(['label', 'namespace', namespace, 'pod-security.kubernetes.io/enforce=restricted']));
}, TEST_MS_MAX);

afterAll(async () => {
  await cluster?.kubectl(['delete', 'namespace', namespace, '--wait=false']);
  await cluster?.stop();
}, TEST_MS_MAX);

const inNamespace = ['-n', namespace];
const helm = (...args: string[]) => cluster.helm([...args, ...inNamespace]);
const upgrade = (...args: string[]) =>
  helm('upgrade', RELEASE, chart, ...values, '--atomic', '--cleanup-on-fail', ...args);

type Deployment = KubernetesObject & { status: Record<string, number> };
const deployments = async () => (await cluster.list('deployments', namespace)) as Deployment[];

/** What runs: the image and a setting of each process. */
async function running() {
  const found = await deployments();
  return Object.fromEntries(
    found.map(({ metadata, spec }) => {
      const [container] = spec.template.spec.containers;
      const level = container.env?.find(({ name }: { name: string }) => name === 'LOG_LEVEL')?.value;
      return [metadata.name.slice(RELEASE.length + 1), [container.image, level]];
    }),
  );
}

async function release(): Promise<{ status: string; revision: number }> {
  const { stdout } = await orThrow(helm('status', RELEASE, '-o', 'json'));
  const { info, version } = JSON.parse(stdout);
  return { status: info.status, revision: version };
}

/** Until every process has what it wants; Helm itself does not wait for pods to have been ready for a while. */
const settled = () =>
  eventually(
    async () => (await deployments()).every(({ spec, status }) => status.availableReplicas === spec.replicas),
    TEST_MS_MAX,
  );

/** Lets something happen and tells how many pods each process had at the least, beside what it wants. */
async function leastAvailable<T>(work: () => Promise<T>): Promise<{ result: T; missing: Record<string, number> }> {
  await settled();
  const seen = new Set<string>();
  const missing: Record<string, number> = {};
  const state = '{.metadata.name} {.spec.replicas} {.status.availableReplicas}';
  const stop = cluster.watch('deployments', namespace, state, (line) => {
    const [name = '', wanted, available] = line.split(' ');
    seen.add(name);
    const lacks = Number(wanted) - Number(available);
    if (lacks > (missing[name] ?? 0)) missing[name] = lacks;
  });
  try {
    await eventually(() => seen.size === PROCESSES.length);
    return { result: await work(), missing };
  } finally {
    await stop();
  }
}

const strict = async (text: string): Promise<Answer> =>
  cluster.kubectl(['apply', ...inNamespace, '--dry-run=server', '--validate=strict', '-f', '-'], text);

test.each<[ValueFile, string[]]>([
  ['small', []],
  ['premiere', []],
  ['premiere', ['kafka.tls.enabled=true', 'kafka.tls.caSecret="brokers"', 'kafka.sasl.mechanism="scram-sha-512"']],
  ['premiere', ['keda.enabled=false', 'networkPolicies.enabled=false', 'services.media.scratch.storageClass="fast"']],
])(
  'an API server takes every object of values-%s as it stands, with %p [SYS-02:chart]',
  async (file, set) => {
    const { stdout } = template(file, set);
    const { output, code } = await strict(stdout);
    const taken = output.split('\n').filter((line) => line.includes('(server dry run)'));
    expect([code, taken.length, output]).toEqual([0, objectsOf(stdout).length, expect.not.stringContaining('rror')]);
  },
  TEST_MS_MAX,
);

test(
  'it takes what the examples make of Kubernetes itself, and pods as their operators would create them [SYS-02:chart]',
  async () => {
    const own = ['cloudnative-pg.yaml', 'cloudnative-pg-restore.yaml', 'redis.yaml', 'object-store-small.yaml']
      .flatMap((name) => exampleObjects(name))
      .filter(({ apiVersion }) => /^(v1|apps\/v1|networking\.k8s\.io\/v1)$/.test(apiVersion));
    expect(own.length).toBe(9);
    // A Deployment is taken as it is; only its pods are held against Pod Security.
    const ofDeployments = own
      .filter(({ kind }) => kind === 'Deployment')
      .map(({ metadata, spec }) => ({ apiVersion: 'v1', kind: 'Pod', metadata, spec: spec.template.spec }));
    const pod = (name: string, template: KubernetesObject['spec'], container: string) => ({
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { name },
      spec: {
        securityContext: template.pod.securityContext,
        containers: [{ name, image: name, securityContext: template[container].securityContext }],
      },
    });
    const strimzi = exampleObjects('strimzi.yaml');
    const templateOf = (kind: string) => strimzi.find((object) => object.kind === kind)?.spec;
    const ofKafka = [
      pod('broker', templateOf('KafkaNodePool').template, 'kafkaContainer'),
      pod('entity-operator', templateOf('Kafka').entityOperator.template, 'topicOperatorContainer'),
    ];
    const asText = (objects: object[]) => objects.map((object) => JSON.stringify(object)).join('\n---\n');
    const { code, output } = await strict(asText([...own, ...ofDeployments, ...ofKafka]));
    expect([code, output]).toEqual([0, expect.not.stringContaining('rror')]);

    const lax = await strict(asText([pod('lax', { pod: {}, kafkaContainer: {} }, 'kafkaContainer')]));
    expect([lax.code, lax.output]).toEqual([1, expect.stringContaining('violates PodSecurity "restricted:latest"')]);
  },
  TEST_MS_MAX,
);

test(
  'and would not take one with a field that is misspelt',
  async () => {
    const { stdout } = template('small');
    const misspelt = await strict(stdout.replace('minReadySeconds', 'minimumReadySeconds'));
    expect([misspelt.code, misspelt.output]).toEqual([
      1,
      expect.stringContaining('unknown field "spec.minimumReadySeconds"'),
    ]);
  },
  TEST_MS_MAX,
);

test(
  'a release is installed where Pod Security is restricted, and passes its own test [SYS-02:chart]',
  async () => {
    await orThrow(helm('install', RELEASE, chart, ...values, '--wait', '--timeout', '2m'));
    expect(await release()).toEqual({ status: 'deployed', revision: 1 });
    expect(Object.keys(await running()).sort()).toEqual(PROCESSES);
    const migrated = await cluster.list('events', namespace);
    expect(
      migrated
        .map((event) => event as unknown as { reason: string; involvedObject: { name: string } })
        .filter(({ reason, involvedObject }) => reason === 'Completed' && involvedObject.name === 'marquee-migrate'),
    ).toHaveLength(1);
    const { output } = await orThrow(helm('test', RELEASE));
    expect(output).toMatch(/Phase:\s+Succeeded/);
  },
  TEST_MS_MAX,
);

test(
  'an upgrade replaces every pod and never has one too few [SYS-02:rolling]',
  async () => {
    const { missing, result } = await leastAvailable(() => upgrade('--set', 'logLevel=debug', '--timeout', '2m'));
    expect([result.code, result.output]).toEqual([0, expect.stringContaining('STATUS: deployed')]);
    expect(missing).toEqual({});
    expect((await running()).film).toEqual(['marquee:0.1.0', 'debug']);
  },
  TEST_MS_MAX,
);

test(
  'an upgrade that never becomes ready is taken back, and what ran keeps running [SYS-02:rolling]',
  async () => {
    const before = await running();
    const never = [
      '--set',
      'image.repository=sim-never-ready,logLevel=debug,migrations.enabled=false',
      '--timeout',
      '15s',
    ];
    const { missing, result } = await leastAvailable(() => upgrade(...never));
    expect([result.code, result.output]).toEqual([
      1,
      expect.stringContaining('has been rolled back due to atomic being set'),
    ]);
    expect(missing).toEqual({});
    expect(await running()).toEqual(before);
    expect((await release()).status).toBe('deployed');
  },
  TEST_MS_MAX,
);

test(
  'an upgrade that migrates and never becomes ready is taken back to pods that start on the newer schema [SYS-02:migrate]',
  async () => {
    const before = await running();
    const migrations = async () =>
      (await cluster.list('events', namespace)).filter((event) => {
        const { reason, involvedObject } = event as unknown as { reason: string; involvedObject: { name: string } };
        return reason === 'Completed' && involvedObject.name === 'marquee-migrate';
      }).length;
    const migrated = await migrations();
    // Its migrations run, and then no node has room for one of film.
    const film = 'services.film.resources';
    const tooLarge = ['--set', `${film}.requests.cpu=1k,${film}.limits.cpu=1k,logLevel=trace`, '--timeout', '30s'];
    const { missing, result } = await leastAvailable(() => upgrade(...tooLarge));
    expect([result.code, result.output]).toEqual([
      1,
      expect.stringContaining('has been rolled back due to atomic being set'),
    ]);
    expect(await migrations()).toBe(migrated + 1);
    expect(missing).toEqual({});
    expect(await running()).toEqual(before);

    // A pod of the release before that has to start now is allowed to by ALLOW_NEWER_SCHEMA.
    const pods = async () =>
      (await cluster.list('pods', namespace)).filter(
        ({ metadata }) => metadata.labels?.['app.kubernetes.io/component'] === 'film',
      );
    const old = (await pods()).map(({ metadata }) => metadata.name);
    await orThrow(cluster.kubectl(['delete', 'pod', ...old, ...inNamespace]));
    await settled();
    const started = (await pods()).filter(({ metadata }) => !old.includes(metadata.name));
    expect(started.length).toBe(2);
    for (const { spec } of started) {
      expect(spec.containers[0].env).toContainEqual({ name: 'ALLOW_NEWER_SCHEMA', value: '1' });
    }
  },
  TEST_MS_MAX,
);

test(
  'an upgrade whose migrations fail touches no process and is taken back [SYS-02:migrate]',
  async () => {
    const before = await deployments();
    const failing = ['--set', 'image.repository=sim-exit-1,logLevel=debug', '--timeout', '60s'];
    const { code, output } = await upgrade(...failing);
    expect([code, output]).toEqual([
      1,
      expect.stringMatching(
        /rolled back due to atomic being set: pre-upgrade hooks failed.*job marquee-migrate failed/s,
      ),
    ]);
    expect((await release()).status).toBe('deployed');
    const pods = (found: Deployment[]) => found.map(({ metadata, spec }) => [metadata.name, spec.template]);
    expect(pods(await deployments())).toEqual(pods(before));
    // What it said is still there to be read.
    const [job] = await cluster.list('jobs', namespace);
    expect(job?.metadata.name).toBe('marquee-migrate');
  },
  TEST_MS_MAX,
);

test(
  'a release goes back to an earlier one [SYS-02:rolling]',
  async () => {
    const { missing } = await leastAvailable(() =>
      orThrow(helm('rollback', RELEASE, '1', '--wait', '--timeout', '2m')),
    );
    expect((await running()).film).toEqual(['marquee:0.1.0', 'info']);
    expect(missing).toEqual({});
    await orThrow(upgrade('--timeout', '2m'));
  },
  TEST_MS_MAX,
);

test(
  'a node is drained within the disruption budgets: one pod of a process at a time [SYS-02:chart]',
  async () => {
    const [node] = await cluster.list('nodes');
    const name = node?.metadata.name ?? '';
    const onNode = async () => (await cluster.list('pods', namespace)).filter(({ spec }) => spec.nodeName === name);
    expect((await onNode()).length).toBeGreaterThan(0);
    const drain = () =>
      cluster.kubectl(['drain', name, '--ignore-daemonsets', '--delete-emptydir-data', '--timeout=90s']);
    const { missing } = await leastAvailable(() => orThrow(drain()));
    expect(Object.values(missing).every((pods) => pods <= 1)).toBe(true);
    expect(await onNode()).toEqual([]);
    await settled();
    await orThrow(cluster.kubectl(['uncordon', name]));
  },
  TEST_MS_MAX,
);

test(
  'a second pod of a process is not evicted while the first is unavailable [SYS-02:chart]',
  async () => {
    // So that none takes its place.
    const nodes = (await cluster.list('nodes')).map(({ metadata }) => metadata.name);
    await orThrow(cluster.kubectl(['cordon', ...nodes]));
    // What the drain has evicted may still be on its way out, and the budget counted a moment later.
    const [first, second] = await eventually(async () => {
      const isOfFilm = ({ metadata }: KubernetesObject) => metadata.labels?.['app.kubernetes.io/component'] === 'film';
      const film = (await cluster.list('pods', namespace)).filter(isOfFilm);
      const budget = (await cluster.list('poddisruptionbudgets', namespace)).find(isOfFilm);
      expect(film.filter(({ metadata }) => metadata.deletionTimestamp)).toEqual([]);
      expect(budget?.status).toMatchObject({ expectedPods: film.length, disruptionsAllowed: 1 });
      return film;
    }, TEST_MS_MAX);
    const evict = (pod: KubernetesObject | undefined) => {
      const name = pod?.metadata.name;
      const eviction = JSON.stringify({ apiVersion: 'policy/v1', kind: 'Eviction', metadata: { name, namespace } });
      return cluster.kubectl(
        ['create', '--raw', `/api/v1/namespaces/${namespace}/pods/${name}/eviction`, '-f', '-'],
        eviction,
      );
    };
    await orThrow(evict(first));
    expect(await evict(second)).toMatchObject({ code: 1, output: expect.stringContaining('disruption budget') });
    await orThrow(cluster.kubectl(['uncordon', ...nodes]));
  },
  TEST_MS_MAX,
);

test(
  'uninstalling leaves nothing behind [SYS-02:chart]',
  async () => {
    await orThrow(helm('uninstall', RELEASE, '--wait', '--timeout', '2m'));
    const { stdout } = await orThrow(cluster.kubectl(['api-resources', '--namespaced', '--verbs=list', '-o', 'name']));
    const kinds = stdout
      .trim()
      .split('\n')
      .filter((kind) => !/^events/.test(kind));
    await eventually(async () => {
      const left = (await cluster.list(kinds.join(','), namespace)).map(
        ({ kind, metadata }) => `${kind}/${metadata.name}`,
      );
      expect(left.sort()).toEqual(['ConfigMap/kube-root-ca.crt', 'ServiceAccount/default']);
    }, TEST_MS_MAX);
  },
  TEST_MS_MAX,
);
