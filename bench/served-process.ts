import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { DescService } from '@bufbuild/protobuf';
import { type Client, createClient } from '@connectrpc/connect';
import { BROWSER_CALLER } from '@marquee/contracts/services';
import { quantile } from '@marquee/runtime/bench/figure';
import { cpuSeconds } from '@marquee/runtime/bench/process-tree';
import { newCall, runInCall } from '@marquee/runtime/context';
import { signingKeyFromPem } from '@marquee/runtime/keys';
import { grpcTransport } from '@marquee/runtime/rpc/transport';
import { issueViewerToken } from '@marquee/runtime/viewer-token';
import { startTestPostgres } from '@marquee/testing/test-postgres';
import { viewers } from '@marquee/testing/viewers';
import pg from 'pg';
import type { LoadAsked, LoadSaid, Served } from './serve-load.ts';

const TIMEOUT_MS = 30_000;

/** What one round cost. */
export type Round = {
  /** Of the process and of PostgreSQL, milliseconds for each of its pieces of work. */
  processMs: number;
  postgresMs: number;
  perSecond: number;
  /** Milliseconds of each piece, by the clock. */
  tookMs: number[];
};

/** A process that is asked over its channel, one thing after the other. */
class AskedProcess<Asked, Said> {
  readonly #child: ChildProcess;

  constructor(child: ChildProcess) {
    this.#child = child;
  }

  async ask(asked: Asked): Promise<Said> {
    const said = once(this.#child, 'message');
    this.#child.send(asked as object);
    return (await said)[0] as Said;
  }

  /** It ends by itself, so that it writes its profile. */
  stop(): void {
    this.#child.disconnect();
  }
}

/** A service in a process of its own, `<name>-server.ts`, on a PostgreSQL of its own, for so many people at once. */
export async function startServed<Asked, Said>(name: 'festival' | 'film', people = 32) {
  const postgres = await startTestPostgres();
  const child = fork(fileURLToPath(new URL(`${name}-server.ts`, import.meta.url)), {
    env: { ...process.env, TEST_POSTGRES_URL: postgres.url },
    execArgv: ['--disable-warning=ExperimentalWarning', ...(process.env.BENCH_CPU_PROFILE ? profileArgs() : [])],
  });
  const [{ port, databaseUrl, now, ...keys }] = (await once(child, 'message')) as [Served];
  const server = new AskedProcess<Asked | LoadAsked, Said & LoadSaid>(child);
  const viewerKey = signingKeyFromPem(keys.viewerKey);
  const transport = grpcTransport({
    ...{ address: `127.0.0.1:${port}`, service: BROWSER_CALLER, serviceKey: signingKeyFromPem(keys.callerKey) },
    ...{ callee: name, defaultTimeoutMs: TIMEOUT_MS, clock: { now: () => new Date(now) } },
  });
  const postgresPid = await pidOfPostgres(databaseUrl);

  return {
    databaseUrl,
    ask: (asked: Asked | LoadAsked) => server.ask(asked),
    client: <S extends DescService>(service: S): Client<S> => createClient(service, transport),
    /** Does something as another person. */
    async asSomebody<T>(work: () => Promise<T>): Promise<T> {
      const viewer = viewers.movieLover();
      const { token } = issueViewerToken(viewerKey, viewer, new Date(now));
      return runInCall(newCall({ viewer, viewerToken: token }), work);
    },
    /** Does so many pieces of work, and waits for what follows them by itself. */
    async round(count: number, work: () => Promise<unknown>): Promise<Round> {
      const cpu = async () => ((await server.ask('cpu')).cpuMicros ?? 0) / 1_000;
      const [ours, theirs, startedAt] = [await cpu(), cpuSeconds(postgresPid), performance.now()];
      const tookMs = await atOnce(people, count, work);
      const seconds = (performance.now() - startedAt) / 1_000;
      await server.ask('idle');
      return {
        processMs: ((await cpu()) - ours) / count,
        postgresMs: ((cpuSeconds(postgresPid) - theirs) * 1_000) / count,
        ...{ perSecond: count / seconds, tookMs },
      };
    },
    /** The same of work that this process does itself. */
    async ownRound(count: number, work: () => Promise<unknown>): Promise<Round> {
      const [theirs, before, startedAt] = [cpuSeconds(postgresPid), process.cpuUsage(), performance.now()];
      const tookMs = await atOnce(people, count, work);
      const { user, system } = process.cpuUsage(before);
      const seconds = (performance.now() - startedAt) / 1_000;
      return {
        processMs: (user + system) / 1_000 / count,
        postgresMs: ((cpuSeconds(postgresPid) - theirs) * 1_000) / count,
        ...{ perSecond: count / seconds, tookMs },
      };
    },
    async stop() {
      transport.close();
      server.stop();
      await once(child, 'exit');
      await postgres.stop();
    },
  };
}

const profileArgs = () => ['--cpu-prof', `--cpu-prof-dir=${process.env.BENCH_CPU_PROFILE}`];

async function atOnce(people: number, count: number, work: () => Promise<unknown>): Promise<number[]> {
  const tookMs: number[] = [];
  let left = count;
  const person = async () => {
    for (; left > 0; ) {
      left -= 1;
      const startedAt = performance.now();
      await work();
      tookMs.push(performance.now() - startedAt);
    }
  };
  await Promise.all(Array.from({ length: people }, person));
  return tookMs;
}

async function pidOfPostgres(url: string): Promise<number> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ data_directory: string }>('SHOW data_directory');
  await client.end();
  return Number(readFileSync(join(rows[0]?.data_directory ?? '', 'postmaster.pid'), 'utf8').split('\n')[0]);
}

export const cpuMs = ({ processMs, postgresMs }: Round): number => processMs + postgresMs;

/** One line of what rounds cost, for stderr. */
export function roundsText(name: string, rounds: readonly Round[]): string {
  const middle = (of: (round: Round) => number) => quantile(rounds.map(of), 0.5);
  const took = rounds.flatMap(({ tookMs }) => tookMs);
  return [
    `${name}: ${middle((round) => round.processMs).toFixed(2)} ms of CPU in the process`,
    `${middle((round) => round.postgresMs).toFixed(2)} in PostgreSQL`,
    `${middle((round) => round.perSecond).toFixed(0)} a second`,
    `p50 ${quantile(took, 0.5).toFixed(0)} ms, p95 ${quantile(took, 0.95).toFixed(0)} ms`,
  ].join(', ');
}
