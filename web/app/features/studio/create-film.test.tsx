import { Code } from '@connectrpc/connect';
import { ProjectType } from '@marquee/contracts/film/v1/film_pb';
import { type Answers, failing, inTurn, refusing } from '@marquee/testing/answer-calls';
import { aPerson, aStudioFilm, FILM_ID } from '@marquee/testing/contract-messages';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { address, doing, later, press, showPage, type } from '../../testing/show-page.tsx';
import { CreateFilm } from './create-film.tsx';

const created = () => ({ film: aStudioFilm() });
const open = (createFilm: NonNullable<Answers['createFilm']>) =>
  showPage(<CreateFilm />, {
    at: '/content/create',
    path: '/content/create',
    viewer: aPerson(),
    answers: { createFilm },
  });
const create = () => press(/Create film/);
const titleField = () => screen.getByLabelText('Title') as HTMLInputElement;

async function begin() {
  await type('Title', 'Salt');
  await type('Project type', 'SHORT');
}

beforeEach(() => sessionStorage.clear());

test('a title and a project type are required, and the first error has the focus [STU-02:create]', async () => {
  const { sent } = await open(created);
  await create();
  expect(await screen.findByText('Please add a title.')).toBeTruthy();
  expect(screen.getByText('Please choose Short film or Feature film.')).toBeTruthy();
  expect(document.activeElement).toBe(titleField());
  expect(sent('createFilm')).toEqual([]);
});

test('every field of the record is asked for, but the resolution, which its file shows [STU-02:fields]', async () => {
  await open(created);
  const labels = [
    'Title',
    'Project type',
    /^Log line/,
    /^Genres/,
    /^Country/,
    /^Original language/,
    /^Languages spoken/,
  ];
  const more = [/^Release date/, /^Age rating/, 'A student film', 'By a first-time filmmaker', 'Has subtitles'];
  for (const label of [...labels, ...more]) expect(screen.getAllByLabelText(label).length).toBeGreaterThan(0);
  expect(screen.queryByLabelText(/^Resolution/)).toBeNull();
  const later = screen.getAllByText(/needed to publish/).map(({ parentElement }) => parentElement?.textContent);
  expect(later).toEqual(
    ['Log line', 'Genres', 'Country', 'Original language', 'Languages spoken', 'Release date', 'Age rating'].map(
      (label) => `${label} (needed to publish)`,
    ),
  );
});

test('a title that is too long is kept as it was typed, and counted [STU-02:title-length]', async () => {
  const { sent } = await open(created);
  const long = 'A'.repeat(121);
  await type('Title', long);
  await doing(() => fireEvent.blur(titleField()));
  expect(await screen.findByText('A title has at most 120 characters.')).toBeTruthy();
  expect(screen.getByText('121 / 120')).toBeTruthy();
  expect(titleField().value).toBe(long);
  expect(titleField().hasAttribute('maxlength')).toBe(false);
  await create();
  expect(sent('createFilm')).toEqual([]);
});

test('a film is created once while it is pending, and continues to its upload [STU-02:create]', async () => {
  const answer = later<ReturnType<typeof created>>();
  const { sent } = await open(answer.answer);
  await begin();
  await type(/^Log line/, 'A ferryman waits.');
  expect(screen.getByText('17 / 500')).toBeTruthy();
  await press('A student film', 'checkbox');
  await create();
  await waitFor(() => expect(sent('createFilm')).toHaveLength(1));
  expect(screen.getByRole('button', { name: /Create film/ }).getAttribute('aria-busy')).toBe('true');
  await create();
  expect(sent('createFilm')).toEqual([
    expect.objectContaining({
      ...{ filmTitle: 'Salt', projectType: ProjectType.SHORT, logLine: 'A ferryman waits.', isStudentFilm: true },
      ...{ isFirstTimeFilmMaker: false, hasSubtitles: false, country: '', genres: [] },
    }),
  ]);
  await answer.resolve(created());
  await waitFor(() => expect(address()).toBe(`/content/${FILM_ID}/upload`));
  expect(sessionStorage.length).toBe(0);
});

test('a film that was not created keeps what was typed, over a reload too [STU-02:create]', async () => {
  await open(failing);
  await begin();
  await create();
  expect((await screen.findByRole('alert')).textContent).toBe('We failed to save your changes');
  expect(titleField().value).toBe('Salt');
  await open(created);
  await waitFor(() => expect(titleField().value).toBe('Salt'));
});

test('a refusal that names a field stands beside it; what is sent then is another request [STU-02:create]', async () => {
  const refused = refusing(Code.InvalidArgument, { fields: [{ field: 'filmTitle', message: 'That title is taken.' }] });
  const { sent } = await open(inTurn<unknown[], unknown>(refused, created) as never);
  await begin();
  await create();
  expect(await screen.findByText('That title is taken.')).toBeTruthy();
  await waitFor(() => expect(document.activeElement).toBe(titleField()));
  await type('Title', 'Salt and Light');
  await create();
  await waitFor(() => expect(address()).toBe(`/content/${FILM_ID}/upload`));
  const [first, second] = sent('createFilm');
  expect(second?.requestId).not.toBe(first?.requestId);
});
