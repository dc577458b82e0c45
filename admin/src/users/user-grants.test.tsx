import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import { Code } from '@connectrpc/connect';
import { GrantKind } from '@marquee/contracts/film/v1/grants_pb';
import { BACK_OFFICE_MESSAGES } from '@marquee/rules/back-office-messages';
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
  expect(await screen.findByText('The time was taken back.')).toBeTruthy();
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

test('nothing is given without a film and a reason, or says why it was not [WAT-15:back-office]', async () => {
  let refusal: () => never = failing;
  const { sent } = await open({ listUserGrants: () => ({}), grantAccess: () => refusal() });
  await screen.findByText('Nothing was given');
  await press('Give time to watch');
  const dialog = within(await screen.findByRole('dialog'));
  await reasonIn('The stream broke', 'Give');
  expect((await dialog.findByRole('alert')).textContent).toBe('Please pick a film.');
  const pick = async () => {
    await doing(() => fireEvent.change(dialog.getByLabelText('Film'), { target: { value: 'Salt' } }));
    const option = await screen.findByRole('option', { name: 'Salt' });
    await doing(() => fireEvent.click(option));
  };
  await pick();
  await press('Another film');
  await reasonIn('The stream broke', 'Give');
  expect((await dialog.findByRole('alert')).textContent).toBe('Please pick a film.');
  await pick();
  await reasonIn('x', 'Give');
  expect((await dialog.findByRole('alert')).textContent).toBe(BACK_OFFICE_MESSAGES.reasonLength);
  expect(sent('grantAccess')).toEqual([]);
  await reasonIn('The stream broke', 'Give');
  expect(await dialog.findByText('Failed to give it. Please try again later.')).toBeTruthy();
  expect(sent('grantAccess')).toMatchObject([{ kind: GrantKind.EXTRA_TIME, hours: 48 }]);
  refusal = refusing(Code.FailedPrecondition, { message: 'This film is deleted.' });
  await reasonIn('The stream broke', 'Give');
  expect(await dialog.findByText('This film is deleted.')).toBeTruthy();
  const fields = [{ field: 'hours', message: 'Please enter 1 to 720 hours.' }];
  refusal = refusing(Code.InvalidArgument, { message: 'This is not possible.', fields });
  await reasonIn('The stream broke', 'Give');
  expect(await dialog.findByText('Please enter 1 to 720 hours.')).toBeTruthy();
});

test('what was given says how long it is and until when, and what is over is not taken back [WAT-15:back-office]', async () => {
  const extra = { ...grant, kind: GrantKind.EXTRA_TIME };
  await open({
    listUserGrants: () => ({
      grants: [
        { ...extra, id: 'g1', hours: 1 },
        { ...grant, id: 'g2', started: true },
        { ...extra, id: 'g3', endsAt: undefined },
      ],
    }),
  });
  const table = await screen.findByRole('table', { name: 'Time to watch given by staff' });
  const [, ...rows] = within(table).getAllByRole('row');
  const texts = rows.map(({ textContent }) => textContent);
  expect(texts[0]).toContain('1 hour more');
  expect(texts[1]).toContain('A replay of 12 hours');
  expect(texts[1]).not.toContain('To start by');
  expect(rows.map((row) => within(row).queryAllByRole('button', { name: 'Take back' }).length)).toEqual([1, 1, 0]);
});
