// @requires helm
// @inputs helm deploy docs package.json

import { POOL_CONNECTIONS } from '@marquee/data/database';
import { BUS_CONNECTIONS } from '@marquee/events/postgres-log-bus';
import { SHUTDOWN_MS_MAX } from '@marquee/runtime/shutdown';
import { componentOf, deployments, rendered, template } from './testing/helm.ts';

test('the chart counts the connections that a process opens [SYS-02:chart]', () => {
  // The pool, the relay's session, the watch of the database and its counts.
  expect(POOL_CONNECTIONS + 3).toBe(11);
  expect(BUS_CONNECTIONS).toBe(9);
  const tooMany = ['services.film.replicas=40'];
  expect(template(undefined, tooMany).output).toContain(
    'databases.film.connectionsMax is 97, and all allowed replicas may open 496 connections',
  );
});

test.each([1, 2, 3, 4, 5, 10].flatMap((replicas) => [6, 12, 31].map((ready) => [replicas, ready] as const)))(
  'the chart counts the most pools that exist during a rollout of %d replicas with minReadySeconds %d [SYS-02:chart]',
  (replicas, minReadySeconds) => {
    const paced = `minReadySeconds=${minReadySeconds}`;
    const film = deployments(rendered(undefined, [paced])).find((object) => componentOf(object) === 'film');
    expect(film?.spec.strategy.rollingUpdate).toEqual({ maxSurge: 1, maxUnavailable: 0 });
    // A process is ready two seconds after its start, and may use all of its time to end after the hook.
    const startSeconds = 2;
    const paceSeconds = startSeconds + film?.spec.minReadySeconds;
    const [container] = film?.spec.template.spec.containers ?? [];
    const endSeconds = container.lifecycle.preStop.sleep.seconds + SHUTDOWN_MS_MAX / 1000;
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
      `connectionsMax is ${pools * 11}, and all allowed replicas may open ${pools * 11 + 1} connections`,
    );
  },
);

test('with KEDA consumer lag and CPU scale a process, without it only CPU [SYS-02:chart]', () => {
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
    ['kafka', 'film.festival'],
    ['kafka', 'film.identity'],
    ['kafka', 'film.media'],
  ]);
  // KEDA runs in another namespace, where the short name of a Service does not resolve.
  const askedFrom = (brokers: string) =>
    rendered(undefined, [...scaling, 'keda.enabled=true', `kafka.brokers=${brokers}`])
      .find(({ kind }) => kind === 'ScaledObject')
      ?.spec.triggers.map(({ metadata }: { metadata: Record<string, string> }) => metadata.bootstrapServers);
  expect(triggers[1]?.metadata.bootstrapServers).toBe('marquee-kafka-bootstrap.default.svc:9092');
  expect(askedFrom('["one:9092","two.kafka.svc:9092"]')[1]).toBe('one.default.svc:9092,two.kafka.svc:9092');
  // The autoscaler sets the replicas; a number in the Deployment would reset them at each upgrade.
  const deployment = deployments(rendered(undefined, scaling)).find((object) => componentOf(object) === 'film');
  expect(deployment?.spec.replicas).toBeUndefined();
});

test.each([
  ['KEDA', 'keda.enabled=true'],
  ['HorizontalPodAutoscalers', 'keda.enabled=false'],
])(
  'with %s workers are scaled down slowly and one at a time, since running transcodes are lost [SYS-02:chart]',
  (_, keda) => {
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
  },
);

/** A quantity in its unit: cores, or bytes. */
function amount(text: string | number): number {
  const [, number = '0', unit = ''] = /^([\d.]+)(\w*)$/.exec(String(text)) ?? [];
  const units: Record<string, number> = { '': 1, m: 0.001, Mi: 1024 ** 2, Gi: 1024 ** 3 };
  return Number(number) * (units[unit] ?? Number.NaN);
}

test('the requests of values-small fit a node of 4 cores and 8 GiB, beside its database and store [SYS-02:chart]', () => {
  const asked = deployments(rendered('small')).map(({ spec }) => {
    const { requests } = spec.template.spec.containers[0].resources;
    return { cores: spec.replicas * amount(requests.cpu), bytes: spec.replicas * amount(requests.memory) };
  });
  const sum = (of: 'cores' | 'bytes') => asked.reduce((all, each) => all + each[of], 0);
  // README.md: PostgreSQL, Redis, the store and the cluster's own take 1.2 cores and 3 GiB.
  expect(sum('cores') + 1.2).toBeLessThan(3.8);
  expect(sum('bytes') / 1024 ** 3 + 3).toBeLessThan(7.5);
});

test('values-premiere requests the cores that the README calculates, before anything scales [SYS-02:chart]', () => {
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
