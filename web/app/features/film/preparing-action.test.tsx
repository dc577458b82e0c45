import { FILM_ID } from '@marquee/testing/contract-messages';
import { cleanup, screen } from '@testing-library/react';
import { passing, pauseTimeouts, settled, settledUntil } from '../../testing/paused-timeouts.ts';
import { showPage } from '../../testing/show-page.tsx';
import { PreparingAction } from './preparing-action.tsx';

pauseTimeouts();

let ready = 0;
let answer: object = {};
const film = (part: object) => ({ films: [{ filmId: FILM_ID, ...part }] });
async function open() {
  ready = 0;
  const calls = await showPage(
    <PreparingAction
      filmId={FILM_ID}
      message="Being prepared."
      trailer=""
      onReady={() => {
        ready += 1;
      }}
    />,
    { answers: { listPreparing: () => answer } },
  );
  await settled();
  await passing(0);
  return () => calls.sent('listPreparing').length;
}
const percent = () => screen.getByRole('progressbar', { name: 'Preparing this film' }).getAttribute('aria-valuenow');

test('a film that is being prepared says how far it is until it can be watched', async () => {
  answer = film({ progressPercent: 42 });
  const asked = await open();
  await settledUntil(() => percent() === '42');
  expect([percent(), screen.queryByText('Waiting its turn')]).toEqual(['42', null]);
  answer = film({ waiting: true });
  await passing(3_999);
  expect(asked()).toBe(1);
  await passing(1);
  await settledUntil(() => screen.queryByText('Waiting its turn') !== null);
  expect(screen.getByText('Waiting its turn')).toBeTruthy();
  expect([percent(), ready]).toEqual([null, 0]);
  answer = {};
  await passing(4_000);
  await settledUntil(() => ready > 0);
  expect(ready).toBe(1);
  await passing(20_000);
  expect([asked(), ready]).toEqual([3, 1]);
});

test('a film that is shown no more is not asked for', async () => {
  answer = film({ progressPercent: 42 });
  const asked = await open();
  await settledUntil(() => percent() === '42');
  cleanup();
  await passing(20_000);
  expect(asked()).toBe(1);
});
