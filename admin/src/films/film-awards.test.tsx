import { Code } from '@connectrpc/connect';
import { AWARD_MESSAGES } from '@marquee/rules/awards';
import { type Answers, failing, inTurn, refusing } from '@marquee/testing/answer-calls';
import { aStudioFilm, FILM_ID } from '@marquee/testing/contract-messages';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { closed, doing, later, press, showFilm } from '../testing/show.tsx';

const AWARD = { id: 'a1', festivalName: 'Porto Shorts', category: 'Best film', year: 2026, winner: true };
const open = (answers: Answers) => showFilm(answers, aStudioFilm(), 'awards');
const fill = (label: RegExp, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });

test('an award is entered, and what is wrong with it stands beside its field [FLM-07]', async () => {
  const listAwards = inTurn<[], object>(
    () => ({}),
    () => ({ awards: [AWARD] }),
  );
  const { sent } = await open({ listAwards, saveFilmAward: () => ({ award: AWARD }) });
  expect(await screen.findByText('No awards yet')).toBeTruthy();
  await press('Add an award');
  fill(/^Festival/, 'P');
  fill(/^Year/, '20x');
  await press('Save');
  expect(await screen.findByText(AWARD_MESSAGES.festivalName)).toBeTruthy();
  expect(screen.getByText(AWARD_MESSAGES.year)).toBeTruthy();
  expect(sent('saveFilmAward')).toEqual([]);
  fill(/^Festival/, ' Porto Shorts ');
  fill(/^Category/, 'Best film');
  fill(/^Year/, '2026');
  fireEvent.click(screen.getByRole('switch', { name: 'Winner' }));
  await press('Save');
  await closed();
  const { id: _, ...fields } = AWARD;
  expect(sent('saveFilmAward')).toMatchObject([{ filmId: FILM_ID, awardId: '', ...fields }]);
  const row = within(await screen.findByRole('table', { name: 'Awards' })).getAllByRole('row')[1] as HTMLElement;
  expect(within(row).getByText('Porto Shorts')).toBeTruthy();
  expect(within(row).getByText('Winner')).toBeTruthy();
});

test('an award is changed, and a refusal leaves what was typed [FLM-07]', async () => {
  const saveFilmAward = refusing(Code.ResourceExhausted, { message: AWARD_MESSAGES.tooMany });
  const { sent } = await open({ listAwards: () => ({ awards: [AWARD] }), saveFilmAward });
  await press('Edit', 'button');
  fill(/^Category/, 'Best short film');
  await press('Save');
  expect((await screen.findByRole('alert')).textContent).toBe(
    `${AWARD_MESSAGES.saveFailed}: ${AWARD_MESSAGES.tooMany}`,
  );
  expect(sent('saveFilmAward')).toMatchObject([{ awardId: 'a1', category: 'Best short film', year: 2026 }]);
  expect((screen.getByLabelText(/^Category/) as HTMLInputElement).value).toBe('Best short film');
});

test('awards that could not be loaded can be asked for again', async () => {
  const first = later<object>();
  await open({ listAwards: first.answer as never });
  expect(screen.getByLabelText('Loading awards')).toBeTruthy();
  expect(screen.queryByText('No awards yet')).toBeNull();
  await open({ listAwards: inTurn<[], object>(failing, () => ({ awards: [AWARD] })) });
  expect(await screen.findByText(AWARD_MESSAGES.loadFailed)).toBeTruthy();
  await press('Try again');
  await waitFor(() => expect(screen.getByText('Porto Shorts')).toBeTruthy());
});

test('an award is deleted after a question; one that could not be is still there [FLM-07]', async () => {
  const nominated = { ...AWARD, id: 'a2', festivalName: 'Lumen', category: '', winner: false };
  let awards = [AWARD, nominated];
  let isUp = false;
  const { sent } = await open({
    listAwards: () => ({ awards }),
    removeFilmAward: () => {
      if (!isUp) return failing();
      awards = [AWARD];
      return {};
    },
  });
  const rows = () =>
    within(screen.getByRole('table', { name: 'Awards' }))
      .getAllByRole('row')
      .map(({ textContent }) => textContent);
  await screen.findByRole('table', { name: 'Awards' });
  expect(rows()[2]).toMatch(/^Lumen–2026Nominated/);
  const remove = async () => {
    const table = within(screen.getByRole('table', { name: 'Awards' }));
    await doing(() => fireEvent.click(table.getAllByRole('button', { name: 'Delete' })[1] as HTMLElement));
    const question = await screen.findByRole('dialog');
    expect(within(question).getByText(/the award of Lumen/)).toBeTruthy();
    await doing(() => fireEvent.click(within(question).getByText('Delete')));
    await closed();
  };
  await remove();
  expect(await screen.findByText('Failed to delete record')).toBeTruthy();
  expect(rows()).toHaveLength(3);
  isUp = true;
  await remove();
  await waitFor(() => expect(rows()).toHaveLength(2));
  expect(sent('removeFilmAward').at(-1)).toMatchObject({ filmId: FILM_ID, awardId: 'a2' });
});

test('what was wrong is forgotten once an award is sent again', async () => {
  const answer = later<object>();
  await open({ listAwards: () => ({}), saveFilmAward: answer.answer });
  await press('Add an award');
  fill(/^Festival/, 'Porto Shorts');
  await press('Save');
  expect(await screen.findByText(AWARD_MESSAGES.year)).toBeTruthy();
  fill(/^Year/, '2026');
  await press('Save');
  expect(screen.queryByText(AWARD_MESSAGES.year)).toBeNull();
  await answer.reject(new Error('down'));
  expect((await screen.findByRole('alert')).textContent).toBe(AWARD_MESSAGES.saveFailed);
});
