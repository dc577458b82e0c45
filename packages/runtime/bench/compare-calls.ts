// Calls compared by the CPU that they cost: what else runs on the machine takes time from both, but no CPU of theirs.
import { type Figure, median } from './figure.ts';

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
 * Runs both in short turns in this process, client and server, so that a busy second of the machine meets both, and
 * takes the middle round of each. `value` and `baseline` are calls per second of CPU.
 */
export async function compareCalls(options: {
  name: string;
  ours: Call;
  bare: Call;
  rounds?: number;
  callsPerRound?: number;
}): Promise<Figure> {
  const { name, ours, bare, rounds = 15, callsPerRound = 500 } = options;
  await cpuMicrosPerCall(ours, WARM_UP_CALLS);
  await cpuMicrosPerCall(bare, WARM_UP_CALLS);
  const [oursUs, bareUs]: [number[], number[]] = [[], []];
  for (let round = 0; round < rounds; round += 1) {
    oursUs.push(await cpuMicrosPerCall(ours, callsPerRound));
    bareUs.push(await cpuMicrosPerCall(bare, callsPerRound));
  }
  return { name, value: 1e6 / median(oursUs), unit: 'calls/s of CPU', baseline: 1e6 / median(bareUs) };
}
