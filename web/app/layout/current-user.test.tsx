import '../testing/component-tests.ts';
import { Code } from '@connectrpc/connect';
import { jest } from '@jest/globals';
import { answerCalls, failing, refusing } from '@marquee/testing/answer-calls';
import { aPerson } from '@marquee/testing/contract-messages';
import { act, render, screen, waitFor } from '@testing-library/react';
import { sessionHint } from '../api/browser/page-account.ts';
import { sessionEnded } from '../api/browser/session-events.ts';
import { later } from '../testing/show-page.tsx';
import { forgetUser, refreshCurrentUser, useCurrentUser, useEndedSession } from './current-user.ts';

function Who() {
  const { state } = useCurrentUser();
  return <p>{useEndedSession() ? `${state}, ended` : state}</p>;
}
/** Another part of the page that needs the same answer. */
function Other() {
  useCurrentUser();
  return null;
}
const cookie = jest.spyOn(document, 'cookie', 'get');
const happens = (name: string) => act(async () => void window.dispatchEvent(new Event(name)));
const known = () => ({ user: aPerson() });

test('a failed call leaves the user unknown; online and focus ask again until there is an answer', async () => {
  cookie.mockReturnValue('marquee-signed-in-80=1');
  let answer: () => object = failing;
  const { sent } = answerCalls({ getCurrentUser: () => answer() });
  const asked = (times: number) => waitFor(() => expect(sent('getCurrentUser')).toHaveLength(times));
  await act(
    async () =>
      void render(
        <>
          <Who />
          <Other />
        </>,
      ),
  );
  await asked(1);
  expect(screen.getByText('unknown')).toBeTruthy();
  await happens('online');
  await asked(2);
  expect(screen.getByText('unknown')).toBeTruthy();

  answer = known;
  await happens('focus');
  await screen.findByText('account');
  await happens('focus');
  await happens('online');
  expect(sent('getCurrentUser')).toHaveLength(3);

  // A later failure keeps the account, and so do a refusal and the end of the session: both ask for sign-in.
  answer = failing;
  await act(refreshCurrentUser);
  expect(screen.getByText('account')).toBeTruthy();
  answer = refusing(Code.Unauthenticated);
  await act(refreshCurrentUser);
  expect(screen.getByText('account, ended')).toBeTruthy();
  answer = known;
  await act(refreshCurrentUser);
  expect(screen.getByText('account')).toBeTruthy();
  await happens(sessionEnded);
  expect(screen.getByText('account, ended')).toBeTruthy();
});

test('after failed answers identity is asked again by itself, less and less often, and in the end no more', async () => {
  cookie.mockReturnValue('marquee-signed-in-80=1');
  const { sent } = answerCalls({ getCurrentUser: failing });
  // Nobody is known from before.
  forgetUser();
  const turn = setTimeout;
  jest.useFakeTimers();
  try {
    const untilRetryWaits = async () => {
      while (jest.getTimerCount() === 0) await new Promise((resolve) => turn(resolve, 1));
    };
    void refreshCurrentUser();
    for (const [index, wait] of [5_000, 10_000, 20_000, 40_000, 80_000].entries()) {
      await untilRetryWaits();
      jest.advanceTimersByTime(wait - 1);
      expect(sent('getCurrentUser')).toHaveLength(index + 1);
      jest.advanceTimersByTime(1);
      while (sent('getCurrentUser').length < index + 2) await new Promise((resolve) => turn(resolve, 1));
    }
    await refreshCurrentUser();
    expect(jest.getTimerCount()).toBe(0);
  } finally {
    jest.useRealTimers();
  }
});

test('identity is asked again while it is asked, and an older answer that arrives later is not shown', async () => {
  cookie.mockReturnValue('marquee-signed-in-80=1');
  const answers = [later<object>(), later<object>(), later<object>()];
  let asked = 0;
  const { sent } = answerCalls({ getCurrentUser: () => answers[asked++]?.answer() ?? {} });
  render(<Who />);
  const asking = answers.map(() => refreshCurrentUser());
  await waitFor(() => expect(sent('getCurrentUser')).toHaveLength(3));
  await answers[1]?.resolve(known());
  expect(screen.getByText('account')).toBeTruthy();
  await answers[0]?.resolve({});
  expect(screen.getByText('account')).toBeTruthy();
  await answers[2]?.resolve({});
  expect(screen.getByText('visitor')).toBeTruthy();
  await Promise.all(asking);
});

test('an answer without a person is a visitor; without a session identity is not called', async () => {
  cookie.mockReturnValue('marquee-signed-in-80=1');
  const { sent } = answerCalls({ getCurrentUser: () => ({}) });
  await act(refreshCurrentUser);
  render(<Who />);
  expect(screen.getByText('visitor')).toBeTruthy();
  cookie.mockReturnValue('');
  await act(refreshCurrentUser);
  expect(screen.getByText('visitor')).toBeTruthy();
  expect(sent('getCurrentUser')).toHaveLength(1);
});

test.each([
  ['the port over http', 'marquee-signed-in-3000=1', { protocol: 'http:', port: '3000' }, true],
  ['port 80 when the address has none', 'marquee-signed-in-80=1', { protocol: 'http:', port: '' }, true],
  ['another port', 'marquee-signed-in-3000=1', { protocol: 'http:', port: '3001' }, false],
  ['no port over https', 'a=b; __Host-marquee-signed-in=1', { protocol: 'https:', port: '8443' }, true],
  ['no port over http', '__Host-marquee-signed-in=1', { protocol: 'http:', port: '3000' }, false],
  ['another value', 'marquee-signed-in-3000=0', { protocol: 'http:', port: '3000' }, false],
])('the hint of a session is named by %s', (_what, cookie, here, hasHint) => {
  expect(sessionHint(cookie, here) !== '').toBe(hasHint);
});
