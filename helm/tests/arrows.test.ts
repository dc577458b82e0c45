// @requires helm
// @inputs helm deploy docs package.json

import { httpPortOf } from '@marquee/deploy/derived/chart-values';
import { databaseNames, services } from '@marquee/deploy/services';
import { componentOf, type KubernetesObject, rendered } from './testing/helm.ts';

const RPC = 50_051;

const policyOf = (objects: KubernetesObject[], name: string): KubernetesObject => {
  const found = objects.find((object) => object.kind === 'NetworkPolicy' && componentOf(object) === name);
  if (!found) throw new Error(`no policy of ${name}`);
  return found;
};

type Rule = { to?: Peer[]; from?: Peer[]; ports: { port: number }[] };
type Peer = { podSelector?: { matchLabels?: Record<string, string> }; ipBlock?: { cidr: string } };

/** The processes of the release that rules name, as `name:port`. */
function named(rules: Rule[]): string[] {
  return rules
    .flatMap(({ to, from, ports }) =>
      (to ?? from ?? []).flatMap(({ podSelector }) => {
        const component = podSelector?.matchLabels?.['app.kubernetes.io/component'];
        return component ? ports.map(({ port }) => `${component}:${port}`) : [];
      }),
    )
    .sort();
}

/** The services whose HTTP a process calls in a release, where nothing is for development. */
const httpCallees = (callsHttp: readonly string[]) =>
  services.filter(({ name, http }) => callsHttp.includes(name) && http && !http.isForDevelopment);

test('policies let each process reach those that it declares calls to, and nobody else [SYS-02:chart]', () => {
  const objects = rendered('premiere');
  const incoming = new Map<string, string[]>();
  for (const { name, calls, callsHttp } of services) {
    const http = httpCallees(callsHttp).map((callee) => `${callee.name}:8080`);
    const arrows = [...calls.map((callee) => `${callee}:${RPC}`), ...http];
    expect([name, named(policyOf(objects, name).spec.egress)]).toEqual([name, arrows.sort()]);
    for (const arrow of arrows) {
      const [callee = '', port] = arrow.split(':');
      incoming.set(callee, [...(incoming.get(callee) ?? []), `${name}:${port}`]);
    }
  }
  // A known arrow, so that the comparison below is not of empty lists.
  expect(incoming.get('media')).toContain(`film:${RPC}`);
  for (const service of services) {
    const { isPublic, isBehindEdge } = service.release;
    const others = isPublic ? ['edge', 'test'] : isBehindEdge ? ['edge'] : [];
    const port = httpPortOf(service);
    incoming.set(service.name, [...(incoming.get(service.name) ?? []), ...others.map((other) => `${other}:${port}`)]);
  }
  for (const { name } of services) {
    const rules: Rule[] = policyOf(objects, name).spec.ingress;
    expect([name, named(rules)]).toEqual([name, [...(incoming.get(name) ?? [])].sort()]);
  }
});

const COMPONENTS = { blobs: 's3', mail: 'smtp', push: 'push', scanner: 'scanner' };

test('policies let each process reach the components that it declares, and no other [SYS-02:chart]', () => {
  // Each component has its own port, which identifies its rule.
  const components = [
    ...databaseNames.map((name) => `databases.${name}`),
    ...['kafka', 'redis', 's3', 'smtp', 'push', 'scanner', 'telemetry', 'errorReporting'],
  ];
  // The `port` of these must be that of their address, so their `targetPort` is changed.
  const behindServices = ['kafka', 's3', 'telemetry', 'errorReporting'];
  const ports = components.map(
    (component, index) => `${component}.${behindServices.includes(component) ? 'targetPort' : 'port'}=${7_001 + index}`,
  );
  const objects = rendered('premiere', [
    ...ports,
    'errorReporting.dsn="https://abc@errors.example.com/1"',
    'scanner.host="clamd.example.com"',
  ]);
  for (const { name, database, uses } of services) {
    const rules: Rule[] = policyOf(objects, name).spec.egress;
    const reached = rules.flatMap(({ ports: allowed }) =>
      allowed.flatMap(({ port }) => components[port - 7_001] ?? []),
    );
    const declared = [
      ...(database ? [`databases.${database.name}`] : []),
      ...uses.map((component) => COMPONENTS[component]),
    ];
    expect([name, reached.sort()]).toEqual([
      name,
      [...declared, 'kafka', 'redis', 'telemetry', 'errorReporting'].sort(),
    ]);
  }
});

test.each(['small', 'premiere'] as const)(
  'with values-%s every pod has a policy, and no rule allows everything [SYS-02:chart]',
  (file) => {
    const objects = rendered(file);
    const policies = objects.filter(({ kind }) => kind === 'NetworkPolicy');
    const [everything, ...others] = policies.filter((policy) => componentOf(policy) === undefined);
    expect([everything?.spec.policyTypes, everything?.spec.ingress, others]).toEqual([
      ['Ingress', 'Egress'],
      undefined,
      [],
    ]);
    const pods = objects.filter(({ kind }) => ['Deployment', 'Job', 'Pod'].includes(kind)).map(componentOf);
    expect(pods.filter((component) => !policies.some((policy) => componentOf(policy) === component))).toEqual([]);
    const rules = policies.flatMap(({ spec }) => [...(spec.ingress ?? []), ...(spec.egress ?? [])]) as Rule[];
    for (const { to, from, ports } of rules) {
      expect((to ?? from ?? []).length).toBeGreaterThan(0);
      expect(ports.length).toBeGreaterThan(0);
    }
  },
);
