import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import { Code } from '@connectrpc/connect';
import { BACK_OFFICE_MESSAGES } from '@marquee/rules/back-office-messages';
import { failing, inTurn, refusing } from '@marquee/testing/answer-calls';
import { aStudioFilm, FILM_ID } from '@marquee/testing/contract-messages';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { closed, doing, later, press, showFilm } from '../testing/show.tsx';

const fill = async (values: Record<string, string>) => {
  const dialog = await screen.findByRole('dialog');
  for (const [label, value] of Object.entries(values)) {
    const field = within(dialog).getByLabelText(new RegExp(`^${label}`));
    await doing(() => fireEvent.change(field, { target: { value } }));
  }
  await doing(() => fireEvent.click(within(dialog).getByRole('button', { name: 'Save' })));
};

test('staff set when a film can be had and how long its unlocks last, with a reason [WAT-15:back-office]', async () => {
  const availableUntil = timestampFromDate(new Date('2026-12-31T10:00'));
  const { sent } = await showFilm({
    setFilmWindows: () => ({ film: aStudioFilm({ startWindowHours: 720, watchWindowHours: 48, availableUntil }) }),
  });
  expect(await screen.findByText('To start after unlocking: As the site says')).toBeTruthy();
  expect(screen.getByText('Available from: its release')).toBeTruthy();
  expect(screen.getByText('Available until: without an end')).toBeTruthy();
  await press('Set windows');
  const values = { 'Available until': '2026-12-31T10:00', 'Hours to start it': '720', 'Hours to watch it': '48' };
  await fill(values);
  expect(sent('setFilmWindows')).toEqual([]);
  await fill({ Reason: 'As the contract says' });
  await waitFor(() =>
    expect(sent('setFilmWindows')).toMatchObject([
      { filmId: FILM_ID, availableUntil, startWindowHours: 720, watchWindowHours: 48, reason: 'As the contract says' },
    ]),
  );
  await closed();
  expect(await screen.findByText('To start after unlocking: 720 hours')).toBeTruthy();
  expect(screen.getByText('Available until: Dec 31, 2026')).toBeTruthy();
});

test('windows that are refused say why and stay', async () => {
  const message = 'The film has to be available until after it becomes available.';
  await showFilm({
    setFilmWindows: refusing(Code.InvalidArgument, { fields: [{ field: 'availableUntil', message }] }),
  });
  await press('Set windows');
  await fill({ 'Available until': '2026-12-31T10:00', Reason: 'As the contract says' });
  expect(await screen.findByText(message)).toBeTruthy();
  expect(screen.getByLabelText(/^Available until/)).toMatchObject({ value: '2026-12-31T10:00' });
});

test('windows need a reason; what failed is said until they are sent again', async () => {
  const answer = later<object>();
  const message = 'Only a super-user sets windows.';
  const setFilmWindows = inTurn<unknown[], unknown>(
    failing,
    refusing(Code.PermissionDenied, { message }),
    answer.answer,
  );
  const { sent } = await showFilm({ setFilmWindows: setFilmWindows as never }, aStudioFilm({ startWindowHours: 1 }));
  expect(await screen.findByText('To start after unlocking: 1 hour')).toBeTruthy();
  await press('Set windows');
  expect(screen.getByLabelText(/^Hours to start it/)).toMatchObject({ value: '1' });
  expect(screen.getByLabelText(/^Hours to watch it/)).toMatchObject({ value: '' });
  await fill({ Reason: 'x' });
  expect((await screen.findByRole('alert')).textContent).toBe(BACK_OFFICE_MESSAGES.reasonLength);
  expect(sent('setFilmWindows')).toEqual([]);
  await fill({ Reason: 'As the contract says' });
  expect(await screen.findByText('Failed to save. Please try again later.')).toBeTruthy();
  await fill({});
  expect(await screen.findByText(message)).toBeTruthy();
  await fill({});
  expect(screen.queryByRole('alert')).toBeNull();
  await answer.resolve({ film: aStudioFilm() });
  await closed();
  expect(sent('setFilmWindows').at(-1)).toMatchObject({ startWindowHours: 1, watchWindowHours: 0 });
});
