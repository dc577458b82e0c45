// @requires kafka
// @inputs packages/events

import { randomUUID } from 'node:crypto';
import { loadConfig } from '@marquee/runtime/config';
import { generateSigningKey, publicKeyToPem } from '@marquee/runtime/keys';
import { createLogger } from '@marquee/runtime/log';
import { createShutdown } from '@marquee/runtime/shutdown';
import { atEnd } from '@marquee/testing/cleanup';
import { eventually } from '@marquee/testing/eventually';
import { silentLog } from '@marquee/testing/silent-log';
import { openShared } from './open-platform.ts';
import { processConfigSchema } from './process-config.ts';
import { type SecuredKafka, securedKafka } from './testing/secured-kafka.ts';

const TEST_MS_MAX = 60_000;
const key = generateSigningKey();
let kafka: SecuredKafka;
beforeAll(async () => {
  kafka = await securedKafka();
}, 120_000);

/** The bus of a process with that environment, and what it logs. */
async function openBus(env: Record<string, string>) {
  const said: string[] = [];
  const log = createLogger({ service: 'film', destination: { write: (line: string) => void said.push(line) } });
  const shutdown = createShutdown(silentLog);
  atEnd(() => shutdown.run());
  const config = loadConfig(processConfigSchema, {
    PUBLIC_KEYS: JSON.stringify({ viewer: [publicKeyToPem(key)], services: {} }),
    ...env,
  });
  const { bus } = await openShared({ name: 'film', config, log, shutdown });
  return { bus, said };
}

const login = (KAFKA_SASL_MECHANISM: string, KAFKA_PASSWORD = kafka.password) => ({
  KAFKA_SASL_MECHANISM,
  KAFKA_USERNAME: kafka.username,
  KAFKA_PASSWORD,
});
const overTls = () => ({ KAFKA_BROKERS: kafka.tls, KAFKA_SSL: 'true', KAFKA_SSL_CA: kafka.ca });

test.each([
  ['plain', 'TLS'],
  ['scram-sha-256', 'TLS'],
  ['scram-sha-512', 'no TLS'],
])(
  'events travel through a broker that asks for a password, by %s with %s',
  async (mechanism, over) => {
    const environment = over === 'TLS' ? overTls() : { KAFKA_BROKERS: kafka.plain };
    const { bus, said } = await openBus({ ...environment, ...login(mechanism) });
    await eventually(() => bus.isReady());
    const [id, topic] = [randomUUID(), mechanism];
    const taken: string[] = [];
    const handler = async (delivery: { id: string }) => void taken.push(delivery.id);
    const subscription = await bus.subscribe({ topic, group: 'film', handler });
    await bus.publish([{ topic, key: 'k', id, type: 'events.v1.FilmPublished', body: Buffer.from('x') }]);
    await eventually(() => taken.includes(id), TEST_MS_MAX / 2);
    await subscription.close();
    const warned = said.filter((line) => line.includes('KAFKA_PASSWORD is used without TLS'));
    expect(warned).toHaveLength(over === 'TLS' ? 0 : 1);
    expect(said.join()).not.toContain(kafka.password);
  },
  TEST_MS_MAX,
);

test.each([
  [
    'a wrong password',
    () => ({ ...overTls(), ...login('scram-sha-512', 'hunter2') }),
    /authentication.*Kafka cannot be reached/is,
  ],
  [
    'a certificate of nobody who is known',
    () => ({ KAFKA_BROKERS: kafka.tls, KAFKA_SSL: 'true', ...login('plain') }),
    /self-signed certificate.*Kafka cannot be reached/s,
  ],
])(
  '%s is said, without the password, and the process waits',
  async (_, environment, message) => {
    const { bus, said } = await openBus(environment());
    await eventually(() => said.join().includes('Kafka cannot be reached'), TEST_MS_MAX / 2);
    expect(said.join()).toMatch(message);
    expect(bus.isReady()).toBe(false);
    expect(said.join()).not.toMatch(/hunter2|correct-horse/);
  },
  TEST_MS_MAX,
);
