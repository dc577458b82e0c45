import { Code } from '@connectrpc/connect';
import { ImportKind, MatchState } from '@marquee/contracts/film/v1/imports_pb';
import { IMPORT_PART_ROWS_MAX } from '@marquee/rules/imports';
import { type Answers, failing, refusing } from '@marquee/testing/answer-calls';
import { aFilmCard, aPerson } from '@marquee/testing/contract-messages';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import * as route from '../../../routes/own-films/import.tsx';
import { openRoute, sentTo } from '../../../testing/open-route.tsx';
import { doing, later, press, seeToast, showPage } from '../../../testing/show-page.tsx';
import { ImportPage } from './import-page.tsx';
import { isWhole } from './import-rows.ts';
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

test.each([
  ['a diary with a day', 'DIARY', {}, true],
  ['a diary with today', 'DIARY', { watchedDay: '2026-11-30' }, true],
  ['a diary with tomorrow', 'DIARY', { watchedDay: '2026-12-01' }, false],
  ['a diary without a day', 'DIARY', { watchedDay: '' }, false],
  ['a diary without a title', 'DIARY', { name: '' }, false],
  ['ratings with stars', 'RATINGS', { stars: 1 }, true],
  ['ratings without stars', 'RATINGS', { stars: 0 }, false],
  ['a watchlist', 'WATCHLIST', { stars: 0, watchedDay: '' }, true],
  ['a watchlist without a title', 'WATCHLIST', { name: '' }, false],
] as const)('a row of %s can be imported or not [FLM-14:import]', (_what, kind, part, isSo) => {
  const row = { line: 2, name: 'Salt', filmYear: 2026, uri: '', watchedDay: '2026-11-02', stars: 0, ...part };
  expect(isWhole({ ...row, rewatch: false, tags: [] }, kind, '2026-11-30')).toBe(isSo);
});

test('what the file holds can be said: its rows are looked for again, and what was chosen is forgotten [FLM-14:import]', async () => {
  const { sent } = await open({ listImports: () => ({}), importRows: () => ({ addedCount: 1, keptCount: 0 }) });
  const choice = () => screen.getByRole('combobox', { name: /^Film for Twice/ });
  const holds = (value: string) =>
    doing(() => fireEvent.change(screen.getByLabelText('What this file holds'), { target: { value } }));
  await doing(() => fireEvent.change(choice(), { target: { value: 'f3' } }));
  const shownOf = (film: string) => screen.getAllByText(film).map((name) => name.nextElementSibling?.textContent);
  expect(shownOf('Salt (2026)')).toEqual(['2026-11-02']);
  expect(shownOf('No day (2025)')).toEqual(['Line 6']);
  await holds('WATCHLIST');
  await screen.findByRole('button', { name: 'Add one film' });
  expect((choice() as HTMLSelectElement).value).toBe('');
  await holds('RATINGS');
  await waitFor(() => expect(screen.queryByText('Please choose')).toBeNull());
  expect(shownOf('Twice (2026)')).toEqual(['2026-11-03 · Line 3']);
  const asked = sent('matchRows').map(({ kind, rows }) => [kind, rows as { watchedDay: string }[]]);
  expect(asked).toMatchObject([
    [ImportKind.DIARY, [{ watchedDay: '2026-11-02' }, {}, {}, {}]],
    [ImportKind.WATCHLIST, [{ watchedDay: '' }, {}, {}, {}, {}]],
    [ImportKind.RATINGS, [{ watchedDay: '', line: 2 }]],
  ]);
  await press('Add one film');
  expect(sent('importRows')).toMatchObject([
    { kind: ImportKind.RATINGS, rows: [{ filmId: 'f1', watchedDay: '', stars: 4 }] },
  ]);
});

