// @requires helm
// @inputs helm deploy docs package.json

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { services } from '@marquee/deploy/services';
import { parse } from 'yaml';
import { chart, componentOf, type KubernetesObject, rendered } from './testing/helm.ts';

const ENABLED = 'monitoring.serviceMonitors.enabled=true';
const PROBES = 9_090;

const selects = (selector: Record<string, string>, labels: Record<string, string> = {}) =>
  Object.entries(selector).every(([key, value]) => labels[key] === value);

const podsOf = (objects: KubernetesObject[]) =>
  objects.flatMap((object) => {
    if (object.kind === 'Pod') return [object];
    const template = object.spec?.template;
    return template ? [{ ...object, metadata: template.metadata, spec: template.spec }] : [];
  });

const ofKind = (objects: KubernetesObject[], kind: string) => objects.filter((object) => object.kind === kind);

test.each(services.map(({ name }) => name))(
  '%s has one ServiceMonitor, which selects one Service and the probe port of its pods [SYS-04:chart]',
  (name) => {
    const objects = rendered(undefined, [ENABLED, 'edge.enabled=true']);
    const monitors = ofKind(objects, 'ServiceMonitor').filter((object) => componentOf(object) === name);
    expect(monitors).toHaveLength(1);
    const { selector, endpoints } = monitors[0]?.spec ?? {};
    expect(selector.matchExpressions).toBeUndefined();
    const services = ofKind(objects, 'Service').filter(({ metadata }) =>
      selects(selector.matchLabels, metadata.labels),
    );
    // Its name becomes the label `job`, so it differs by process and release.
    expect(services.map(({ metadata }) => metadata.name)).toEqual([`marquee-${name}`]);
    const { spec } = services[0] as KubernetesObject;
    const pods = podsOf(objects).filter(({ metadata }) => selects(spec.selector, metadata.labels));
    expect(pods.map(componentOf)).toEqual([name]);

    expect(endpoints).toEqual([expect.objectContaining({ port: 'probes', path: '/metrics', interval: '30s' })]);
    const ports = spec.ports.filter((port: { name: string }) => port.name === endpoints[0].port);
    expect(ports).toEqual([expect.objectContaining({ port: PROBES, targetPort: 'probes' })]);
    expect(pods[0]?.spec.containers[0].ports).toContainEqual({ name: 'probes', containerPort: PROBES });
  },
);

test('ServiceMonitors exist only when they are enabled, only for processes, and with the configured labels [SYS-04:chart]', () => {
  const monitors = (set: string[]) => ofKind(rendered(undefined, set), 'ServiceMonitor');
  const made = monitors([ENABLED, 'edge.enabled=true', 'monitoring.serviceMonitors.labels={"release":"stack"}']);
  const names = services.map(({ name }) => name);
  expect(made.map(componentOf).sort()).toEqual(names.sort());
  for (const { metadata } of made) expect(metadata.labels?.release).toBe('stack');
  expect(monitors([])).toEqual([]);
});

test('metrics keep the label `service` of their process, which rules and dashboards use [SYS-04:chart]', () => {
  const monitors = ofKind(rendered(undefined, [ENABLED]), 'ServiceMonitor');
  expect(monitors.length).toBeGreaterThan(0);
  for (const { spec } of monitors) {
    const [endpoint] = spec.endpoints;
    expect(endpoint.relabelings).toEqual([{ action: 'labeldrop', regex: 'service' }]);
    // With honorLabels, labels of a process would replace those of its target.
    expect(endpoint).not.toHaveProperty('honorLabels');
  }
});

test('only Prometheus may reach the probe port [SYS-04:chart]', () => {
  const prometheus = [{ namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': 'monitoring' } } }];
  const policies = ofKind(rendered(undefined, [ENABLED, 'edge.enabled=true']), 'NetworkPolicy');
  for (const { name } of services) {
    const [policy, ...others] = policies.filter((object) => componentOf(object) === name);
    const rules = policy?.spec.ingress.filter(({ ports }: { ports: { port: number }[] }) =>
      ports.some(({ port }) => port === PROBES),
    );
    expect([name, rules, others]).toEqual([name, [{ from: prometheus, ports: [{ port: PROBES }] }], []]);
  }
});

test('a release contains the alert rules of files/rules [SYS-04:chart]', () => {
  const objects = rendered('premiere');
  const folder = join(chart, 'files', 'rules');
  const rules = readdirSync(folder).sort();
  expect(rules.length).toBeGreaterThan(0);
  expect(objects.filter(({ kind }) => kind === 'PrometheusRule').map(({ spec }) => spec)).toEqual(
    rules.map((name) => parse(readFileSync(join(folder, name), 'utf8'))),
  );
  expect(rendered('small').filter(({ kind }) => kind === 'PrometheusRule')).toEqual([]);
  const linked = rendered('premiere', ['monitoring.rules.runbooksUrl="https://wiki.example/runbooks/"'])
    .filter(({ kind }) => kind === 'PrometheusRule')
    .flatMap((object) => JSON.stringify(object).match(/"runbook_url":"[^"]*"/g) ?? []);
  expect(linked.length).toBeGreaterThan(0);
  for (const link of linked) expect(link).toMatch(/"https:\/\/wiki\.example\/runbooks\/\w+\.md"$/);
});
