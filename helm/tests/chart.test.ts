// @requires helm
// @inputs helm deploy

import { entryOf } from '@marquee/deploy/derived/chart-values';
import { databaseNames, services } from '@marquee/deploy/services';
import { loadConfig } from '@marquee/runtime/config';
import { processConfigSchema } from '@marquee/service/process-config';
import type { z } from 'zod';
import { environmentOf, schemas } from './testing/environment.ts';
import { chart, componentOf, deployments, KUBE_VERSION, rendered, run, VALUE_FILES } from './testing/helm.ts';

const FILES = ['small', 'premiere'] as const;
/** What Node and the libraries read. */
const OF_NODE = ['NODE_ENV', 'NODE_OPTIONS', 'TMPDIR'];
const DRAWN_BY_LIBRARIES = /^OTEL_/;

test.each(FILES)('helm lint reports nothing about the chart with values-%s [SYS-02:chart]', (file) => {
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

test('the release has every declared process, with its entry and its database [SYS-02:chart]', () => {
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
    const declared = services.map((service) => ({
      name: service.name,
      entry: entryOf(service),
      database: service.database?.name,
    }));
    expect(made.sort(byName)).toEqual(declared.sort(byName));
  }
});

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

  test('the Job migrates every database, before the first install and before each upgrade [SYS-02:chart]', () => {
    const job = rendered(file).find(({ kind }) => kind === 'Job');
    expect(job?.metadata.annotations).toMatchObject({ 'helm.sh/hook': 'pre-install,pre-upgrade' });
    const [container] = job?.spec.template.spec.containers ?? [];
    const named = container.env.flatMap(
      ({ name }: { name: string }) => /^DATABASE_URL_(\w+)_FILE$/.exec(name)?.[1]?.toLowerCase() ?? [],
    );
    const kept = [...databaseNames, ...(file === 'small' ? ['bus'] : [])];
    expect(named.sort()).toEqual([...kept].sort());
    expect(container.args).toEqual(['deploy/migrate/main.ts']);
  });
});

test('the Ingress controller logs no URLs, since they contain playback tokens [SYS-02:chart]', () => {
  const ingress = rendered().find(({ kind }) => kind === 'Ingress');
  expect(ingress?.metadata.annotations).toMatchObject({ 'nginx.ingress.kubernetes.io/enable-access-log': 'false' });
});
