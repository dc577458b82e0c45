import { Code } from '@connectrpc/connect';
import { FilmReportReason } from '@marquee/contracts/film/v1/reviews_pb';
import { type Answers, failing, inTurn, refusing } from '@marquee/testing/answer-calls';
import { aFilm, aPerson, FILM_ID } from '@marquee/testing/contract-messages';
import { screen, waitFor, within } from '@testing-library/react';
import { address, later, press, showPage, type } from '../../testing/show-page.tsx';
import { FilmPage } from './film-page.tsx';
import { filmView } from './film-view.ts';

async function openReport(reportFilm: NonNullable<Answers['reportFilm']>) {
  const page = <FilmPage film={filmView(aFilm())} crew={[]} reviews={[]} awards={[]} />;
  const answers = { getFilmAccess: () => ({}), countPageView: () => ({}), reportFilm };
  const calls = await showPage(page, { at: `/feed/${FILM_ID}`, viewer: aPerson(), answers });
  await press('Report');
  await screen.findByRole('dialog', { name: 'Report this film' });
  return calls;
}

const dialog = () => screen.queryByRole('dialog', { name: 'Report this film' });
const reason = () => screen.getByLabelText('Reason');
const send = () => press('Send report');

test('the report dialog names the film and offers five reasons, none of them chosen [FLM-13:dialog]', async () => {
  await openReport(() => ({}));
  expect(dialog()?.textContent).toContain('What is wrong with “Salt”?');
  expect((reason() as HTMLSelectElement).value).toBe('');
  expect(
    within(reason())
      .getAllByRole('option')
      .map(({ textContent }) => textContent),
  ).toEqual([
    'Choose a reason',
    'It uses something without the right to',
    'Hate or violence',
    'Sexual content',
    'It is not what it says it is',
    'Something else',
  ]);
});

test('a report without a reason is not sent; the reason says so and gets the focus [FLM-13:dialog]', async () => {
  const { sent } = await openReport(() => ({}));
  await send();
  expect(await screen.findByText('Please choose a reason.')).toBeTruthy();
  expect(document.activeElement).toBe(reason());
  expect(reason().getAttribute('aria-invalid')).toBe('true');
  expect(sent('reportFilm')).toEqual([]);
});

test('details are counted, and over 1000 characters they are refused beside their field [FLM-13:dialog]', async () => {
  const { sent } = await openReport(() => ({}));
  await type('Reason', 'OTHER');
  await type(/^Details/, 'x'.repeat(1_001));
  expect(screen.getByText('1001 / 1000')).toBeTruthy();
  await send();
  expect(await screen.findByText('Details have at most 1000 characters.')).toBeTruthy();
  expect(document.activeElement).toBe(screen.getByLabelText(/^Details/));
  expect(sent('reportFilm')).toEqual([]);
});

test('a report is sent once while it is pending, then the dialog closes and thanks [FLM-13:dialog]', async () => {
  const answer = later<object>();
  const { sent } = await openReport(answer.answer);
  await type('Reason', 'MISLEADING');
  await type(/^Details/, 'It is a trailer.');
  await send();
  const button = screen.getByRole('button', { name: /Send report/ });
  expect(button.getAttribute('aria-busy')).toBe('true');
  await press(/Send report/);
  expect(sent('reportFilm')).toEqual([
    expect.objectContaining({
      filmId: FILM_ID,
      reason: FilmReportReason.MISLEADING,
      details: 'It is a trailer.',
      requestId: expect.stringMatching(/^[\da-f-]{36}$/),
    }),
  ]);
  await answer.resolve({});
  expect(await screen.findByText('Thank you. Your report was sent.')).toBeTruthy();
  await waitFor(() => expect(dialog()).toBeNull());
});

test('a report that failed keeps what was typed and can be sent again, as the same one [FLM-13:dialog]', async () => {
  const { sent } = await openReport(inTurn(failing, () => ({})));
  await type('Reason', 'RIGHTS');
  await type(/^Details/, 'The music is mine.');
  await send();
  expect((await screen.findByRole('alert')).textContent).toBe('We failed to send your report. Please try again later.');
  expect((screen.getByLabelText(/^Details/) as HTMLTextAreaElement).value).toBe('The music is mine.');
  expect(screen.queryByText('Thank you. Your report was sent.')).toBeNull();
  await send();
  await waitFor(() => expect(dialog()).toBeNull());
  const [first, second] = sent('reportFilm');
  expect(second?.requestId).toBe(first?.requestId);
});

test('a refusal of the server stands beside the field it names, which gets the focus [FLM-13:dialog]', async () => {
  const fields = [{ field: 'details', message: 'Please say more.' }];
  await openReport(refusing(Code.InvalidArgument, { message: 'no', fields }));
  await type('Reason', 'OTHER');
  await send();
  expect(await screen.findByText('Please say more.')).toBeTruthy();
  expect(screen.queryByText('no')).toBeNull();
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText(/^Details/)));
});

test('a visitor is asked to sign in instead, and comes back to the film [FLM-13:visitor]', async () => {
  const page = <FilmPage film={filmView(aFilm())} crew={[]} reviews={[]} awards={[]} />;
  await showPage(page, { at: `/feed/${FILM_ID}`, answers: { getFilmAccess: () => ({}), countPageView: () => ({}) } });
  await press('Report');
  expect(await screen.findByText('Please sign in to report this film.')).toBeTruthy();
  expect(dialog()).toBeNull();
  expect(address()).toBe(`/feed/${FILM_ID}`);
});
