import { retryWhile } from './retry-while.ts';

const unavailable = new Error('unavailable');
const isPassing = (error: unknown) => error === unavailable;
const options = { isPassing, pauseMs: 1, forMs: 10_000, signal: new AbortController().signal };

/** Fails as listed, then gives 'done'. */
function failing(...errors: Error[]) {
  const left = [...errors];
  return async () => {
    const error = left.shift();
    if (error) throw error;
    return 'done';
  };
}

test('work is repeated while its trouble passes, and any other error ends it', async () => {
  await expect(retryWhile(failing(unavailable, unavailable), options)).resolves.toBe('done');
  await expect(retryWhile(failing(unavailable, new Error('broken')), options)).rejects.toThrow('broken');
});

test('it ends after its time, and with its signal', async () => {
  await expect(retryWhile(failing(unavailable), { ...options, forMs: 0 })).rejects.toBe(unavailable);
  await expect(retryWhile(failing(unavailable), { ...options, signal: AbortSignal.abort() })).rejects.toBe(unavailable);
  const ending = new AbortController();
  const waiting = retryWhile(failing(unavailable), { ...options, pauseMs: 5_000, signal: ending.signal });
  ending.abort(new Error('stop'));
  await expect(waiting).rejects.toThrow(/stop|unavailable/);
});
