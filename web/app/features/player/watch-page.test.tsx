import '../../testing/component-tests.ts';
import { create } from '@bufbuild/protobuf';
import { createRouterTransport } from '@connectrpc/connect';
import { jest } from '@jest/globals';
import { type RateFilmRequest, ReviewService } from '@marquee/contracts/film/v1/reviews_pb';
import { StartPlaybackResponseSchema } from '@marquee/contracts/film/v1/watch_pb';
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { createRoutesStub } from 'react-router';
import { INITIAL_STATE, Store } from './playback-state.ts';
import type { WatchState } from './use-watch.ts';

const rateFilm = jest.fn(async (_request: RateFilmRequest) => ({}));
let state: WatchState = { step: 'starting' };
jest.unstable_mockModule('./use-watch.ts', () => ({ useWatch: () => ({ state, tryAgain: () => {} }) }));
function BarePlayer({ notice, panels }: { notice: ReactNode; panels: (at: HTMLElement | null) => ReactNode }) {
  return (
    <div>
      {notice}
      {panels(document.body)}
    </div>
  );
}
jest.unstable_mockModule('./player.tsx', () => ({ Player: BarePlayer }));
const transport = createRouterTransport(({ service }) => service(ReviewService, { rateFilm }));
jest.unstable_mockModule('../../api/browser/transport.ts', () => ({ rpcTransport: () => transport }));
const { WatchPage } = await import('./watch-page.tsx');

const film = {
  id: 'film',
  title: 'Salt',
  still: undefined,
  isPublic: false,
  screeningAt: undefined,
  directors: [],
  festival: undefined,
};
function watching(started: { rated?: boolean; preview?: boolean }, finished: boolean): WatchState {
  const { rated = false, preview = false } = started;
  const answer = create(StartPlaybackResponseSchema, { rated, access: { valid: true, preview } });
  const playback = { store: new Store(INITIAL_STATE) };
  return { step: 'watching', finished, watching: { started: answer, playback } as never };
}
const Watch = () => <WatchPage film={film} />;
const Premiere = () => <p>The premiere</p>;
const Routes = createRoutesStub([
  { path: '/feed/:filmId/watch', Component: Watch },
  { path: '/feed/:filmId/premiere', Component: Premiere },
]);
const prompt = () => screen.queryByRole('dialog', { name: 'What did you think?' });

test('a rating prompt appears when the film is finished, and saves whole stars [WAT-08:prompt]', async () => {
  state = watching({}, false);
  const { rerender } = render(<WatchPage film={film} />);
  expect(prompt()).toBeNull();
  state = watching({}, true);
  rerender(<WatchPage film={film} />);
  await waitFor(() => expect(prompt()).not.toBeNull());
  fireEvent.click(screen.getByRole('radio', { name: /4 stars/ }));
  await act(async () => {
    fireEvent.click(screen.getByRole('button', { name: 'Save rating' }));
  });
  expect(rateFilm.mock.calls.map(([request]) => request)).toMatchObject([{ filmId: 'film', rating: 4, message: '' }]);
  await waitFor(() => expect(prompt()).toBeNull());
});

test('who has rated is not asked again [WAT-08:rated]', () => {
  state = watching({ rated: true }, true);
  render(<WatchPage film={film} />);
  expect(prompt()).toBeNull();
});

test('a preview says that it is one [WAT-16:screen]', () => {
  state = watching({ preview: true }, false);
  render(<WatchPage film={film} />);
  expect(screen.getByText(/past its region and window/)).toBeTruthy();
});

test('its maker sees no such thing on a film that is open to all', () => {
  state = watching({ preview: true }, false);
  const { rerender } = render(<WatchPage film={{ ...film, isPublic: true }} />);
  expect(screen.queryByText(/past its region and window/)).toBeNull();
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString();
  rerender(<WatchPage film={{ ...film, isPublic: true, screeningAt: tomorrow }} />);
  expect(screen.getByText(/past its region and window/)).toBeTruthy();
});

test.each([
  'We failed to load your access to the film.',
  'You need to unlock this film to watch it.',
  'This film is unavailable in your region.',
])('%s', (message) => {
  state = { step: 'refused', problem: { reason: 'X', message, remedy: 'film-page' } };
  render(<WatchPage film={film} />);
  expect(screen.getByRole('alert').textContent).toContain(message);
  const back = screen.getAllByRole('link', { name: 'Back to the film' });
  expect(back.map((link) => link.getAttribute('href'))).toEqual(['/feed/film', '/feed/film']);
});

test('while the premiere of a film runs, who has only its ticket is brought there [WAT-04:in-step]', async () => {
  state = { step: 'refused', problem: { reason: 'PREMIERE_RUNNING', message: 'There.', remedy: 'film-page' } };
  render(<Routes initialEntries={['/feed/film/watch']} />);
  expect(await screen.findByText('The premiere')).toBeTruthy();
});

test('what an event shows first comes before the film, which follows when it is over or cannot be shown [WAT-05:page] [WAT-05]', async () => {
  // jsdom plays nothing.
  jest.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue(undefined);
  jest.spyOn(HTMLMediaElement.prototype, 'load').mockReturnValue(undefined);
  const preRollShown = jest.fn();
  const started = create(StartPlaybackResponseSchema, {
    ...{ access: { valid: true, preview: true }, preRollVideoUri: 'https://lumen.example/welcome.mp4' },
    preRollDuration: 30,
  });
  const playback = { store: new Store(INITIAL_STATE) };
  for (const end of ['ended', 'error']) {
    preRollShown.mockClear();
    state = { step: 'watching', finished: false, watching: { started, playback, preRollShown } as never };
    const { unmount } = render(<WatchPage film={film} />);
    const video = (await screen.findAllByLabelText('Before the film')).find(({ tagName }) => tagName === 'VIDEO');
    expect(video?.getAttribute('src')).toBe('https://lumen.example/welcome.mp4');
    // The notice of the player is not there yet.
    expect(screen.queryByText(/past its region and window/)).toBeNull();
    await act(async () => void fireEvent(video as HTMLElement, new Event(end)));
    expect(await screen.findByText(/past its region and window/)).toBeTruthy();
    expect(preRollShown).toHaveBeenCalledTimes(1);
    unmount();
  }
});
