import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { closeSync, openSync, readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePorts } from '@marquee/runtime/free-ports';
import { eventually } from './eventually.ts';

/** A real Kafka broker of one node (KRaft) on this machine. `stop` removes its data. */
export type TestKafka = {
  /** `host:port`, as kafkaBus takes them. They stay the same over kill and start. */
  brokers: string[];
  /** Stops the process: connections stay open without answers. Resolves when it has stopped. */
  pause(): Promise<void>;
  resume(): void;
  /** Kills the process, like a power cut. Acknowledged data exists after `start`. */
  kill(): Promise<void>;
  /** Starts it again after `kill`, on the same port and data; resolves once it serves. */
  start(): Promise<void>;
  /** Stops it and removes its folder. */
  stop(): Promise<void>;
};

const jars = join(homedir(), '.cache', 'marquee', 'kafka', '*');
const JVM = ['-Xmx384m', '-Xms128m', '-XX:TieredStopAtLevel=1', '-XX:+UseSerialGC', '-cp', jars];
const START_TIMEOUT_MS = 90_000;
const SERVES = /Kafka Server started/;
const LOG_SHOWN_CHARACTERS = 4_000;

/** Kills the broker (its last line) when the process that holds its standard input is gone, however it ended. */
const WATCH = '"$@" & echo $!; cat >/dev/null; kill -KILL $! 2>/dev/null';

/** Starts a broker and resolves once it serves. The jars come from scripts/install-kafka.mjs. */
export async function startTestKafka(
  options: {
    /** Gets the port on which it listens, and returns the one that it advertises, such as that of a proxy. */
    through?: (port: number) => Promise<number>;
  } = {},
): Promise<TestKafka> {
  const dir = await mkdtemp(join(tmpdir(), 'marquee-kafka-'));
  const [port = 0, controllerPort = 0] = await freePorts(2);
  const advertised = (await options.through?.(port)) ?? port;
  const properties = join(dir, 'server.properties');
  await writeFile(properties, settings(dir, { port, advertised, controllerPort }));
  format(properties);
  const broker = { dir, properties, starts: 0 };
  let running = await run(broker);
  const signal = (name: NodeJS.Signals) => process.kill(running.pid, name);
  const kill = () => end(running);
  return {
    brokers: [`127.0.0.1:${advertised}`],
    pause: async () => {
      signal('SIGSTOP');
      await eventually(() => standsStill(running.pid));
    },
    resume: () => signal('SIGCONT'),
    kill,
    start: async () => {
      running = await run(broker);
    },
    stop: async () => {
      await kill();
      await rm(dir, { recursive: true, force: true });
    },
  };
}

/** Settings for few messages, short sessions and groups without a delay. */
function settings(
  dir: string,
  { port, advertised, controllerPort }: { port: number; advertised: number; controllerPort: number },
): string {
  const lines = {
    'process.roles': 'broker,controller',
    'node.id': 1,
    'controller.quorum.voters': `1@127.0.0.1:${controllerPort}`,
    listeners: `PLAINTEXT://127.0.0.1:${port},CONTROLLER://127.0.0.1:${controllerPort}`,
    'advertised.listeners': `PLAINTEXT://127.0.0.1:${advertised}`,
    'controller.listener.names': 'CONTROLLER',
    'listener.security.protocol.map': 'PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT',
    'log.dirs': join(dir, 'data'),
    'auto.create.topics.enable': false,
    'offsets.topic.num.partitions': 2,
    'offsets.topic.replication.factor': 1,
    'offsets.retention.check.interval.ms': 1_000,
    'transaction.state.log.replication.factor': 1,
    'transaction.state.log.min.isr': 1,
    'group.initial.rebalance.delay.ms': 0,
    'group.min.session.timeout.ms': 500,
    'log.cleaner.enable': false,
  };
  return Object.entries(lines)
    .map(([name, value]) => `${name}=${value}\n`)
    .join('');
}

function format(properties: string): void {
  const args = [...JVM, 'kafka.tools.StorageTool', 'format', '-t', 'bWFycXVlZS10ZXN0cy0xMA', '-c', properties];
  const { status, stderr, error } = spawnSync('java', args, { encoding: 'utf8' });
  if (error) throw error;
  if (status !== 0) throw new Error(`Kafka's storage could not be made:\n${stderr}`);
}

type Running = { pid: number; watch: ChildProcess };

async function run(broker: { dir: string; properties: string; starts: number }): Promise<Running> {
  const logFile = join(broker.dir, `kafka-${++broker.starts}.log`);
  const log = openSync(logFile, 'a');
  const watch = spawn('sh', ['-c', WATCH, 'sh', 'java', ...JVM, 'kafka.Kafka', broker.properties], {
    stdio: ['pipe', 'pipe', log],
    env: { ...process.env, JAVA_TOOL_OPTIONS: '' },
  });
  closeSync(log);
  const pid = await firstLine(watch);
  const running = { pid, watch };
  try {
    await eventually(async () => SERVES.test(await readFile(logFile, 'utf8')) || !isAlive(pid), START_TIMEOUT_MS);
    if (!isAlive(pid)) throw new Error('Its process has ended.');
  } catch (error) {
    await end(running);
    throw new Error(`Kafka did not start:\n${(await readFile(logFile, 'utf8')).slice(-LOG_SHOWN_CHARACTERS)}`, {
      cause: error,
    });
  }
  return running;
}

async function end({ pid, watch }: Running): Promise<void> {
  if (isAlive(pid)) process.kill(pid, 'SIGKILL');
  watch.stdin?.end();
  watch.stdout?.destroy();
  await eventually(() => !isAlive(pid));
}

/** Each thread stops when it is scheduled next; until then it may answer. */
function standsStill(pid: number): boolean {
  if (process.platform !== 'linux') return true;
  const threads = readdirSync(`/proc/${pid}/task`);
  return threads.every((thread) => /\) [Tt] /.test(readFileSync(`/proc/${pid}/task/${thread}/stat`, 'utf8')));
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

function firstLine(child: ChildProcess): Promise<number> {
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.stdout?.once('data', (line: Buffer) => resolve(Number(line.toString())));
  });
}
