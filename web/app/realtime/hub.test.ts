import { expect, jest, test } from '@jest/globals';
import { createHub } from './hub.ts';
import { isNewer, type Signal, type TabMessage } from './signals.ts';

/** A browser: its locks, its channels, and a server that sends what the test says. */
function browser() {
  const queue: (() => void)[] = [];
  let held = false;
  const next = () => {
    held = false;
    queue.shift()?.();
  };
  const locks = {
    request: async (_name: string, options: { signal?: AbortSignal }, run: () => Promise<void>) => {
      if (held) await new Promise<void>((resolve) => queue.push(resolve));
      if (options.signal?.aborted) return next();
      held = true;
      await run();
      next();
    },
  } as unknown as Pick<LockManager, 'request'>;
  const channels = new Set<{ onmessage: ((event: MessageEvent<TabMessage>) => void) | null }>();
  const channel = () => {
    const own: Pick<BroadcastChannel, 'postMessage' | 'close' | 'onmessage'> = {
      onmessage: null,
      close: () => void channels.delete(own as never),
      postMessage: (data: TabMessage) => {
        for (const other of channels)
          if (other !== (own as never)) other.onmessage?.({ data } as MessageEvent<TabMessage>);
      },
    };
    channels.add(own as never);
    return own;
  };
  const streams: {
    topics: string[];
    send: (signal: Signal) => void;
    fail: (error: unknown) => void;
    abort: AbortSignal;
  }[] = [];
  async function* open(topics: string[], abort: AbortSignal): AsyncGenerator<Signal> {
    const waiting: (Signal | { error: unknown })[] = [];
    let wake: () => void = () => undefined;
    const push = (one: Signal | { error: unknown }) => {
      waiting.push(one);
      wake();
    };
    abort.addEventListener('abort', () => wake());
    streams.push({ topics, abort, send: push, fail: (error) => push({ error }) });
    while (!abort.aborted) {
      const one = waiting.shift();
      if (one && 'error' in one) throw one.error;
      if (one) yield one as Signal;
      else await new Promise<void>((resolve) => (wake = resolve));
    }
  }
  let tabs = 0;
  const tab = (onEnded?: () => void) => {
    tabs += 1;
    return createHub({ accountId: 'a', open, locks, channel, tab: `tab-${tabs}`, random: () => 0, onEnded });
  };
  return { tab, streams, living: () => streams.filter(({ abort }) => !abort.aborted) };
}

const settle = () => jest.advanceTimersByTimeAsync(0);

// Half of the first pause, since `random` is 0 here.
const RETRY_MS = 500;

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());
const signal = (topic: string, version: string): Signal => ({ topic, version, data: {} });

test('two tabs share one stream with the topics of both, and each hears its own', async () => {
  const { tab, living } = browser();
  const first = tab();
  const second = tab();
  const heard: string[] = [];
  first.follow('account', (one) => heard.push(`first ${one?.version}`));
  second.follow('asset:1', (one) => heard.push(`second ${one?.version}`));
  await settle();
  expect(living()).toHaveLength(1);
  expect(living()[0]?.topics).toEqual(['account', 'asset:1']);
  living()[0]?.send(signal('asset:1', '7'));
  living()[0]?.send(signal('account', '2'));
  await settle();
  expect(heard.filter((one) => !one.endsWith('undefined'))).toEqual(['second 7', 'first 2']);
  first.close();
  second.close();
});

test('when the leading tab closes, the next takes over', async () => {
  const { tab, living } = browser();
  const first = tab();
  const second = tab();
  const heard: (string | undefined)[] = [];
  second.follow('account', (one) => heard.push(one?.version));
  await settle();
  first.close();
  await settle();
  await settle();
  expect(living()).toHaveLength(1);
  living()[0]?.send(signal('account', '3'));
  await settle();
  expect(heard).toContain('3');
  second.close();
});

test('a tab that takes over asks all others what they follow', async () => {
  const { tab, living } = browser();
  const [first, second, third] = [tab(), tab(), tab()];
  second.follow('account', () => undefined);
  third.follow('asset:1', () => undefined);
  await settle();
  first.close();
  await settle();
  await settle();
  expect(living().map(({ topics }) => topics)).toEqual([['account', 'asset:1']]);
  third.close();
  second.close();
});

test('a tab that closes, or rests in the back-forward cache, takes its topics with it', async () => {
  const { tab, living } = browser();
  const [first, second] = [tab(), tab()];
  const topics = async () => {
    await settle();
    return living().map((stream) => stream.topics);
  };
  const heard: (string | undefined)[] = [];
  first.follow('account', () => undefined);
  second.follow('asset:1', (one) => heard.push(one?.version));
  expect(await topics()).toEqual([['account', 'asset:1']]);
  second.rest();
  expect(await topics()).toEqual([['account']]);
  second.wake();
  expect(await topics()).toEqual([['account', 'asset:1']]);
  second.close();
  expect(await topics()).toEqual([['account']]);
  living()[0]?.send(signal('asset:1', '7'));
  await settle();
  expect(heard).toEqual([]);
  // The leading tab keeps the stream for the others.
  first.rest();
  expect(await topics()).toEqual([['account']]);
  first.close();
});

