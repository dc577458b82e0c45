import { writeFile } from 'node:fs/promises';

export type InspectedProcess = {
  /** Bytes of the heap after a garbage collection. */
  heldBytes(): Promise<{ heap: number; resident: number }>;
  startProfile(): Promise<void>;
  /** Writes a CPU profile, for Chromium's developer tools. */
  endProfile(path: string): Promise<void>;
  close(): void;
};

type Answer = { id?: number; result?: Record<string, unknown>; error?: { message: string } };

/** Connects to a Node process that was started with `--inspect=PORT`. */
export async function inspectProcess(port: number): Promise<InspectedProcess> {
  const [target] = (await (await fetch(`http://127.0.0.1:${port}/json`)).json()) as { webSocketDebuggerUrl: string }[];
  if (!target) throw new Error('there is nothing to inspect');
  const socket = new WebSocket(target.webSocketDebuggerUrl);
  const waiting = new Map<number, (answer: Answer) => void>();
  let last = 0;
  socket.addEventListener('message', ({ data }) => {
    const answer = JSON.parse(String(data)) as Answer;
    waiting.get(answer.id ?? 0)?.(answer);
    waiting.delete(answer.id ?? 0);
  });
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve, { once: true });
    socket.addEventListener('error', () => reject(new Error('the process cannot be inspected')), { once: true });
  });

  async function ask(method: string, params: object = {}): Promise<Record<string, unknown>> {
    last += 1;
    socket.send(JSON.stringify({ id: last, method, params }));
    const { result = {}, error } = await new Promise<Answer>((resolve) => waiting.set(last, resolve));
    if (error) throw new Error(`${method}: ${error.message}`);
    return result;
  }

  return {
    async heldBytes() {
      await ask('HeapProfiler.collectGarbage');
      const expression = 'JSON.stringify(process.memoryUsage())';
      const { result } = (await ask('Runtime.evaluate', { expression })) as { result: { value: string } };
      const { heapUsed, external, rss } = JSON.parse(result.value) as NodeJS.MemoryUsage;
      return { heap: heapUsed + external, resident: rss };
    },
    async startProfile() {
      await ask('Profiler.enable');
      await ask('Profiler.start');
    },
    async endProfile(path) {
      const { profile } = await ask('Profiler.stop');
      await writeFile(path, JSON.stringify(profile));
    },
    close: () => socket.close(),
  };
}
