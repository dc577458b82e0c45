import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import { failing, inTurn } from '@marquee/testing/answer-calls';
import { aStudioFilm } from '@marquee/testing/contract-messages';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { closed, doing, press, show } from '../testing/show.tsx';

const IDS = ['f1', 'f2', 'f3'];
const title = (id: string) => `Film ${id}`;
const waiting = (id: string) =>
  aStudioFilm(
    { id, filmTitle: title(id), isApproved: false },
    { awaitingApproval: true, waitingSince: timestampFromDate(new Date('2026-11-20T12:00:00Z')) },
  );

const open = async (id: string, more: object = {}) => {
  const queue = [...IDS];
  const shown = await show(`/content/${id}?show=waiting`, {
    getAnyFilm: ({ filmId }) => ({ film: waiting(filmId) }),
    listAllFilms: () => ({ films: [] }),
    getQueuePlace: ({ filmId }) => {
      const at = queue.indexOf(filmId);
      const [previousFilmId, nextFilmId] = at < 0 ? ['', queue[0]] : [queue[at - 1] ?? '', queue[at + 1] ?? ''];
      return { position: at + 1, size: queue.length, previousFilmId, nextFilmId };
    },
    setFilmFlags: ({ filmId }) => {
      queue.splice(queue.indexOf(filmId), 1);
      return { film: aStudioFilm({ id: filmId, filmTitle: title(filmId) }) };
    },
    ...more,
  });
  await screen.findByRole('navigation', { name: 'Queue' });
  return shown;
};
const key = (name: string) => doing(() => fireEvent.keyDown(document.body, { key: name }));
const isShown = (id: string) => screen.findByRole('heading', { level: 1, name: title(id) });

test('J and K go through the queue, as the buttons do, to its ends', async () => {
  const { address } = await open('f2');
  const queue = within(await screen.findByRole('navigation', { name: 'Queue' }));
  expect(queue.getByText('2 of 3 that wait')).toBeTruthy();
  await key('j');
  await isShown('f3');
  expect(address()).toBe('/content/f3?show=waiting');
  await screen.findByText('3 of 3 that wait');
  await key('j');
  expect(address()).toBe('/content/f3?show=waiting');
  await press('Previous', 'link');
  await screen.findByText('2 of 3 that wait');
  await key('k');
  await isShown('f1');
  expect(address()).toBe('/content/f1?show=waiting');
});

test('once a film is decided, the next one is still the next', async () => {
  await open('f1');
  await screen.findByText('1 of 3 that wait');
  await press('Approve');
  expect(await screen.findByText('Approved.')).toBeTruthy();
  await key('j');
  await isShown('f2');
  expect(await screen.findByText('1 of 2 that wait')).toBeTruthy();
});

test('a key does not leave a dialog in which something is written', async () => {
  const { address } = await open('f1');
  await screen.findByText('1 of 3 that wait');
  await press('Ask for changes');
  await screen.findByRole('dialog');
  await key('j');
  expect(address()).toBe('/content/f1?show=waiting');
  await press('Cancel');
  await closed();
  await key('j');
  expect(address()).toBe('/content/f2?show=waiting');
});

test('the tab stays out of the way of the queue, and the crumbs lead back to it', async () => {
  const { address } = await open('f1');
  await press('Reviews', 'tab');
  expect(address()).toBe('/content/f1?show=waiting&tab=reviews');
  const crumbs = screen.getAllByRole('link', { name: 'Films' });
  expect(crumbs.map((link) => link.getAttribute('href'))).toContain('/content?show=waiting');
});

test('a queue that could not be loaded is asked for again', async () => {
  const answer = () => ({ position: 0, size: 1, nextFilmId: 'f9' });
  await show('/content/f1?show=waiting', {
    getAnyFilm: ({ filmId }) => ({ film: waiting(filmId) }),
    getQueuePlace: inTurn<unknown[], unknown>(failing, answer) as never,
  });
  await press(/The queue could not be loaded/);
  await waitFor(() => expect(screen.getByText('1 film waits')).toBeTruthy());
  expect(screen.getByRole('link', { name: 'Next' }).getAttribute('href')).toBe('/content/f9?show=waiting');
});
