import { Code, ConnectError, type UnaryRequest, type UnaryResponse } from '@connectrpc/connect';
import { jest } from '@jest/globals';
import { CatalogueService } from '@marquee/contracts/film/v1/catalogue_pb';
import { retryOnce } from './retry-once.ts';

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

/** A read whose answers are these errors, one after the other, and then an answer. */
function reading(...errors: ConnectError[]) {
  const giveUp = new AbortController();
  const seen = { calls: 0, ended: false };
  const next = async () => {
    const error = errors[seen.calls++];
    if (error) throw error;
    return {} as UnaryResponse;
  };
  const request = { stream: false, method: CatalogueService.method.getFilm, message: {}, signal: giveUp.signal };
  const answer = retryOnce(next)(request as unknown as UnaryRequest).finally(() => {
    seen.ended = true;
  });
  // A test may look at it after it was rejected.
  answer.catch(() => undefined);
  return { seen, answer, giveUp };
}
const unavailable = (retryAfter?: string, code = Code.Unavailable) =>
  new ConnectError('unavailable', code, retryAfter === undefined ? undefined : { 'retry-after': retryAfter });

test.each([
  ['as long as the answer says', '2', 2_000],
  ['0.4 s without a time', undefined, 400],
  ['0.4 s where the time is a date', 'Fri, 20 Nov 2026 12:00:00 GMT', 400],
])('a call is repeated after %s', async (_, retryAfter, waitMs) => {
  const { seen, answer } = reading(unavailable(retryAfter));
  await jest.advanceTimersByTimeAsync(waitMs - 1);
  expect(seen.calls).toBe(1);
  await jest.advanceTimersByTimeAsync(1);
  expect(seen.calls).toBe(2);
  await answer;
});

test.each([
  ['that may be repeated later than in 5 s', unavailable('6')],
  ['that was refused', unavailable('1', Code.ResourceExhausted)],
])('a call %s is answered at once', async (_, error) => {
  const { seen, answer } = reading(error);
  await expect(answer).rejects.toBe(error);
  expect([seen.calls, jest.getTimerCount()]).toEqual([1, 0]);
});

test('a call that is given up waits no longer', async () => {
  const again = unavailable();
  const { seen, answer, giveUp } = reading(unavailable('5'), again);
  await jest.advanceTimersByTimeAsync(1);
  expect(seen.ended).toBe(false);
  giveUp.abort();
  await expect(answer).rejects.toBe(again);
  expect(jest.getTimerCount()).toBe(0);
});
