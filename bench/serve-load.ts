// What a service does in a process of its own for a bench: it counts its CPU and its statements, and says when it is idle and
// whether what it holds is whole. The process that started it runs the load, so that the load's own CPU is not counted.
import { BROWSER_CALLER } from '@marquee/contracts/services';
import type { Invariant } from '@marquee/data/invariants';
import { signingKeyToPem } from '@marquee/runtime/keys';
import { connectMeter } from '@marquee/runtime/telemetry/instruments';
import { serviceKey, viewerKey } from '@marquee/testing/test-keys';
import type { TestPlatform } from '@marquee/testing/test-platform';

/** Where a service listens, and who may call it. */
export type Served = { port: number; databaseUrl: string; viewerKey: string; callerKey: string; now: number };
export type LoadAsked = { counting: boolean } | 'cpu' | 'idle' | 'judge';
export type LoadSaid = {
  cpuMicros?: number;
  statements?: number;
  /** Invariants that do not hold. */
  violations?: string[];
};

type Options<Asked, Said> = {
  service: { rpcPort: number };
  platform: Pick<TestPlatform, 'db' | 'clock'>;
  invariants: readonly Invariant[];
  /** Selects `n`, how much is left to be done of what follows by itself. */
  left: string;
  answer(asked: Asked): Promise<Said>;
};

/** Answers the process that started this one until it disconnects. */
export function serveLoad<Asked, Said extends object>(options: Options<Asked, Said>): void {
  const { service, platform, invariants, left, answer } = options;
  const { db, clock } = platform;
  let statements = 0;
  const countStatement = () => {
    statements += 1;
  };
  const countingMeter: Parameters<typeof connectMeter>[0] = {
    histogram: ({ name }) => (name.endsWith('db_query_seconds') ? countStatement : () => {}),
    counter: () => () => {},
    observed: () => {},
  };

  async function untilIdle(): Promise<LoadSaid> {
    for (;;) {
      const [row] = await db.query<{ n: number }>(left);
      if (row?.n === 0) return {};
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }

  async function said(asked: Asked | LoadAsked): Promise<LoadSaid | Said> {
    if (asked === 'cpu') {
      const { user, system } = process.cpuUsage();
      return { cpuMicros: user + system };
    }
    if (asked === 'idle') return untilIdle();
    if (asked === 'judge') {
      const found = await Promise.all(invariants.map(({ check }) => check(db.query)));
      return { violations: found.flat() };
    }
    if (!isCounting(asked)) return answer(asked as Asked);
    // In rounds whose CPU is not measured.
    connectMeter(asked.counting ? countingMeter : undefined);
    const counted = statements;
    statements = 0;
    return { statements: counted };
  }

  process.on('message', async (asked: Asked | LoadAsked) => process.send?.(await said(asked)));
  process.on('disconnect', () => process.exit());
  process.send?.({
    ...{ port: service.rpcPort, databaseUrl: db.url, now: clock.now().getTime() },
    ...{ viewerKey: signingKeyToPem(viewerKey), callerKey: signingKeyToPem(serviceKey(BROWSER_CALLER)) },
  } satisfies Served);
}

const isCounting = (asked: unknown): asked is { counting: boolean } =>
  typeof asked === 'object' && asked !== null && 'counting' in asked;
