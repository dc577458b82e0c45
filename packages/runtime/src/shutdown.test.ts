import { jest } from '@jest/globals';
import { recordingLog } from '@marquee/testing/recording-log';
import { silentLog } from '@marquee/testing/silent-log';
import { createShutdown, runUntilSignal, type Shutdown } from './shutdown.ts';

test('parts end in reverse order, once, even when one fails, which is logged', async () => {
  const ended: string[] = [];
  const { log, lines } = recordingLog();
  const shutdown = createShutdown(log);
  shutdown.onShutdown('database', () => void ended.push('database'));
  shutdown.onShutdown('broken', () => {
    throw new Error('no');
  });
  shutdown.onShutdown('server', async () => void ended.push('server'));
  expect(await Promise.all([shutdown.run(), shutdown.run()])).toEqual([false, false]);
  expect(ended).toEqual(['server', 'database']);
  expect(lines()).toMatchObject([
    { level: 'error', part: 'broken', err: { message: 'no' }, msg: 'a part did not shut down cleanly' },
  ]);
  expect(await createShutdown(silentLog).run()).toBe(true);
});

describe('a process', () => {
  beforeEach(() => {
    jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate', 'performance'] });
  });
  afterEach(() => {
    jest.useRealTimers();
    jest.restoreAllMocks();
  });

  /** Runs `start` with signals that the test sends; `exits` holds the codes with which the process was ended. */
  async function running(start: (shutdown: Shutdown) => Promise<void> | void) {
    const handlers = new Map<unknown, () => void>();
    jest.spyOn(process, 'on').mockImplementation((name, handler) => {
      handlers.set(name, handler as () => void);
      return process;
    });
    const exits: unknown[] = [];
    jest.spyOn(process, 'exit').mockImplementation((code) => void exits.push(code) as never);
    const { log, said } = recordingLog();
    const started = runUntilSignal(log, async (shutdown) => start(shutdown));
    const signal = async (name: 'SIGTERM' | 'SIGINT') => {
      handlers.get(name)?.();
      await jest.advanceTimersByTimeAsync(0);
    };
    return { started, signal, exits, said };
  }

  const hangs = (shutdown: Shutdown) => shutdown.onShutdown('slow', () => new Promise(() => {}));

  test.each(['SIGTERM', 'SIGINT'] as const)('ends in order at %s', async (name) => {
    const ended: string[] = [];
    const { signal, exits, said } = await running((shutdown) =>
      shutdown.onShutdown('server', () => void ended.push('server')),
    );
    expect(exits).toEqual([]);
    await signal(name);
    expect(ended).toEqual(['server']);
    expect(exits).toEqual([0]);
    expect(said()).toEqual(['asked to end: finishing what runs', 'ended in order']);
  });

  test('that is asked a second time ends at once', async () => {
    const { signal, exits, said } = await running(hangs);
    await signal('SIGTERM');
    expect(exits).toEqual([]);
    await signal('SIGINT');
    expect(exits).toEqual([1]);
    expect(said()).toEqual(['asked to end: finishing what runs']);
  });

  test('that takes longer than 25 s to end is ended', async () => {
    const { signal, exits, said } = await running(hangs);
    await signal('SIGTERM');
    await jest.advanceTimersByTimeAsync(24_999);
    expect(exits).toEqual([]);
    await jest.advanceTimersByTimeAsync(1);
    expect(exits).toEqual([1]);
    expect(said()).toEqual(['asked to end: finishing what runs', 'shutting down took too long']);
  });

  test('of which a part does not shut down cleanly ends with 1', async () => {
    const { signal, exits, said } = await running((shutdown) =>
      shutdown.onShutdown('broken', () => Promise.reject(new Error('no'))),
    );
    await signal('SIGTERM');
    expect(exits).toEqual([1]);
    expect(said()).toEqual(['asked to end: finishing what runs', 'a part did not shut down cleanly']);
  });

  test('that cannot start closes what it had opened and ends with 1', async () => {
    const ended: string[] = [];
    const { started, exits, said } = await running((shutdown) => {
      shutdown.onShutdown('probes', () => void ended.push('probes'));
      throw new Error('no database');
    });
    await started;
    expect(ended).toEqual(['probes']);
    expect(exits).toEqual([1]);
    expect(said()).toEqual(['could not start']);
  });

  test('that is asked to end while it starts does not report that it could not', async () => {
    const { promise, reject } = Promise.withResolvers<void>();
    const { started, signal, exits, said } = await running(() => promise);
    await signal('SIGTERM');
    reject(new Error('stopped'));
    await started;
    expect(exits).toEqual([0]);
    expect(said()).toEqual(['asked to end: finishing what runs', 'ended in order']);
  });
});