test('after a lost connection the stream is reopened and all listeners of all tabs refetch', async () => {
  const { tab, streams, living } = browser();
  const [hub, other] = [tab(), tab()];
  const heard: string[] = [];
  hub.follow('account', (one) => heard.push(`own ${one?.version}`));
  other.follow('account', (one) => heard.push(`other ${one?.version}`));
  await settle();
  living()[0]?.send(signal('', ''));
  await settle();
  living()[0]?.fail(new Error('lost'));
  await settle();
  expect(streams).toHaveLength(1);
  await jest.advanceTimersByTimeAsync(RETRY_MS);
  expect(streams).toHaveLength(2);
  for (let times = 0; times < 2; times += 1) streams[1]?.send(signal('', ''));
  await settle();
  expect(heard.sort()).toEqual(['other undefined', 'own undefined']);
  other.close();
  hub.close();
});

test.each([
  ['ended', 16],
  ['may not follow', 7],
])('a session that %s is not asked for again', async (_what, code) => {
  const { tab, streams } = browser();
  const hub = tab();
  hub.follow('account', () => undefined);
  await settle();
  streams[0]?.fail(Object.assign(new Error('refused'), { code }));
  await jest.advanceTimersByTimeAsync(60_000);
  expect(streams).toHaveLength(1);
  hub.close();
});

test('one stream follows fifty topics at most', async () => {
  const { tab, living } = browser();
  const hub = tab();
  for (let number = 0; number < 60; number += 1) hub.follow(`asset:${number}`, () => undefined);
  await settle();
  expect(living().map(({ topics }) => topics.length)).toEqual([50]);
  hub.close();
});

test('a topic is followed until the last of its listeners has stopped, once', async () => {
  const { tab, living } = browser();
  const hub = tab();
  const heard: string[] = [];
  const stopFirst = hub.follow('account', () => heard.push('first'));
  const stopSecond = hub.follow('account', () => heard.push('second'));
  await settle();
  stopFirst();
  await settle();
  living()[0]?.send(signal('account', '1'));
  await settle();
  expect(heard).toEqual(['second']);
  stopSecond();
  hub.follow('account', () => heard.push('third'));
  stopSecond();
  await settle();
  living()[0]?.send(signal('account', '2'));
  await settle();
  expect(heard).toEqual(['second', 'third']);
  hub.close();
});

test('a hub that closes at once opens no stream', async () => {
  const { tab, streams } = browser();
  const hub = tab();
  await settle();
  hub.follow('account', () => undefined);
  hub.close();
  await settle();
  expect(streams).toHaveLength(0);
});

test('a stream that keeps failing is reopened after pauses that double, up to a limit', async () => {
  const { tab, streams } = browser();
  const hub = tab();
  hub.follow('account', () => undefined);
  await settle();
  const pauses: number[] = [];
  for (let tries = 1; tries < 9; tries += 1) {
    streams.at(-1)?.fail(new Error('lost'));
    await settle();
    let waited = 0;
    while (streams.length === tries) {
      await jest.advanceTimersByTimeAsync(RETRY_MS);
      waited += RETRY_MS;
    }
    pauses.push(waited);
  }
  expect(pauses).toEqual([500, 1_000, 2_000, 4_000, 8_000, 15_000, 15_000, 15_000]);
  hub.close();
});

test('without listeners no stream is open; the last one to stop closes it', async () => {
  const { tab, living } = browser();
  const hub = tab();
  await settle();
  expect(living()).toHaveLength(0);
  const stop = hub.follow('account', () => undefined);
  await settle();
  expect(living()).toHaveLength(1);
  stop();
  await settle();
  expect(living()).toHaveLength(0);
  hub.close();
});

test('a signal counts when its version is newer than what is known', () => {
  expect(isNewer('8', '7')).toBe(true);
  expect(isNewer('7', 7n)).toBe(false);
  expect(isNewer('10', '9')).toBe(true);
  expect(isNewer('1', undefined)).toBe(true);
  expect(isNewer('', '3')).toBe(true);
});

test('a page without locks, as one without https, keeps a stream of its own', async () => {
  const opened: string[][] = [];
  const hub = createHub({
    ...{ accountId: 'b', locks: undefined, tab: 'only', random: () => 0 },
    channel: () => ({ postMessage: () => {}, close: () => {}, onmessage: null }) as unknown as BroadcastChannel,
    open: (topics) => {
      opened.push(topics);
      return (async function* () {
        yield* [] as Signal[];
      })();
    },
  });
  hub.follow('film:1', () => {});
  await jest.advanceTimersByTimeAsync(1_000);
  expect(opened.some((topics) => topics.includes('film:1'))).toBe(true);
  hub.close();
});

test('a session that ends is known in each tab at once, and the stream comes back with the next sign-in', async () => {
  const { tab, streams, living } = browser();
  const ended: string[] = [];
  const first = tab(() => ended.push('first'));
  const second = tab(() => ended.push('second'));
  first.follow('account', () => undefined);
  second.follow('asset:1', () => undefined);
  await settle();
  living()[0]?.fail({ code: 16 });
  await settle();
  expect(ended.sort()).toEqual(['first', 'second']);
  await jest.advanceTimersByTimeAsync(60_000);
  const opened = streams.length;
  second.wake();
  await settle();
  expect(streams).toHaveLength(opened + 1);
  expect(streams.at(-1)?.topics).toEqual(['account', 'asset:1']);
  // A topic that may not be followed ends no session.
  living().at(-1)?.fail({ code: 7 });
  await settle();
  expect(ended).toHaveLength(2);
});
