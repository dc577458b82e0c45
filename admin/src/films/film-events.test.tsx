import { Code } from '@connectrpc/connect';
import { EventStatus } from '@marquee/contracts/festival/v1/programme_pb';
import { type Answers, failing, inTurn, refusing } from '@marquee/testing/answer-calls';
import { aStudioFilm, FILM_ID } from '@marquee/testing/contract-messages';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { doing, press, showFilm } from '../testing/show.tsx';

const EVENT = {
  ...{ id: 'e1', festivalId: 'o1', festivalName: 'Lumen', name: 'Opening night', timeZone: 'Europe/Lisbon' },
  status: EventStatus.PUBLISHED,
  blocks: [
    { id: 'b1', name: 'Shorts', films: [{ id: 'p1', filmId: FILM_ID, filmTitle: 'Salt' }] },
    { id: 'b2', name: 'Features', films: [{ id: 'p2', filmId: 'another', filmTitle: 'Tin' }] },
  ],
};
/** Presses Delete in the question. */
async function confirmed() {
  const question = await screen.findByRole('dialog');
  await doing(() => fireEvent.click(within(question).getByText('Delete')));
}
const open = (answers: Answers) => showFilm(answers, aStudioFilm(), 'events');

test('the events that show a film are listed, and it is deleted from a block [ADF-02:events] [ADF-07]', async () => {
  const { sent } = await open({
    listFilmEvents: inTurn<[], object>(
      () => ({ events: [EVENT] }),
      () => ({}),
    ),
    deleteBlockFilm: () => ({}),
  });
  const rows = within(await screen.findByRole('table', { name: 'Events' })).getAllByRole('row');
  expect(rows).toHaveLength(2);
  for (const text of ['Opening night', 'Lumen', 'Shorts', 'Published']) {
    expect(within(rows[1] as HTMLElement).getByText(text)).toBeTruthy();
  }
  await press('Delete from Shorts of Opening night', 'button');
  expect(await screen.findByText('Delete the film in Shorts?')).toBeTruthy();
  await confirmed();
  expect(await screen.findByText('No event shows this film')).toBeTruthy();
  expect(sent('deleteBlockFilm')).toMatchObject([{ eventId: 'e1', blockFilmId: 'p1' }]);
});

test('a film that could not be deleted from a block says so [ADF-07]', async () => {
  await open({
    listFilmEvents: () => ({ events: [EVENT] }),
    deleteBlockFilm: refusing(Code.PermissionDenied, { message: 'Not yours.' }),
  });
  await press('Delete from Shorts of Opening night', 'button');
  await screen.findByText('Delete the film in Shorts?');
  await confirmed();
  expect(await screen.findByText('Failed to delete block film')).toBeTruthy();
  expect(screen.getByRole('table', { name: 'Events' })).toBeTruthy();
});

test('events that could not be loaded can be asked for again', async () => {
  await open({ listFilmEvents: inTurn<[], object>(failing, () => ({})) });
  expect(await screen.findByText('Failed to load events')).toBeTruthy();
  await press('Try again');
  await waitFor(() => expect(screen.getByText('No event shows this film')).toBeTruthy());
});
