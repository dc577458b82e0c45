// Calls compared by the CPU that they cost: what else runs on the machine takes time from both, but no CPU of theirs.

export type Comparison = { name: string; value: number; unit: 'calls/s of CPU'; baseline: number; ratio: number };

type Call = () => Promise<unknown>;

const CONCURRENCY = 32;
const WARM_UP_CALLS = 2_000;

async function cpuMicrosPerCall(call: Call, calls: number): Promise<number> {
  let left = calls;
  const before = process.cpuUsage();
  const worker = async () => {
    while (left > 0) {
      left -= 1;
      await call();
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, worker));
  const { user, system } = process.cpuUsage(before);
  return (user + system) / calls;
}

/**
 * Runs both in turns in this process, client and server, and compares the cheapest round of each. `value` and
 * `baseline` are calls per second of CPU; `ratio` is 1 where ours costs what bare does.
 */
export async function compareCalls(options: {
  name: string;
  ours: Call;
  bare: Call;
  rounds?: number;
  callsPerRound?: number;
}): Promise<Comparison> {
  const { name, ours, bare, rounds = 5, callsPerRound = 5_000 } = options;
  await cpuMicrosPerCall(ours, WARM_UP_CALLS);
  await cpuMicrosPerCall(bare, WARM_UP_CALLS);
  let [oursUs, bareUs] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  for (let round = 0; round < rounds; round += 1) {
    oursUs = Math.min(oursUs, await cpuMicrosPerCall(ours, callsPerRound));
    bareUs = Math.min(bareUs, await cpuMicrosPerCall(bare, callsPerRound));
  }
  return {
    name,
    value: Math.round(1e6 / oursUs),
    unit: 'calls/s of CPU',
    baseline: Math.round(1e6 / bareUs),
    ratio: Math.round((bareUs / oursUs) * 100) / 100,
  };
}
