// @requires helm
// @inputs helm deploy docs package.json

import { loadConfig } from '@marquee/runtime/config';
import { SHUTDOWN_MS_MAX } from '@marquee/runtime/shutdown';
import { processConfigSchema } from '@marquee/service/process-config';
import { environmentOf, schemas } from './testing/environment.ts';
import { componentOf, deployments, type KubernetesObject, rendered, schemaOfValues } from './testing/helm.ts';

/** How a pod ends: the sleep before SIGTERM, the delay of its process after it, and the limit for everything. */
function waitsOf(deployment: KubernetesObject) {
  const { containers, terminationGracePeriodSeconds } = deployment.spec.template.spec;
  return {
    hookSeconds: containers[0].lifecycle?.preStop.sleep.seconds as number | undefined,
    ownSeconds: loadConfig(processConfigSchema, environmentOf(deployment)).DRAIN_DELAY_MS / 1000,
    podSeconds: terminationGracePeriodSeconds as number,
  };
}

describe.each(['small', 'premiere'] as const)('with values-%s', (file) => {
  test('a pod has the time that its process needs to end, and no token for the API server [SYS-02:rolling]', () => {
    const objects = rendered(file);
    for (const deployment of deployments(objects)) {
      const { hookSeconds = 0, podSeconds } = waitsOf(deployment);
      expect(podSeconds * 1000).toBeGreaterThan(hookSeconds * 1000 + SHUTDOWN_MS_MAX);
      expect(deployment.spec.strategy.rollingUpdate).toEqual({ maxSurge: 1, maxUnavailable: 0 });
    }
    const pods = objects.flatMap(({ kind, spec }) => (kind === 'Pod' ? [spec] : (spec?.template?.spec ?? [])));
    expect(pods.length).toBeGreaterThanOrEqual(8);
    for (const pod of pods) expect(pod.automountServiceAccountToken).toBe(false);
  });
});

test('a pod starts on a newer schema, as a rollback needs, unless allowNewerSchema is false [SYS-02:migrate]', () => {
  const allowing = (set: string[]) =>
    deployments(rendered(undefined, set)).map((deployment) => [
      componentOf(deployment),
      loadConfig(processConfigSchema, environmentOf(deployment)).ALLOW_NEWER_SCHEMA,
    ]);
  const all = (value: string) => Object.keys(schemas).map((name) => [name, value]);
  expect(allowing([])).toEqual(expect.arrayContaining(all('1')));
  // The default of a process.
  expect(allowing(['allowNewerSchema=false'])).toEqual(expect.arrayContaining(all('0')));
});

test.each([
  ['unless set', [], { hookSeconds: 2, ownSeconds: 3, all: 5 }],
  ['at 0', ['drainDelaySeconds=0'], { hookSeconds: undefined, ownSeconds: 0, all: 0 }],
  ['at 1', ['drainDelaySeconds=1'], { hookSeconds: undefined, ownSeconds: 1, all: 1 }],
  ['at 12', ['drainDelaySeconds=12'], { hookSeconds: 6, ownSeconds: 6, all: 12 }],
])(
  'drainDelaySeconds %s is split between the hook of the pod and the delay of its process, within its limit [SYS-02:rolling]',
  (_, set, { hookSeconds, ownSeconds, all }) => {
    const made = deployments(rendered(undefined, set));
    expect(made.map(componentOf).sort()).toEqual(Object.keys(schemas).sort());
    for (const deployment of made) {
      const waits = waitsOf(deployment);
      expect(waits).toMatchObject({ hookSeconds, ownSeconds });
      expect((waits.hookSeconds ?? 0) + waits.ownSeconds).toBe(all);
      expect(waits.podSeconds * 1000).toBeGreaterThan((waits.hookSeconds ?? 0) * 1000 + SHUTDOWN_MS_MAX);
    }
  },
);

test('the edge waits in its hook for all of drainDelaySeconds, since nginx has no delay [SYS-02:rolling]', () => {
  const edge = rendered('premiere').find((object) => object.kind === 'Deployment' && componentOf(object) === 'edge');
  expect(edge?.spec.template.spec.containers[0].lifecycle.preStop).toEqual({ sleep: { seconds: 5 } });
});

test('the chart allows the same maximum of drainDelaySeconds as a process does [SYS-02:rolling]', () => {
  const { maximum } = schemaOfValues().drainDelaySeconds;
  const [deployment] = deployments(rendered(undefined, [`drainDelaySeconds=${maximum}`]));
  if (!deployment) throw new Error('no process');
  const { hookSeconds = 0, ownSeconds } = waitsOf(deployment);
  expect(hookSeconds + ownSeconds).toBe(maximum);
  const alone = (seconds: number) =>
    loadConfig(processConfigSchema, { ...environmentOf(deployment), DRAIN_DELAY_MS: String(seconds * 1000) });
  expect(alone(maximum).DRAIN_DELAY_MS).toBe(maximum * 1000);
  expect(() => alone(maximum + 1)).toThrow(/DRAIN_DELAY_MS/);
});

test('a new pod is ready for longer than names are cached before an old one stops, or for minReadySeconds [SYS-02:rolling]', () => {
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
