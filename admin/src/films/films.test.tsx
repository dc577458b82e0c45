import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { failing, salt, show } from '../testing/show.tsx';
import { FilmPage } from './film-page.tsx';
import { FilmsPage } from './films-page.tsx';

const address = '/content/01a1fa4d-97de-70dd-a3ed-0716b4fa41bd';
const showFilm = (answers: Parameters<typeof show>[1], tab = '') =>
  show(<FilmPage />, answers, `${address}${tab}`, '/content/:filmId');

test('lists films, and says when there are none [ADF-01:list]', async () => {
  show(<FilmsPage />, { office: { listAllFilms: () => ({ films: [salt()] }) } });
  expect((await screen.findByRole('link', { name: 'Salt' })).getAttribute('href')).toBe(address);
});

test('says that the films could not be loaded, and tries again [ADF-01:failure]', async () => {
  let calls = 0;
  const listAllFilms = () => {
    calls += 1;
    return calls === 1 ? failing() : { films: [] };
  };
  show(<FilmsPage />, { office: { listAllFilms } });
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain('Failed to load films');
  fireEvent.click(within(alert).getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('No films yet')).toBeTruthy();
});

test('a film has its tabs, and Delete, Edit and Preview lead where they say [ADF-02:first]', async () => {
  showFilm({ office: { getAnyFilm: () => ({ film: salt() }) } });
  for (const name of ['Details', 'Assets', 'Reviews']) expect(await screen.findByRole('tab', { name })).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Preview' }).getAttribute('href')).toContain('/feed/');
  expect(screen.getByRole('link', { name: 'Edit' }).getAttribute('href')).toMatch(/^\/content\/.*\/edit$/);
});

test('an unknown film is not found [ADF-02:not-found]', async () => {
  const { Code, ConnectError } = await import('@connectrpc/connect');
  const getAnyFilm = () => {
    throw new ConnectError('', Code.NotFound);
  };
  showFilm({ office: { getAnyFilm } });
  expect(await screen.findByText('Film Not Found')).toBeTruthy();
});

test.each([
  ['Approved', 'Failed to toggle approval'],
  ['Published', 'Failed to toggle publish status'],
  ['Website', 'Failed to toggle available'],
])('a switch %s that fails says so and stays as it was [ADF-03:failure]', async (name, text) => {
  showFilm({
    office: { getAnyFilm: () => ({ film: salt() }), setFilmFlags: failing, setFilmDistribution: failing },
  });
  const toggle = await screen.findByRole('switch', { name });
  await act(async () => fireEvent.click(toggle));
  expect(await screen.findByText(text)).toBeTruthy();
  expect((toggle as HTMLInputElement).checked).toBe(false);
});

test('toggling sends that flag alone [ADF-03:alone]', async () => {
  const sent: object[] = [];
  showFilm({
    office: {
      getAnyFilm: () => ({ film: salt() }),
      setFilmFlags: ({ isApproved, published, isFestivalWinner }) => {
        sent.push({ isApproved, published, isFestivalWinner });
        return { film: salt({ isApproved: true }) };
      },
    },
  });
  const toggle = await screen.findByRole('switch', { name: 'Approved' });
  await act(async () => fireEvent.click(toggle));
  await waitFor(() => expect((toggle as HTMLInputElement).checked).toBe(true));
  expect(sent).toEqual([{ isApproved: true, published: undefined, isFestivalWinner: undefined }]);
});

test('staff trust a maker, and read in words what a film lacks [STU-01:setting]', async () => {
  const sent: object[] = [];
  showFilm({
    office: {
      getAnyFilm: () => ({ film: { ...salt(), missingFields: ['logLine', 'releaseDate'] } }),
      setMakerAutoApproval: ({ filmId, autoApproved }) => {
        sent.push({ filmId, autoApproved });
        return { autoApproved };
      },
    },
  });
  const toggle = await screen.findByRole('switch', { name: 'Needs no approval' });
  expect(screen.getByText('Log line, Release date')).toBeTruthy();
  await act(async () => fireEvent.click(toggle));
  await waitFor(() => expect((toggle as HTMLInputElement).checked).toBe(true));
  expect(sent).toEqual([{ filmId: salt().film?.id, autoApproved: true }]);
});

test('deleting asks first and names the film; keeping deletes nothing [ADU-09]', async () => {
  let removed = 0;
  showFilm({
    office: {
      getAnyFilm: () => ({ film: salt() }),
      removeFilm: () => {
        removed += 1;
        return {};
      },
    },
  });
  const ask = async () => {
    fireEvent.click(await screen.findByRole('button', { name: 'Delete' }));
    return screen.findByRole('dialog', { name: 'Delete Salt?' });
  };
  fireEvent.click(within(await ask()).getByRole('button', { name: 'Keep' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(removed).toBe(0);
  const dialog = await ask();
  await act(async () => fireEvent.click(within(dialog).getByRole('button', { name: 'Delete' })));
  await waitFor(() => expect(removed).toBe(1));
});

test('an empty value in an edit dialog means no save [ADU-09]', async () => {
  const saved: string[] = [];
  showFilm({
    office: { getAnyFilm: () => ({ film: salt() }) },
    studio: {
      updateFilm: ({ filmTitle }) => {
        saved.push(filmTitle ?? '');
        return { film: salt() };
      },
    },
  });
  const edit = async (value: string) => {
    fireEvent.click(await screen.findByRole('button', { name: 'Edit title' }));
    const dialog = await screen.findByRole('dialog', { name: 'Edit title' });
    fireEvent.change(within(dialog).getByLabelText('Title'), { target: { value } });
    await act(async () => fireEvent.click(within(dialog).getByRole('button', { name: 'Save' })));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  };
  await edit('   ');
  expect(saved).toEqual([]);
  await edit('Salt and Light');
  expect(saved).toEqual(['Salt and Light']);
});
