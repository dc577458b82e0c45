import { execFileSync, spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePorts } from '@marquee/runtime/free-ports';
import { atEnd } from '@marquee/testing/cleanup';
import { eventually } from '@marquee/testing/eventually';

/** A real broker that lets nobody in without a name and a password, with TLS and without. */
export type SecuredKafka = { tls: string; plain: string; ca: string; username: string; password: string };

const jars = join(homedir(), '.cache', 'marquee', 'kafka', '*');
const JVM = ['-Xmx384m', '-XX:TieredStopAtLevel=1', '-XX:+UseSerialGC', '-cp', jars];
const START_MS_MAX = 90_000;
const STORE_PASSWORD = 'changeit';
const [username, password] = ['film', 'correct-horse'];

/** Ends with this process, however that ends: see packages/testing/src/test-kafka.ts. */
const WATCH = '"$@" & echo $!; cat >/dev/null; kill -KILL $! 2>/dev/null';

export async function securedKafka(): Promise<SecuredKafka> {
  const dir = await mkdtemp(join(tmpdir(), 'marquee-secured-kafka-'));
  atEnd(() => rm(dir, { recursive: true, force: true }));
  const [tls = 0, plain = 0, own = 0, controller = 0] = await freePorts(4);
  const ca = makeCertificate(dir);
  const properties = join(dir, 'server.properties');
  await writeFile(properties, settings(dir, { tls, plain, own, controller }));
  const scram = ['SCRAM-SHA-256', 'SCRAM-SHA-512'].flatMap((name) => [
    '--add-scram',
    `${name}=[name=${username},password=${password}]`,
  ]);
  const format = ['kafka.tools.StorageTool', 'format', '-t', 'bWFycXVlZS10ZXN0cy0xMA', '-c', properties, ...scram];
  execFileSync('java', [...JVM, ...format], { stdio: 'pipe' });
  await run(dir, properties);
  return { tls: `127.0.0.1:${tls}`, plain: `127.0.0.1:${plain}`, ca, username, password };
}

async function run(dir: string, properties: string): Promise<void> {
  const logFile = join(dir, 'kafka.log');
  const log = openSync(logFile, 'a');
  const watch = spawn('sh', ['-c', WATCH, 'sh', 'java', ...JVM, 'kafka.Kafka', properties], {
    stdio: ['pipe', 'ignore', log],
    env: { ...process.env, JAVA_TOOL_OPTIONS: '' },
  });
  closeSync(log);
  const ended = new Promise((resolve) => watch.once('close', resolve));
  atEnd(async () => {
    watch.stdin?.end();
    await ended;
  });
  await eventually(async () => /Kafka Server started/.test(await readFile(logFile, 'utf8')), START_MS_MAX);
}

/** Makes the broker's key and certificate, which is its own authority. */
function makeCertificate(dir: string): string {
  const store = ['-keystore', join(dir, 'broker.p12'), '-storetype', 'PKCS12', '-storepass', STORE_PASSWORD];
  const about = ['-dname', 'CN=broker', '-ext', 'san=ip:127.0.0.1', '-validity', '2'];
  // The program keytool, by its class: all that the broker needs is `java`.
  const program = ['-m', 'java.base/sun.security.tools.keytool.Main'];
  const keytool = (...args: string[]) =>
    execFileSync('java', [...program, ...args, '-alias', 'broker', ...store], { stdio: 'pipe' });
  keytool('-genkeypair', '-keyalg', 'EC', ...about);
  return keytool('-exportcert', '-rfc').toString();
}

type Ports = { tls: number; plain: number; own: number; controller: number };

function settings(dir: string, { tls, plain, own, controller }: Ports): string {
  const listeners = `TLS://127.0.0.1:${tls},PLAIN://127.0.0.1:${plain},OWN://127.0.0.1:${own}`;
  const security = 'org.apache.kafka.common.security';
  const logins = ['tls', 'plain'].flatMap((listener) => [
    [`listener.name.${listener}.sasl.enabled.mechanisms`, 'PLAIN,SCRAM-SHA-256,SCRAM-SHA-512'],
    [
      `listener.name.${listener}.plain.sasl.jaas.config`,
      `${security}.plain.PlainLoginModule required user_${username}="${password}";`,
    ],
    ...['scram-sha-256', 'scram-sha-512'].map((mechanism) => [
      `listener.name.${listener}.${mechanism}.sasl.jaas.config`,
      `${security}.scram.ScramLoginModule required;`,
    ]),
  ]);
  const lines = {
    'process.roles': 'broker,controller',
    'node.id': 1,
    'controller.quorum.voters': `1@127.0.0.1:${controller}`,
    listeners: `${listeners},CONTROLLER://127.0.0.1:${controller}`,
    'advertised.listeners': listeners,
    'controller.listener.names': 'CONTROLLER',
    'inter.broker.listener.name': 'OWN',
    'listener.security.protocol.map': 'TLS:SASL_SSL,PLAIN:SASL_PLAINTEXT,OWN:PLAINTEXT,CONTROLLER:PLAINTEXT',
    'ssl.keystore.location': join(dir, 'broker.p12'),
    'ssl.keystore.type': 'PKCS12',
    'ssl.keystore.password': STORE_PASSWORD,
    'log.dirs': join(dir, 'data'),
    'auto.create.topics.enable': false,
    'offsets.topic.num.partitions': 2,
    'offsets.topic.replication.factor': 1,
    'transaction.state.log.replication.factor': 1,
    'transaction.state.log.min.isr': 1,
    'group.initial.rebalance.delay.ms': 0,
  };
  return [...Object.entries(lines), ...logins].map(([name, value]) => `${name}=${value}\n`).join('');
}
