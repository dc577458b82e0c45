import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import { Code } from '@connectrpc/connect';
import { GrantKind } from '@marquee/contracts/film/v1/grants_pb';
import { type Answers, failing, refusing } from '@marquee/testing/answer-calls';
import { aStudioFilm, FILM_ID } from '@marquee/testing/contract-messages';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { doing, press, show } from '../testing/show.tsx';
import { asStaff, aUserEntry, USER_ID } from '../testing/users.ts';

const at = timestampFromDate(new Date('2026-11-28T12:00:00Z'));
const grant = {
  ...{ id: 'g1', filmId: FILM_ID, filmTitle: 'Salt', kind: GrantKind.REPLAY, hours: 12, reason: 'The stream broke' },
  ...{ createdAt: at, endsAt: at, started: false },
};
const open = (answers: Answers) =>
  show(`/users/${USER_ID}?tab=lover`, {
    ...asStaff(),
    getUser: () => ({ user: aUserEntry() }),
    ...{ listUserUnlocks: () => ({ unlocks: [] }), listUserOrders: () => ({ orders: [] }) },
    listAllFilms: () => ({ films: [aStudioFilm()] }),
    getAnyFilm: () => ({ film: aStudioFilm() }),
    ...answers,
  });
const reasonIn = async (reason: string, button: string) => {
  const dialog = await screen.findByRole('dialog');
  await doing(() => fireEvent.change(within(dialog).getByLabelText(/^Reason/), { target: { value: reason } }));
  await doing(() => fireEvent.click(within(dialog).getByRole('button', { name: button })));
};

test('staff give a user time to watch a film, with a reason [WAT-15:back-office]', async () => {
  let given = false;
  const { sent } = await open({
    listUserGrants: () => ({ grants: given ? [grant] : [] }),
    grantAccess: () => {
      given = true;
      return { grant };
    },
  });
  expect(await screen.findByText('Nothing was given')).toBeTruthy();
  await press('Give time to watch');
  const dialog = await screen.findByRole('dialog');
  await doing(() => fireEvent.change(within(dialog).getByLabelText('Film'), { target: { value: 'Salt' } }));
  const option = await screen.findByRole('option', { name: 'Salt' });
  await doing(() => fireEvent.click(option));
  await doing(() => fireEvent.click(within(dialog).getByLabelText(/^A replay/)));
  await doing(() => fireEvent.change(within(dialog).getByLabelText('Hours'), { target: { value: '12' } }));
  await reasonIn('x', 'Give');
  expect(sent('grantAccess')).toEqual([]);
  await reasonIn('The stream broke', 'Give');
  await waitFor(() =>
    expect(sent('grantAccess')).toMatchObject([
      { accountId: USER_ID, filmId: FILM_ID, kind: GrantKind.REPLAY, hours: 12, reason: 'The stream broke' },
    ]),
  );
  expect(await screen.findByText('A replay of 12 hours')).toBeTruthy();
  expect(screen.getByText(/^To start by/)).toBeTruthy();
});

test('what was given is taken back with a reason, and stays in the list [WAT-15:back-office]', async () => {
  let taken = false;
  const after = { ...grant, endsAt: undefined, takenBackAt: at };
  const { sent } = await open({
    listUserGrants: () => ({ grants: [taken ? after : grant] }),
    takeBackGrant: () => {
      taken = true;
      return { grant: after };
    },
  });
  await screen.findByText('A replay of 12 hours');
  await press('Take back');
  await reasonIn('It was for another film', 'Take back');
  await waitFor(() =>
    expect(sent('takeBackGrant')).toMatchObject([{ grantId: 'g1', reason: 'It was for another film' }]),
  );
  expect(await screen.findByText(/^Taken back/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Take back' })).toBeNull();
});

test('a list that did not load, and what is refused, say so', async () => {
  await open({ listUserGrants: failing });
  expect(await screen.findByText('Failed to load what was given')).toBeTruthy();
  await open({
    listUserGrants: () => ({ grants: [grant] }),
    takeBackGrant: refusing(Code.FailedPrecondition, { message: 'This grant was taken back already.' }),
  });
  await screen.findByText('A replay of 12 hours');
  await press('Take back');
  await reasonIn('It was for another film', 'Take back');
  expect(await screen.findByText('This grant was taken back already.')).toBeTruthy();
});
