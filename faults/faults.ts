import { setTimeout as delay } from 'node:timers/promises';
import type { ProcessName } from '@marquee/deploy/scaled/processes';
import type { CutLink, Site } from './site.ts';

export const COMPONENTS = [
  'identity',
  'film',
  'media',
  'media-worker',
  'notification',
  'gateway',
  'broker',
  'cache',
  'database',
  'store',
] as const;
export type ComponentName = (typeof COMPONENTS)[number];

export const FAULTS = ['killed', 'paused', 'cut off', 'lost'] as const;
export type FaultName = (typeof FAULTS)[number];

/** One way in which one component fails, and its end. */
export type Fault = {
  component: ComponentName;
  fault: FaultName;
  begin(): Promise<unknown>;
  /** Starts the recovery; the time that the component takes from then on counts as downtime. */
  end(): Promise<unknown>;
  holdMs: number;
};

const KILLED_MS = 1_500;
const HELD_MS = 10_000;

type Ways = Record<'kill' | 'start' | 'pause' | 'resume', () => unknown> & { links: readonly CutLink[] };

const LINKS: Record<ComponentName, readonly CutLink[]> = {
  identity: ['identity'],
  film: ['film'],
  media: ['media', 'media-http'],
  'media-worker': ['worker-postgres', 'worker-s3', 'worker-redis'],
  notification: ['notification'],
  gateway: ['gateway'],
  broker: ['kafka'],
  cache: ['redis', 'worker-redis'],
  database: ['postgres', 'worker-postgres'],
  store: ['s3', 'worker-s3'],
};

function waysOf(component: ComponentName, { processes, components }: Site): Ways {
  const links = LINKS[component];
  const { kafka, redis, s3, postgres } = components;
  switch (component) {
    case 'broker':
      return { links, kill: kafka.kill, start: kafka.start, pause: kafka.pause, resume: kafka.resume };
    case 'cache':
      return { links, kill: redis.stop, start: redis.start, pause: redis.pause, resume: redis.resume };
    case 'store':
      return { links, kill: s3.stop, start: s3.start, pause: s3.pause, resume: s3.resume };
    case 'database':
      return { links, kill: postgres.kill, start: postgres.start, pause: postgres.pause, resume: postgres.resume };
    default:
      return { links, ...waysOfProcess(component, processes) };
  }
}

function waysOfProcess(name: ProcessName, processes: Site['processes']): Omit<Ways, 'links'> {
  const signal = (which: NodeJS.Signals) => {
    const pid = processes.pid(name);
    if (pid !== undefined) process.kill(pid, which);
  };
  return {
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
  }
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
