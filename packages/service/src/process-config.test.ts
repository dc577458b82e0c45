import { rootCertificates } from 'node:tls';
import { ConfigError, loadConfig } from '@marquee/runtime/config';
import { generateSigningKey, publicKeyToPem, signingKeyToPem } from '@marquee/runtime/keys';
import { memberConfigOf, processConfigSchema } from './process-config.ts';
import { makeSecret, secret } from './secret.ts';

const key = generateSigningKey();
const complete = {
  FILM_ADDRESS: 'film:50051',
  KAFKA_BROKERS: 'kafka:9092',
  SERVICE_SIGNING_KEY: signingKeyToPem(key),
  PUBLIC_KEYS: JSON.stringify({ viewer: [publicKeyToPem(key)], services: { film: [publicKeyToPem(key)] } }),
};
const member = memberConfigOf({ database: undefined, calls: ['film'] });
const problemsOf = (env: Record<string, string | undefined>) => {
  try {
    loadConfig(processConfigSchema, env);
    loadConfig(member, env);
    return '';
  } catch (error) {
    return error instanceof ConfigError ? error.message : String(error);
  }
};

test('a complete environment is read', () => {
  const config = loadConfig(processConfigSchema, { ...complete, KAFKA_BROKERS: 'kafka-0:9092, kafka-1:9092' });
  expect(config).toMatchObject({
    HOST: '127.0.0.1',
    KAFKA_BROKERS: ['kafka-0:9092', 'kafka-1:9092'],
  });
  expect(loadConfig(member, complete)).toMatchObject({
    RPC_PORT: 50_051,
    FILM_ADDRESS: 'film:50051',
    SERVICE_SIGNING_KEY: { id: key.id },
  });
  expect([...config.PUBLIC_KEYS.viewerKeys.keys()]).toEqual([key.id]);
  // The brokers' own default, which is not one replica on a cluster.
  expect(config.KAFKA_REPLICATION).toBeUndefined();
});

test.each([
  ['FILM_ADDRESS', undefined, 'FILM_ADDRESS is not set'],
  ['FILM_ADDRESS', 'http://film', 'FILM_ADDRESS: must be host:port'],
  ['KAFKA_BROKERS', 'kafka', 'must be host:port'],
  ['KAFKA_BROKERS', 'kafka:99999', 'must have a port up to 65535'],
  ['RPC_PORT', '70000', 'RPC_PORT'],
  ['REDIS_URL', 'http://redis', 'REDIS_URL'],
  ['DATABASE_URL_BUS', 'mysql://bus', 'DATABASE_URL_BUS'],
  ['PUBLIC_KEYS', '{"viewer":[]}', 'PUBLIC_KEYS: must be JSON'],
  ['KAFKA_REPLICATION', '0', 'KAFKA_REPLICATION'],
  ['DRAIN_DELAY_MS', '12001', 'DRAIN_DELAY_MS: must be at most 12000, so that 13000 of the 25000 ms'],
  ['SERVICE_SIGNING_KEY', 'hunter2', 'SERVICE_SIGNING_KEY: must be an Ed25519 private key'],
])('a wrong %s (%s) is named, and its value is not said', (name, value, message) => {
  const said = problemsOf({ ...complete, [name]: value });
  expect(said).toContain(message);
  if (value?.includes('hunter')) expect(said).not.toContain(value);
});

test('events travel by brokers or by a database, by one of both', () => {
  const { KAFKA_BROKERS: _, ...neither } = complete;
  const url = 'postgres://bus@127.0.0.1/bus';
  expect(problemsOf({ ...neither, DATABASE_URL_BUS: url })).toBe('');
  expect(problemsOf(neither)).toBe('KAFKA_BROKERS: must be set, or DATABASE_URL_BUS in its place');
  expect(problemsOf({ ...complete, DATABASE_URL_BUS: url })).toBe(
    'KAFKA_BROKERS: must not be set together with DATABASE_URL_BUS',
  );
});

test('a drain has its time after the longest delay', () => {
  const config = loadConfig(processConfigSchema, { ...complete, DRAIN_DELAY_MS: '12000' });
  expect(config.DRAIN_DELAY_MS).toBe(12_000);
});

const [certificate = ''] = rootCertificates;
const tls = { KAFKA_SSL: 'true' };
const login = { KAFKA_SASL_MECHANISM: 'plain', KAFKA_USERNAME: 'film', KAFKA_PASSWORD: 'hunter2' };

test.each([
  ['a mechanism alone', { KAFKA_SASL_MECHANISM: 'plain' }, /KAFKA_USERNAME: must be set.*KAFKA_PASSWORD: must be set/],
  ['an unknown mechanism', { ...login, KAFKA_SASL_MECHANISM: 'gssapi' }, /^KAFKA_SASL_MECHANISM: /],
  ['a name alone', { KAFKA_USERNAME: 'film' }, /KAFKA_SASL_MECHANISM: must be set, as KAFKA_USERNAME is/],
  ['a password alone', { KAFKA_PASSWORD: 'hunter2' }, /KAFKA_SASL_MECHANISM: must be set, as KAFKA_PASSWORD is/],
  ['a switch that is neither', { KAFKA_SSL: 'yes' }, /^KAFKA_SSL: /],
  ['an authority that is none', { ...tls, KAFKA_SSL_CA: 'hunter2' }, /^KAFKA_SSL_CA: must be certificates as PEM$/],
  ['an authority without TLS', { KAFKA_SSL_CA: certificate }, /^KAFKA_SSL: must be true, as KAFKA_SSL_CA is set$/],
])('how the broker is spoken to: %s is refused', (_, env, message) => {
  const said = problemsOf({ ...complete, ...env });
  expect(said).toMatch(message);
  expect(said).not.toContain('hunter2');
});

test('a broker is spoken to in plain, over TLS, and with a password over either', () => {
  for (const env of [{}, tls, { ...tls, KAFKA_SSL_CA: certificate }, login, { ...tls, ...login }])
    expect(problemsOf({ ...complete, ...env })).toBe('');
});

test('a secret has 32 random bytes, and one that is set 32 characters at least', () => {
  const bytesOf = (text: string) => Buffer.from(text, 'base64').length;
  expect([bytesOf(makeSecret('random')), bytesOf(makeSecret('keyring').replace(/^k1:/, ''))]).toEqual([32, 32]);
  const isTaken = (characters: number) => secret().safeParse('x'.repeat(characters)).success;
  expect([isTaken(31), isTaken(32)]).toEqual([false, true]);
});
