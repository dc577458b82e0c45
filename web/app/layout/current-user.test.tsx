import { jest } from '@jest/globals';
import { act, render, screen, waitFor } from '@testing-library/react';
import { ApiError } from '../api/api-error.ts';
import { sessionEnded } from '../api/browser/session-events.ts';

const refused = (code: 'Unavailable' | 'Unauthenticated') =>
  new ApiError({ code, reason: '', message: '', fields: [], metadata: {} });
const getCurrentUser = jest.fn<() => Promise<{ user: unknown }>>();
jest.unstable_mockModule('./account-calls.ts', () => ({ getCurrentUser }));
const { refreshCurrentUser, useCurrentUser } = await import('./current-user.ts');

function Who() {
  return <p>{useCurrentUser().state}</p>;
}
const cookie = jest.spyOn(document, 'cookie', 'get');
const happens = (name: string) => act(async () => void window.dispatchEvent(new Event(name)));

beforeEach(() => getCurrentUser.mockReset());

test('a failed call leaves the user unknown; online and focus ask again until there is an answer', async () => {
  cookie.mockReturnValue('marquee-signed-in-80=1');
  getCurrentUser.mockRejectedValue(refused('Unavailable'));
  await act(async () => void render(<Who />));
  await waitFor(() => expect(getCurrentUser).toHaveBeenCalledTimes(1));
  expect(screen.getByText('unknown')).toBeTruthy();
  await happens('online');
  expect(getCurrentUser).toHaveBeenCalledTimes(2);
  expect(screen.getByText('unknown')).toBeTruthy();

  getCurrentUser.mockResolvedValue({ user: { id: 'u1' } });
  await happens('focus');
  await screen.findByText('account');
  await happens('focus');
  expect(getCurrentUser).toHaveBeenCalledTimes(3);

  // A failure later takes nobody's account away; a refusal does, and so does the end of the session.
  getCurrentUser.mockRejectedValue(refused('Unavailable'));
  await act(refreshCurrentUser);
  expect(screen.getByText('account')).toBeTruthy();
  getCurrentUser.mockRejectedValue(refused('Unauthenticated'));
  await act(refreshCurrentUser);
  expect(screen.getByText('visitor')).toBeTruthy();
  getCurrentUser.mockResolvedValue({ user: { id: 'u1' } });
  await act(refreshCurrentUser);
  await happens(sessionEnded);
  expect(screen.getByText('visitor')).toBeTruthy();
});

test('without a session identity is not called', async () => {
  cookie.mockReturnValue('');
  await act(refreshCurrentUser);
  render(<Who />);
  expect(screen.getByText('visitor')).toBeTruthy();
  expect(getCurrentUser).not.toHaveBeenCalled();
});
