import { Code } from '@connectrpc/connect';
import { AWARD_MESSAGES } from '@marquee/rules/awards';
import { type Answers, failing, inTurn, refusing } from '@marquee/testing/answer-calls';
import { aStudioFilm, FILM_ID } from '@marquee/testing/contract-messages';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { closed, press, showFilm } from '../testing/show.tsx';

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
  await open({ listAwards: inTurn<[], object>(failing, () => ({ awards: [AWARD] })) });
  expect(await screen.findByText(AWARD_MESSAGES.loadFailed)).toBeTruthy();
  await press('Try again');
  await waitFor(() => expect(screen.getByText('Porto Shorts')).toBeTruthy());
});
