import { retryWhile } from './retry-while.ts';

const away = new Error('away');
const isPassing = (error: unknown) => error === away;
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
  await expect(retryWhile(failing(away, away), options)).resolves.toBe('done');
  await expect(retryWhile(failing(away, new Error('broken')), options)).rejects.toThrow('broken');
});

test('it ends after its time, and with its signal', async () => {
  await expect(retryWhile(failing(away), { ...options, forMs: 0 })).rejects.toBe(away);
  await expect(retryWhile(failing(away), { ...options, signal: AbortSignal.abort() })).rejects.toBe(away);
  const ending = new AbortController();
  const waiting = retryWhile(failing(away), { ...options, pauseMs: 5_000, signal: ending.signal });
  ending.abort(new Error('stop'));
  await expect(waiting).rejects.toThrow(/stop|away/);
});