test('a watchlist goes in without days and stars, and leads to it [FLM-14:import]', async () => {
  const { sent } = await open({ listImports: () => ({}), importRows: () => ({ addedCount: 1, keptCount: 0 }) });
  const holds = screen.getByLabelText('What this file holds');
  await doing(() => fireEvent.change(holds, { target: { value: 'WATCHLIST' } }));
  await press('Add one film');
  expect(sent('importRows')).toMatchObject([
    { kind: ImportKind.WATCHLIST, rows: [{ filmId: 'f1', watchedDay: '', stars: 0 }] },
  ]);
  expect(screen.getByRole('link', { name: 'See your watchlist' }).getAttribute('href')).toBe('/watchlist');
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

test.each([
  ['large', /^This file is larger than 5 MB/],
  ['letters', /^We could not read the letters of this file/],
  ['columns', /^We found no column Name/],
  ['empty', /^This file has no rows/],
  ['rows', /^This file has more than 20,000 rows/],
] as const)('a file that is refused says what is wrong with it: %s', async (problem, text) => {
  await showPage(<ImportPage read={async () => ({ problem, line: 1 })} />, {
    ...{ viewer: user, answers: { listImports: () => ({}) } },
  });
  const field = screen.getByLabelText('Choose a CSV file');
  await doing(() => fireEvent.change(field, { target: { files: [new File(['x'], 'diary.csv')] } }));
  expect((await screen.findByRole('alert')).textContent).toMatch(text);
});

test('a file is read once at a time, also one that is dropped, and one that breaks the reader says so', async () => {
  const read = later<never>();
  let reads = 0;
  const page = (
    <ImportPage
      read={() => {
        reads += 1;
        return read.answer();
      }}
    />
  );
  await showPage(page, { viewer: user, answers: { listImports: () => ({}) } });
  const area = screen.getByText('Choose a CSV file').parentElement as HTMLElement;
  const drop = (files: File[]) => doing(() => fireEvent.drop(area, { dataTransfer: { files } }));
  // What is dropped is not opened by the browser in place of the page.
  expect(fireEvent.dragOver(area)).toBe(false);
  expect(fireEvent.drop(area, { dataTransfer: { files: [] } })).toBe(false);
  fireEvent.dragLeave(area);
  await drop([]);
  expect(reads).toBe(0);
  await drop([new File(['x'], 'diary.csv')]);
  expect((screen.getByLabelText('Reading your file…') as HTMLInputElement).disabled).toBe(true);
  await drop([new File(['x'], 'other.csv')]);
  expect(reads).toBe(1);
  await read.reject(new Error('the worker broke'));
  expect((await screen.findByRole('alert')).textContent).toMatch(/^We could not read this file as CSV/);
});

test.each([
  [50, false],
  [51, true],
])(
  'of %i rows more are shown when they are asked for: %s; a row without a title is a line [FLM-14:import]',
  async (count, asks) => {
    const lines = Array.from({ length: count }, (_line, n) => `2026-11-02,Salt ${n + 1},,,,,,2026-11-02`);
    const text = [HEADER, ...lines, '2026-11-02,,,,,,,2026-11-02'].join('\n');
    await showPage(<ImportPage read={async ({ name }) => readImport(new TextEncoder().encode(text).buffer, name)} />, {
      viewer: user,
      answers: {
        listImports: () => ({}),
        matchRows: ({ rows }) => ({ matches: rows.map(({ line }) => ({ line, state: NOT_FOUND })) }),
      },
    });
    const field = screen.getByLabelText('Choose a CSV file');
    await doing(() => fireEvent.change(field, { target: { files: [new File(['x'], 'diary.csv')] } }));
    expect(await screen.findByText('Salt 50')).toBeTruthy();
    expect(screen.getByText('—')).toBeTruthy();
    expect(screen.queryByText('Salt 51')).toBeNull();
    expect(screen.queryByRole('button', { name: 'Show more' }) !== null).toBe(asks);
    if (asks) await press('Show more');
    expect(screen.queryByText('Salt 51') !== null).toBe(asks);
  },
);

describe('a long file', () => {
  const lines = Array.from(
    { length: IMPORT_PART_ROWS_MAX + 1 },
    (_line, n) => `2026-11-02,Salt ${n},2026,,4,,,2026-11-02`,
  );
  const readLong = async (file: File) =>
    readImport(new TextEncoder().encode([HEADER, ...lines].join('\n')).buffer, file.name);
  const choose = async (answers: Answers, list?: { id: string; title: string }) => {
    const calls = await showPage(<ImportPage read={readLong} list={list} />, {
      viewer: user,
      answers: { listImports: () => ({}), ...answers },
    });
    const field = screen.getByLabelText('Choose a CSV file');
    await doing(() => fireEvent.change(field, { target: { files: [new File(['x'], 'watched.csv')] } }));
    return calls;
  };
  type Lines = { rows: { line: number }[] };
  const found = ({ rows }: Lines) => ({ matches: rows.map(({ line }) => ({ line, state: FOUND, films: [salt] })) });

  test('is looked for part by part, and continues with the part that failed [FLM-14:import]', async () => {
    let calls = 0;
    const { sent } = await choose({
      matchRows: (request) => {
        calls += 1;
        return calls === 2 ? failing() : found(request);
      },
    });
    expect(await screen.findByText('We failed to look for your films.')).toBeTruthy();
    expect(screen.getByText(`${IMPORT_PART_ROWS_MAX} of ${IMPORT_PART_ROWS_MAX + 1}`)).toBeTruthy();
    await press('Continue');
    expect(await screen.findByRole('button', { name: `Add ${IMPORT_PART_ROWS_MAX + 1} films` })).toBeTruthy();
    expect(sent('matchRows').map(({ rows }) => (rows as unknown[]).length)).toEqual([IMPORT_PART_ROWS_MAX, 1, 1]);
  });

  test('is added part by part, counts what was there already, and can be stopped [FLM-14:import]', async () => {
    let calls = 0;
    const { sent } = await choose({
      matchRows: found,
      importRows: () => {
        calls += 1;
        return calls === 2 ? failing() : { addedCount: 3, keptCount: 1 };
      },
    });
    await doing(() => fireEvent.click(screen.getByRole('button', { name: /^Add \d+ films$/ })));
    expect(await screen.findByText('We failed to add your films. What was added so far is safe.')).toBeTruthy();
    await press('Continue');
    expect(await screen.findByText('6 films were added. 2 were there already.')).toBeTruthy();
    expect(sent('importRows').map(({ rows }) => (rows as unknown[]).length)).toEqual([IMPORT_PART_ROWS_MAX, 1, 1]);
    expect(sent('importRows')[0]).toMatchObject({ fileName: 'watched.csv' });
    await press('Import another file');
    expect(screen.getByLabelText('Choose a CSV file')).toBeTruthy();
  });

  test('is left when its films cannot be looked for', async () => {
    await choose({ matchRows: failing });
    await screen.findByText('We failed to look for your films.');
    await press('Stop here');
    expect(screen.getByLabelText('Choose a CSV file')).toBeTruthy();
  });

  test('goes into a list where it was opened from one [FLM-14:import]', async () => {
    const { sent } = await choose(
      { matchRows: found, importRows: () => ({ addedCount: 0, keptCount: 0 }) },
      { id: 'l1', title: 'Seas' },
    );
    expect(screen.getByText('Add films to Seas from a CSV file of Letterboxd or Marquee.')).toBeTruthy();
    const [parent] = screen.getAllByRole('link', { name: 'Seas' });
    expect(parent?.getAttribute('href')).toBe('/lists/l1/edit');
    await doing(() => fireEvent.click(screen.getByRole('button', { name: /^Add \d+ films$/ })));
    expect((await screen.findByText(/^Nothing new was added\./)).textContent).toBe('Nothing new was added. ');
    expect(screen.getByRole('link', { name: 'See your list' }).getAttribute('href')).toBe('/lists/l1');
    expect(sent('matchRows')[0]).toMatchObject({ kind: ImportKind.LIST, listId: 'l1' });
    expect(sent('importRows')[0]).toMatchObject({ kind: ImportKind.LIST, listId: 'l1' });
  });
});

test('an import that is not undone says so and can be tried again; earlier imports are loaded again [FLM-14:import]', async () => {
  let isUp = false;
  const { sent } = await showPage(<ImportPage read={readHere} />, {
    viewer: user,
    answers: {
      listImports: () =>
        isUp
          ? {
              imports: [
                { id: 'i1', kind: ImportKind.WATCHLIST, fileName: '', addedCount: 1 },
                { id: 'i2', kind: ImportKind.DIARY, fileName: 'diary.csv', addedCount: 4 },
              ],
            }
          : failing(),
      undoImport: failing,
    },
  });
  await screen.findByText('We failed to load your imports.');
  isUp = true;
  await press('Try again');
  expect(await screen.findByText('Watchlist · One addition')).toBeTruthy();
  await doing(() => fireEvent.click(screen.getAllByRole('button', { name: 'Undo' })[0] as HTMLElement));
  const dialog = within(await screen.findByRole('dialog', { name: 'Undo this import?' }));
  const undo = () => doing(() => fireEvent.click(dialog.getByRole('button', { name: 'Undo the import' })));
  await undo();
  expect(await dialog.findByText('We failed to undo all of it. Please try again.')).toBeTruthy();
  await undo();
  await waitFor(() => expect(sent('undoImport')).toMatchObject([{ importId: 'i1' }, { importId: 'i1' }]));
  await doing(() => fireEvent.click(dialog.getByRole('button', { name: 'Close' })));
  await waitFor(() => expect(screen.queryByText('Undo this import?')).toBeNull());
  expect(screen.getByText('Diary · 4 additions')).toBeTruthy();
});
