import { Code } from '@connectrpc/connect';
import { ImportKind, MatchState } from '@marquee/contracts/film/v1/imports_pb';
import { type Answers, refusing } from '@marquee/testing/answer-calls';
import { aFilmCard, aPerson } from '@marquee/testing/contract-messages';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import * as route from '../../../routes/own-films/import.tsx';
import { openRoute, sentTo } from '../../../testing/open-route.tsx';
import { doing, press, seeToast, showPage } from '../../../testing/show-page.tsx';
import { ImportPage } from './import-page.tsx';
import { readImport } from './read-import.ts';

const HEADER = 'Date,Name,Year,Letterboxd URI,Rating,Rewatch,Tags,Watched Date';
const user = aPerson();

const salt = aFilmCard({ id: 'f1', filmTitle: 'Salt', releaseYear: 2026 });
const twice = [aFilmCard({ id: 'f2', filmTitle: 'Twice' }), aFilmCard({ id: 'f3', filmTitle: 'Twice' })];
const FILE = `${HEADER}
2026-11-02,Salt,2026,,4,,,2026-11-02
2026-11-03,Twice,2026,,,,,2026-11-03
2026-11-04,Nowhere,2020,,,,,2026-11-04
2026-11-05,Amber,2025,,,,,2026-11-05
someday,No day,2025,,,,,`;
const { FOUND, AMBIGUOUS, NOT_FOUND, ALREADY_THERE } = MatchState;
const matchRows = () => ({
  matches: [
    { line: 2, state: FOUND, films: [salt] },
    { line: 3, state: AMBIGUOUS, films: twice },
    { line: 4, state: NOT_FOUND },
    { line: 5, state: ALREADY_THERE, films: [aFilmCard({ id: 'f4', filmTitle: 'Amber' })] },
  ],
});
const readHere = async (file: File) => readImport(new TextEncoder().encode(FILE).buffer, file.name);

async function open(answers: Answers) {
  const calls = await showPage(<ImportPage read={readHere} />, { viewer: user, answers: { matchRows, ...answers } });
  const field = screen.getByLabelText('Choose a CSV file');
  await doing(() => fireEvent.change(field, { target: { files: [new File(['x'], 'diary.csv')] } }));
  await screen.findByText('Found');
  return calls;
}

test('the page is for who is signed in [FLM-14:import]', async () => {
  await openRoute(route, '/import', { path: '/import' });
  await waitFor(() => expect(sentTo()).toBe('/sign-in?returnTo=%2Fimport'));
});

test('a preview asks which film is meant, then what was chosen is added and what failed is tried again [FLM-14:import]', async () => {
  let attempts = 0;
  const { sent } = await open({
    listImports: () => ({}),
    importRows: () => {
      attempts += 1;
      if (attempts === 1) return refusing(Code.Unavailable, { reason: 'GONE', message: 'Not now.' })();
      return { addedCount: 2, keptCount: 0 };
    },
  });
  for (const group of ['Please choose', 'There already', 'Not on Marquee', 'Rows without a title, a day or stars']) {
    expect(screen.getByText(group)).toBeTruthy();
  }
  expect(screen.getByRole('button', { name: 'Add one film' })).toBeTruthy();
  const choice = screen.getByRole('combobox', { name: /^Film for Twice/ });
  await doing(() => fireEvent.change(choice, { target: { value: 'f3' } }));
  await press('Add 2 films');
  expect((await screen.findByRole('alert')).textContent).toContain('Not now.');
  await press('Continue');
  expect(await screen.findByText(/2 films were added\./)).toBeTruthy();
  const [first, second, ...more] = sent('importRows');
  expect(first).toMatchObject({ kind: ImportKind.DIARY, rows: [{ filmId: 'f1', stars: 4 }, { filmId: 'f3' }] });
  expect(second).toMatchObject({ importId: first?.importId, rows: first?.rows });
  expect(more).toEqual([]);
  expect(screen.getByRole('link', { name: 'See your diary' }).getAttribute('href')).toBe('/diary');
});

test('an import is undone part by part, after asking [FLM-14:import]', async () => {
  const left = [200, 0];
  const { sent } = await showPage(<ImportPage read={readHere} />, {
    viewer: user,
    answers: {
      listImports: () => ({
        imports: [{ id: 'i1', kind: ImportKind.DIARY, fileName: 'diary.csv', addedCount: 400 }],
      }),
      undoImport: () => ({ leftCount: left.shift() ?? 0 }),
    },
  });
  expect(await screen.findByText('Diary · 400 additions')).toBeTruthy();
  await press('Undo');
  const dialog = within(await screen.findByRole('dialog', { name: 'Undo this import?' }));
  await doing(() => fireEvent.click(dialog.getByRole('button', { name: 'Undo the import' })));
  await seeToast('The import was undone.');
  expect(sent('undoImport')).toHaveLength(2);
  await waitFor(() => expect(screen.queryByText('Earlier imports')).toBeNull());
});

test('a file that cannot be read says why and leaves the page as it was [FLM-14:import]', async () => {
  await showPage(<ImportPage read={async () => ({ problem: 'quote', line: 7 })} />, {
    ...{ viewer: user, answers: { listImports: () => ({}) } },
  });
  const field = screen.getByLabelText('Choose a CSV file');
  await doing(() => fireEvent.change(field, { target: { files: [new File(['x'], 'diary.csv')] } }));
  expect((await screen.findByRole('alert')).textContent).toContain('near line 7');
  expect(screen.getByLabelText('Choose a CSV file')).toBeTruthy();
});
