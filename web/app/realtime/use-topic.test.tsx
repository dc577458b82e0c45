import '../testing/component-tests.ts';
import { jest } from '@jest/globals';
import { answerCalls } from '@marquee/testing/answer-calls';
import { aPerson } from '@marquee/testing/contract-messages';
import { act, renderHook, waitFor } from '@testing-library/react';
import { refreshCurrentUser } from '../layout/current-user.ts';
import type { Signal } from './signals.ts';

type Followed = { topic: string; say: (signal?: Signal) => void; stopped: boolean };
const followed: Followed[] = [];
const accounts: string[] = [];

// The hub needs locks and channels of a browser; it has tests of its own.
jest.unstable_mockModule('./browser-hub.ts', () => ({
  browserHub: (accountId: string) => ({
    follow(topic: string, say: Followed['say']) {
      accounts.push(accountId);
      const one = { topic, say, stopped: false };
      followed.push(one);
      return () => {
        one.stopped = true;
      };
    },
  }),
}));
const { useTopic } = await import('./use-topic.ts');

// Only the slow timer stands still; everything else takes its real time.
const REAL = [
  ...['Date', 'hrtime', 'performance', 'nextTick', 'queueMicrotask', 'setImmediate', 'clearImmediate'],
  ...['setTimeout', 'clearTimeout', 'requestAnimationFrame', 'cancelAnimationFrame'],
] as never[];
const person = aPerson();

async function signIn(isSignedIn: boolean) {
  answerCalls({ getCurrentUser: () => ({ user: person }) });
  // biome-ignore lint/suspicious/noDocumentCookie: the gateway sets this cookie beside the session's.
  document.cookie = `marquee-signed-in-80=1; max-age=${isSignedIn ? 60 : 0}`;
  await act(refreshCurrentUser);
}

async function following({ topic = 'asset:1' as string | null, version = '7' as string | undefined } = {}) {
  const refetch = jest.fn();
  const hook = renderHook((props) => useTopic(props.topic, props.version, refetch), {
    initialProps: { topic, version },
  });
  await act(async () => {});
  return { refetch, ...hook };
}
const signal = (version: string): Signal => ({ topic: 'asset:1', version, data: {} });
const isSeen = (seen: boolean) =>
  jest.spyOn(document, 'visibilityState', 'get').mockReturnValue(seen ? 'visible' : 'hidden');
const becomes = () => act(() => void document.dispatchEvent(new Event('visibilitychange')));

beforeEach(async () => {
  jest.useFakeTimers({ doNotFake: REAL });
  followed.length = 0;
  accounts.length = 0;
  await signIn(true);
});
afterEach(() => {
  jest.useRealTimers();
  jest.restoreAllMocks();
});

test('a newer version, or a reconnect, loads again; an older one does not', async () => {
  const { refetch, rerender } = await following();
  await waitFor(() => expect(followed.map(({ topic }) => topic)).toEqual(['asset:1']));
  expect(accounts).toEqual([person.id]);
  followed[0]?.say(signal('7'));
  expect(refetch).not.toHaveBeenCalled();
  followed[0]?.say(signal('8'));
  expect(refetch).toHaveBeenLastCalledWith(signal('8'));
  rerender({ topic: 'asset:1', version: '8' });
  followed[0]?.say(signal('8'));
  expect(refetch).toHaveBeenCalledTimes(1);
  followed[0]?.say();
  expect(refetch).toHaveBeenLastCalledWith(undefined);
});

test('every minute, and when it is seen again, the page polls; not while it is hidden', async () => {
  const { refetch } = await following();
  isSeen(true);
  act(() => void jest.advanceTimersByTime(59_999));
  expect(refetch).not.toHaveBeenCalled();
  act(() => void jest.advanceTimersByTime(1));
  expect(refetch).toHaveBeenCalledTimes(1);
  becomes();
  expect(refetch).toHaveBeenCalledTimes(2);
  isSeen(false);
  becomes();
  act(() => void jest.advanceTimersByTime(60_000));
  expect(refetch).toHaveBeenCalledTimes(2);
});

test('a part that is left follows nothing any more', async () => {
  const { refetch, unmount } = await following();
  await waitFor(() => expect(followed).toHaveLength(1));
  unmount();
  expect(followed[0]?.stopped).toBe(true);
  isSeen(true);
  becomes();
  act(() => void jest.advanceTimersByTime(60_000));
  expect(refetch).not.toHaveBeenCalled();
});

test('one that is left at once never follows', async () => {
  const { result, unmount } = renderHook(() => useTopic('asset:1', '7', () => {}));
  expect(result.current).toBeUndefined();
  unmount();
  await act(async () => {});
  expect(followed.every(({ stopped }) => stopped)).toBe(true);
});

test('visitors follow nothing, and a page without a topic neither', async () => {
  await following({ topic: null });
  await signIn(false);
  const { refetch } = await following();
  isSeen(true);
  becomes();
  act(() => void jest.advanceTimersByTime(60_000));
  expect(followed).toEqual([]);
  expect(refetch).not.toHaveBeenCalled();
});
