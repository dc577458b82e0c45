import { aFilmCard } from '@marquee/testing/contract-messages';
import { screen } from '@testing-library/react';
import { passing, pauseTimeouts, settled, settledUntil } from '../../testing/paused-timeouts.ts';
import { showPage } from '../../testing/show-page.tsx';
import { PreparingAction } from '../film/preparing-action.tsx';
import { cardView } from './card-view.ts';
import { HomePage } from './home-page.tsx';

const ASK_EVERY_MS = 4_000;
pauseTimeouts();

const salt = aFilmCard({ id: 'f1', filmTitle: 'Salt', preparing: true });
const light = aFilmCard({ id: 'f2', filmTitle: 'Light', preparing: true });
const rails = (...films: (typeof salt)[]) => [{ key: 'new', title: 'New', href: '/films', films: films.map(cardView) }];
const running = { filmId: 'f1', progressPercent: 42, waiting: false };
const inLine = { filmId: 'f2', progressPercent: 0, waiting: true };

test('the home page says what is being prepared and how far it is, and loads again when a film can be watched [FLM-01:preparing]', async () => {
  let films = [running, inLine];
  let loads = 0;
  const { sent } = await showPage(() => <HomePage hero={undefined} rails={rails(salt, light)} />, {
    path: '/',
    answers: { listPreparing: () => ({ films }) },
    loader: () => {
      loads += 1;
    },
  });
  expect(await screen.findByText('2 films are being prepared.')).toBeTruthy();
  await settled();
  await passing(0);
  await settledUntil(() => screen.queryByText('Now: Salt, 42%.') !== null);
  expect(screen.getByRole('link', { name: /Preparing: 42%/ }).getAttribute('href')).toBe('/feed/f1');
  const waits = screen.getByRole('link', { name: /Waiting its turn/ });
  expect(waits.getAttribute('href')).toBe('/feed/f2');
  // Below the poster, on which its own title stands.
  const poster = waits.querySelector('.aspect-2\\/3')?.parentElement as HTMLElement;
  expect(poster.contains(screen.getByText('Waiting its turn'))).toBe(false);
  expect(sent('listPreparing')).toEqual([expect.objectContaining({ filmIds: ['f1', 'f2'] })]);

  const before = loads;
  films = [{ ...inLine, waiting: false }];
  await passing(ASK_EVERY_MS);
  await settledUntil(() => loads > before);
  expect(screen.getByText('One film is being prepared.')).toBeTruthy();
  expect(screen.queryByText(/42%/)).toBeNull();
  expect(loads).toBe(before + 1);
});

test('a home page whose films can all be watched neither says nor asks anything', async () => {
  const films = rails(aFilmCard({ id: 'f1' }));
  const { sent } = await showPage(<HomePage hero={undefined} rails={films} />);
  await passing(ASK_EVERY_MS);
  expect(screen.queryByText(/being prepared/)).toBeNull();
  expect(sent('listPreparing')).toEqual([]);
});

test('a film page says how far the film is, and asks for the access again when it can be watched [FLM-02:preparing]', async () => {
  let films = [running];
  let asked = 0;
  const { sent } = await showPage(
    <PreparingAction
      filmId="f1"
      message="We are preparing this film."
      trailer="/feed/f1/trailer"
      onReady={() => {
        asked += 1;
      }}
    />,
    { answers: { listPreparing: () => ({ films }) } },
  );
  const bar = screen.getByRole('progressbar', { name: 'Preparing this film' });
  await settled();
  await passing(0);
  await settledUntil(() => bar.getAttribute('aria-valuenow') === '42');
  expect(bar.getAttribute('aria-valuenow')).toBe('42');
  expect(screen.getByRole('link', { name: 'Watch the trailer' }).getAttribute('href')).toBe('/feed/f1/trailer');
  expect(asked).toBe(0);

  films = [];
  await passing(ASK_EVERY_MS);
  await settledUntil(() => asked > 0);
  expect(asked).toBe(1);
  const questions = sent('listPreparing').length;
  await passing(ASK_EVERY_MS);
  expect(sent('listPreparing')).toHaveLength(questions);
});
