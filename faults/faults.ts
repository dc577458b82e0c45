import { setTimeout as delay } from 'node:timers/promises';
import { PROCESS_NAMES, type ProcessName } from '@marquee/deploy/scaled/processes';
import { services } from '@marquee/deploy/services';
import { deleteTopics, flushCache, hogConnections } from './empty-components.ts';
import { type COMPONENT_LINKS, type CutLink, linksOfComponent, linksOfProcess } from './links.ts';
import type { Site } from './site.ts';

/** A process by its name, or a component that processes use. */
export type ComponentName = ProcessName | keyof typeof COMPONENT_LINKS;
export const COMPONENTS: readonly ComponentName[] = [...PROCESS_NAMES, 'broker', 'cache', 'database', 'store'];

/** In which every component fails. */
const COMMON_FAULTS = ['killed', 'paused', 'cut off', 'lost', 'slow'] as const;
export const FAULTS = [...COMMON_FAULTS, 'clock skewed', 'topics deleted', 'flushed', 'exhausted'] as const;
export type FaultName = (typeof FAULTS)[number];

/** The ways in which a component fails. */
export function faultsOf(component: ComponentName): readonly FaultName[] {
  switch (component) {
    case 'broker':
      return [...COMMON_FAULTS, 'topics deleted'];
    case 'cache':
      return [...COMMON_FAULTS, 'flushed'];
    case 'database':
      return [...COMMON_FAULTS, 'exhausted'];
    case 'store':
      return COMMON_FAULTS;
    default:
      return [...COMMON_FAULTS, 'clock skewed'];
  }
}

/** One way in which one component fails, and its end. */
export type Fault = {
  component: ComponentName;
  fault: FaultName;
  begin(): Promise<unknown>;
  /** Starts the recovery; the time that the component takes from then on counts as downtime. */
  end(): Promise<unknown>;
  holdMs: number;
  /** Asked before the end: what the component should say of the fault, and does not. */
  problem?(): Promise<string | undefined>;
};

const KILLED_MS = 1_500;
const HELD_MS = 10_000;
/** Longer than a statement or a connection may take. */
const SLOW_MS = 25_000;
/** Hardly more than what one person needs. */
export const SLOW_LINK = { latencyMs: 400, bytesPerSecond: 48_000 };
/** A broker acknowledges what it is given until it learns that the topic is deleted: nobody writes meanwhile. */
const DELETION_MS = 2_000;
/** More than tokens live, less than Kafka and S3 accept of a client whose clock is ahead. */
export const CLOCK_AHEAD_MS = 10 * 60_000;

type Ways = Record<'kill' | 'start' | 'pause' | 'resume', () => unknown> & { links: readonly CutLink[] };

function waysOf(component: ComponentName, { processes, components }: Site): Ways {
  const { kafka, redis, s3, postgres } = components;
  switch (component) {
    case 'broker':
      return { links: linksOfComponent(component), ...kafka };
    case 'cache':
      return { links: linksOfComponent(component), ...redis, kill: redis.stop };
    case 'store':
      return { links: linksOfComponent(component), ...s3, kill: s3.stop };
    case 'database':
      return { links: linksOfComponent(component), ...postgres };
    default:
      return waysOfProcess(component, processes);
  }
}

function waysOfProcess(name: ProcessName, processes: Site['processes']): Ways {
  const service = services.find((each) => each.name === name);
  if (!service) throw new Error(`there is no process ${name}`);
  const signal = (which: NodeJS.Signals) => {
    const pid = processes.pid(name);
    if (pid !== undefined) process.kill(pid, which);
  };
  return {
    links: linksOfProcess(service),
    kill: () => processes.end(name, 'SIGKILL'),
    start: () => processes.start(name),
    pause: () => signal('SIGSTOP'),
    resume: () => signal('SIGCONT'),
  };
}

export function makeFault(component: ComponentName, fault: FaultName, site: Site): Fault {
  const ways = waysOf(component, site);
  const all = (act: (link: CutLink) => unknown) => async () => {
    for (const link of ways.links) await act(link);
  };
  const mend = all((link) => site.link(link).mend());
  const named = { component, fault, holdMs: HELD_MS };
  switch (fault) {
    case 'killed':
      return { ...named, holdMs: KILLED_MS, begin: async () => ways.kill(), end: async () => ways.start() };
    case 'paused':
      return { ...named, begin: async () => ways.pause(), end: async () => ways.resume() };
    case 'cut off':
      return { ...named, begin: all((link) => site.link(link).refuse()), end: mend };
    case 'lost':
      return { ...named, begin: all((link) => site.link(link).lose()), end: mend };
    case 'slow':
      return { ...named, holdMs: SLOW_MS, begin: all((link) => site.link(link).slowDown(SLOW_LINK)), end: mend };
    case 'clock skewed': {
      const shift = async () => site.clocks.shift(component, CLOCK_AHEAD_MS);
      const problem = () => notUnready(component, site, /^clock: .* ahead of/m);
      return { ...named, begin: shift, end: async () => site.clocks.correct(component), problem };
    }
    case 'topics deleted':
      return {
        ...named,
        holdMs: DELETION_MS,
        begin: () => deleteTopics(site.components.kafka.brokers),
        end: async () => {},
      };
    case 'flushed':
      return { ...named, holdMs: 0, begin: () => flushCache(site.components.redis.url), end: async () => {} };
    case 'exhausted': {
      const hog = hogConnections(site.components.postgres.url('postgres'));
      return { ...named, begin: hog.begin, end: hog.end };
    }
  }
}

/** What is wrong when a process is ready, or does not say why it is not. */
async function notUnready(name: ProcessName, { processes }: Site, why: RegExp): Promise<string | undefined> {
  const { status, text } = await processes.probe(name);
  return status === 503 && why.test(text) ? undefined : `${name} answered /readyz with ${status}: ${text.trim()}`;
}

const JOB_MS_MAX = 120_000;
const POLL_MS = 100;

/** Waits until the worker is in the middle of a job. */
export async function untilTranscoding(isTranscoding: () => Promise<boolean>): Promise<void> {
  const deadline = performance.now() + JOB_MS_MAX;
  while (!(await isTranscoding())) {
    if (performance.now() > deadline) throw new Error('no transcode began');
    await delay(POLL_MS);
  }
}
