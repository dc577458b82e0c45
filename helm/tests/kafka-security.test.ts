// @requires helm
// @inputs helm deploy docs package.json

import { rootCertificates } from 'node:tls';
import { loadConfig } from '@marquee/runtime/config';
import { processConfigSchema } from '@marquee/service/process-config';
import { environmentOf, schemas } from './testing/environment.ts';
import { componentOf, deployments, rendered, schemaOfValues } from './testing/helm.ts';

const KAFKA_SECURED = ['kafka.tls={"enabled":true,"caSecret":"kafka-ca"}', 'kafka.sasl.mechanism="scram-sha-512"'];

test('processes connect to Kafka with TLS and a password, neither of which is in their environment [SYS-02:chart]', () => {
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

test('TLS without a CA trusts those of Node; by default there is neither TLS nor a login [SYS-02:chart]', () => {
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
  'a process accepts the mechanism %s under the name that the chart uses [SYS-02:chart]',
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

test('KEDA connects to such a Kafka with the same Secrets [SYS-02:chart]', () => {
  const scaling = ['services.film.autoscaling.enabled=true', 'keda.enabled=true'];
  const asked = (set: string[]) => {
    const objects = rendered(undefined, [...scaling, ...set]);
    const scaled = objects.find(({ kind }) => kind === 'ScaledObject');
    const kafka = scaled?.spec.triggers.filter(({ type }: { type: string }) => type === 'kafka');
    return { kafka, authentication: objects.find(({ kind }) => kind === 'TriggerAuthentication') };
  };
  const { kafka, authentication } = asked(KAFKA_SECURED);
  expect(kafka).toHaveLength(3);
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
