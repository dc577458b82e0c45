// A process that asks for pages that no cache has, at a given rate, however slow the answers are, and says how they went.
import { randomUUID } from 'node:crypto';
import { Agent, get } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';

/** `perSecond` requests a second, in turn from so many addresses, each of a network of its own. */
export type FloodAsked = { port: number; perSecond: number; seconds: number; addresses: number };

export type FloodSent = {
  /** Pages that were rendered: not found, as their films do not exist. */
  rendered: number;
  /** Milliseconds from the moment that a request was due until its refusal had arrived. */
  refusedMs: number[];
  /** How often a request had another answer, or none. */
  wrong: Record<string, number>;
  connections: number;
  cpuS: number;
};

const TICK_MS = 2;
const TIMEOUT_MS = 30_000;
const BROWSER = {
  'accept-language': 'en',
  'accept-encoding': 'gzip, deflate, br',
  'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
};

type Answer = { what: 'rendered' | 'refused' | 'wrong'; said: string };

/** A request on a connection that is free, or on a new one. */
function ask(agent: Agent, port: number, from: number, connects: () => void): Promise<Answer> {
  const headers = { ...BROWSER, host: `localhost:${port}`, 'x-forwarded-for': `11.${from >> 8}.${from & 255}.1` };
  const path = `/feed/${randomUUID()}`;
  return new Promise((resolve) => {
    const sent = get({ agent, host: '127.0.0.1', port, path, headers, timeout: TIMEOUT_MS }, (response) => {
      response.resume().once('close', () => {
        const { statusCode, complete, headers: answered } = response;
        const isRefused = statusCode === 503 && answered['retry-after'] !== undefined;
        if (!complete) resolve({ what: 'wrong', said: 'cut off' });
        else if (isRefused) resolve({ what: 'refused', said: '503' });
        else resolve({ what: statusCode === 404 ? 'rendered' : 'wrong', said: String(statusCode) });
      });
    });
    sent.once('socket', (socket) => socket.connecting && connects());
    sent.once('timeout', () => sent.destroy(new Error('timeout')));
    sent.once('error', ({ code, message }: NodeJS.ErrnoException) => resolve({ what: 'wrong', said: code ?? message }));
  });
}

async function flood({ port, perSecond, seconds, addresses }: FloodAsked): Promise<FloodSent> {
  const agent = new Agent({ keepAlive: true, maxFreeSockets: Number.POSITIVE_INFINITY });
  const done: FloodSent = { rendered: 0, refusedMs: [], wrong: {}, connections: 0, cpuS: 0 };
  const connects = () => {
    done.connections += 1;
  };
  const startedAt = performance.now();
  const one = async (number: number) => {
    const { what, said } = await ask(agent, port, number % addresses, connects);
    if (what === 'rendered') done.rendered += 1;
    else if (what === 'refused') done.refusedMs.push(performance.now() - startedAt - (number / perSecond) * 1_000);
    else done.wrong[said] = (done.wrong[said] ?? 0) + 1;
  };
  const all: Promise<void>[] = [];
  const count = Math.round(perSecond * seconds);
  while (all.length < count) {
    const due = Math.min(count, Math.floor(((performance.now() - startedAt) / 1_000) * perSecond));
    while (all.length < due) all.push(one(all.length));
    await delay(TICK_MS);
  }
  await Promise.all(all);
  agent.destroy();
  const { user, system } = process.cpuUsage();
  return { ...done, cpuS: (user + system) / 1e6 };
}

process.once('message', async (asked: FloodAsked) => {
  const sent = await flood(asked);
  process.send?.(sent, () => process.disconnect());
});
