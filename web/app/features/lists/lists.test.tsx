import { Code } from '@connectrpc/connect';
import { ImportKind, MatchState } from '@marquee/contracts/film/v1/imports_pb';
import { FILM_LIST_FILMS_MAX } from '@marquee/rules/film-lists';
import { failing, refusing } from '@marquee/testing/answer-calls';
import { aFilmCard, aPerson } from '@marquee/testing/contract-messages';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { RouterContextProvider } from 'react-router';
import { api, createApi, site } from '../../api/context.ts';
import * as importRoute from '../../routes/own-films/import.tsx';
import * as listRoute from '../../routes/own-films/list.tsx';
import * as listCsvRoute from '../../routes/own-films/list-csv.ts';
import * as editRoute from '../../routes/own-films/list-edit.tsx';
import * as listsRoute from '../../routes/own-films/lists.tsx';
import { LoadedTwice } from '../../testing/loaded-twice.tsx';
import { openRoute, sentTo } from '../../testing/open-route.tsx';
import { address, doing, press, seeToast, showPage, type } from '../../testing/show-page.tsx';
import { readImport } from '../own-films/import/read-import.ts';
import AddToListDialog from './add-to-list-dialog.tsx';
import { PersonLists } from './list-card.tsx';
import { ListEditPage } from './list-edit-page.tsx';
import { listView, wholeList } from './list-view.ts';
import { ListsPage } from './lists-page.tsx';

const user = aPerson();
const salt = aFilmCard({ id: 'f1', filmTitle: 'Salt' });
const amber = aFilmCard({ id: 'f2', filmTitle: 'Amber' });
const owner = { id: 'p1', firstName: 'Mara', lastName: 'Lind' };
const rain = { id: 'l1', title: 'Rain', description: 'Films with rain.', ranked: true, isPublic: true, owner };
const own = { ...rain, isOwn: true, isPublic: false, filmCount: 2 };
const films = [
  { film: salt, available: true },
  { film: amber, available: false },
];
const view = (list: object) => listView({ filmCount: 0, firstFilms: [], isOwn: false, ...list } as never);
const whole = (of: object[] = films) => {
  const found = wholeList({ list: { firstFilms: [], ...own }, films: of } as never);
  if (!found) throw new Error('no list');
  return found;
};

test('own lists are for who is signed in, say what is private, and begin with a first one [FLM-14:lists]', async () => {
  await openRoute(listsRoute, '/lists', { path: '/lists' });
  await waitFor(() => expect(sentTo()).toBe('/sign-in?returnTo=%2Flists'));
  await openRoute(listsRoute, '/lists', { path: '/lists', viewer: user, answers: { listLists: () => ({}) } });
  expect(await screen.findByText('No lists yet')).toBeTruthy();
  await openRoute(listsRoute, '/lists', {
    ...{ path: '/lists', viewer: user, answers: { listLists: () => ({ lists: [own] }) } },
  });
  const link = await screen.findByRole('link', { name: /Rain/ });
  expect(link.getAttribute('href')).toBe('/lists/l1');
  expect(link.textContent).toContain('2 films');
  expect(link.textContent).toContain('Only you see this list');
});

test('a new list needs a title, keeps what was typed when saving fails, and leads to its films [FLM-14:lists]', async () => {
  let attempts = 0;
  const { sent } = await showPage(<ListsPage lists={[]} />, {
    viewer: user,
    answers: {
      createList: () => {
        attempts += 1;
        if (attempts === 1) return refusing(Code.FailedPrecondition, { reason: 'LISTS_FULL', message: 'Too many.' })();
        return { listId: 'l9' };
      },
    },
  });
  await press('New list');
  await press('Make this list');
  expect(await screen.findByText('Please enter a title.')).toBeTruthy();
  await type(/^Title/, 'Rain');
  await press('Make this list');
  expect(await screen.findByText('Too many.')).toBeTruthy();
  expect(screen.getByDisplayValue('Rain')).toBeTruthy();
  await press('Make this list');
  await waitFor(() => expect(address()).toBe('/lists/l9/edit'));
  expect(sent('createList')[1]).toMatchObject({ title: 'Rain', ranked: false, isPublic: false });
});

test('a list shows its films with their places, and its owner what is not available [FLM-14:lists]', async () => {
  const answers = { getList: () => ({ list: own, films }) };
  await openRoute(listRoute, '/lists/l1', { path: '/lists/:listId', viewer: user, answers });
  const grid = within(await screen.findByRole('list', { name: 'Films on this list' }));
  expect(grid.getByRole('link', { name: /Salt.*Place 1/ }).getAttribute('href')).toBe('/feed/f1');
  expect(grid.getByText('Not available at the moment')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Edit list' }).getAttribute('href')).toBe('/lists/l1/edit');

  await openRoute(listRoute, '/lists/l1', { path: '/lists/:listId', answers: { getList: () => ({ list: rain }) } });
  expect(await screen.findByText('No films on this list yet')).toBeTruthy();
  expect(screen.queryByRole('link', { name: 'Edit list' })).toBeNull();
  expect(screen.getAllByRole('link', { name: 'Mara Lind' })[0]?.getAttribute('href')).toBe('/profile/p1');
});

test('somebody else’s list cannot be edited, and one that is hidden is not found [FLM-14:lists]', async () => {
  const path = { path: '/lists/:listId/edit', viewer: user };
  await openRoute(editRoute, '/lists/l1/edit', { ...path, answers: { getList: () => ({ list: rain }) } });
  expect(await screen.findByText('This list does not exist, or its owner does not show it.')).toBeTruthy();
});

test('films are moved and taken off with undo; what fails to save is put back [FLM-14:lists]', async () => {
  let fails = false;
  const { sent } = await showPage(<ListEditPage {...whole()} />, {
    viewer: user,
    answers: {
      setListFilms: () => (fails ? refusing(Code.Unavailable, { reason: 'GONE', message: 'Not now.' })() : {}),
    },
  });
  const titles = () =>
    within(screen.getByRole('list', { name: 'Films on this list' }))
      .getAllByRole('link')
      .map(({ textContent }) => textContent);
  await press('Move down Salt');
  expect(titles()).toEqual(['Amber', 'Salt']);
  await press('Remove Salt');
  await seeToast('Salt is off your list.');
  await press('Undo');
  await waitFor(() => expect(titles()).toEqual(['Amber', 'Salt']));
  expect(sent('setListFilms').map(({ filmIds }) => filmIds)).toEqual([['f2', 'f1'], ['f2'], ['f2', 'f1']]);
  fails = true;
  await press('Move up Salt');
  await seeToast('Not now.');
  expect(titles()).toEqual(['Amber', 'Salt']);
});

const storm = aFilmCard({ id: 'f3', filmTitle: 'Storm' });

test('a list that is loaded again shows the films that it has now [FLM-14:lists]', async () => {
  const again = whole([{ film: storm, available: true }]);
  const pages = { first: <ListEditPage {...whole()} />, second: <ListEditPage {...again} /> };
  await showPage(<LoadedTwice {...pages} />, { viewer: user });
  await press('Load again');
  const list = within(screen.getByRole('list', { name: 'Films on this list' }));
  expect(list.getAllByRole('link').map(({ textContent }) => textContent)).toEqual(['Storm']);
});

test('a list is saved, and deleted after asking [FLM-14:lists]', async () => {
  const { sent } = await showPage(<ListEditPage {...whole()} />, {
    ...{ viewer: user, answers: { updateList: () => ({}), deleteList: () => ({}) } },
  });
  await type(/^Title/, 'Storms');
  await press('Save list');
  await seeToast('Your list was saved.');
  expect(sent('updateList')).toMatchObject([{ listId: 'l1', title: 'Storms', ranked: true, isPublic: false }]);
  await press('Delete list');
  const dialog = within(await screen.findByRole('dialog', { name: 'Delete Rain?' }));
  await doing(() => fireEvent.click(dialog.getByRole('button', { name: 'Delete list' })));
  await waitFor(() => expect(address()).toBe('/lists'));
  expect(sent('deleteList')).toMatchObject([{ listId: 'l1' }]);
});

test('from its page a film is put on lists, and on a new one, which is shown then [FLM-14:lists]', async () => {
  let hasStorms = false;
  const { sent } = await showPage(<AddToListDialog film={{ id: 'f1', title: 'Salt' }} open onOpenChange={() => {}} />, {
    viewer: user,
    answers: {
      listLists: () => ({ lists: hasStorms ? [own, { ...own, id: 'l2', title: 'Storms' }] : [own] }),
      setListed: ({ listed }) => ({ listed }),
      createList: () => {
        hasStorms = true;
        return { listId: 'l2' };
      },
    },
  });
  const box = await screen.findByRole<HTMLInputElement>('checkbox', { name: 'Rain' });
  await doing(() => fireEvent.click(box));
  await waitFor(() => expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'Rain' }).checked).toBe(true));
  await type(/^New list/, 'Storms');
  await press('Make it and add the film');
  expect(await screen.findByRole('checkbox', { name: 'Storms' })).toBeTruthy();
  expect(sent('setListed')).toMatchObject([
    { listId: 'l1', filmId: 'f1', listed: true },
    { listId: 'l2', filmId: 'f1', listed: true },
  ]);
});

test('a profile shows the lists that everybody sees, and nothing without them [FLM-14:lists]', async () => {
  await showPage(<PersonLists lists={[view(rain)]} />);
  expect(screen.getByRole('heading', { name: 'Lists' })).toBeTruthy();
  await showPage(<PersonLists lists={[]} />);
  expect(screen.queryByRole('heading', { name: 'Lists' })).toBeNull();
});

test('a list is saved as CSV, and read again into a list [FLM-14:csv] [FLM-14:lists]', async () => {
  const context = new RouterContextProvider();
  const { transport } = await showPage(<p />, { answers: { getList: () => ({ list: own, films }) } });
  context.set(
    api,
    createApi(() => transport),
  );
  context.set(site, { publicUrl: 'https://marquee.example', language: 'en' });
  const response = await listCsvRoute.loader({ params: { listId: 'l1' }, context } as never);
  const text = await response.text();
  expect(text.split('\n').slice(0, 2)).toEqual([
    'Position,Name,Year,URL',
    expect.stringMatching(/^1,Salt,\d*,https:\/\/marquee\.example\/feed\/f1$/),
  ]);
  const preamble = 'Letterboxd list export v7\nDate,Name,Tags,URL,Description\n2026-11-02,Rain,,,\n\n';
  const bytes = new TextEncoder().encode(preamble + text).buffer;
  const matchRows = () => ({ matches: [{ line: 2, state: MatchState.FOUND, films: [salt] }] });
  const { sent } = await openRoute(importRoute, '/import?list=l1', {
    ...{ path: '/import', viewer: user },
    answers: { getList: () => ({ list: own }), listImports: () => ({}), matchRows },
  });
  expect((await screen.findByText(/Add films to Rain/)).textContent).toBeTruthy();
  expect(sent('getList')).toMatchObject([{ listId: 'l1' }]);
  expect(readImport(bytes, 'list.csv')).toMatchObject({ rows: [{ name: 'Salt' }, { name: 'Amber' }] });
  expect(ImportKind.LIST).toBe(4);
});

describe('films are added by a search', () => {
  const search = async (value: string) => {
    await press('Show Add a film');
    const field = screen.getByLabelText('Add a film');
    await doing(() => fireEvent.input(field, { target: { value }, inputType: 'insertText' }));
  };
  const pick = async (name: RegExp) => {
    const option = await screen.findByRole('option', { name });
    await doing(() => fireEvent.click(option));
  };
  const open = (part: Partial<ReturnType<typeof whole>>, found: object[]) =>
    showPage(<ListEditPage {...whole()} {...part} />, {
      viewer: user,
      answers: { listFilms: () => ({ films: found }), setListFilms: () => ({}) },
    });

  test('at the end of the list, each once [FLM-14:lists]', async () => {
    const { sent } = await open({ films: whole().films.slice(0, 1) }, [salt, storm]);
    await search('sa');
    await pick(/^Salt/);
    expect(sent('setListFilms')).toEqual([]);
    await search('st');
    await pick(/^Storm/);
    await waitFor(() => expect(sent('setListFilms')).toMatchObject([{ listId: 'l1', filmIds: ['f1', 'f3'] }]));
    expect(within(screen.getByRole('list', { name: 'Films on this list' })).getByText('Storm')).toBeTruthy();
  });

  test('to an empty list, and to none that is full [FLM-14:lists]', async () => {
    await open({ films: [] }, []);
    expect(screen.getByText('No films on this list yet')).toBeTruthy();
    const [film] = whole().films;
    const full = Array.from({ length: FILM_LIST_FILMS_MAX }, (_one, n) => ({
      ...film,
      id: `f${n}`,
      title: `Film ${n}`,
    }));
    await open({ films: full as never }, []);
    expect(screen.getByText(/A list holds at most 250 films/)).toBeTruthy();
    expect(screen.queryByLabelText('Add a film')).toBeNull();
  });
});

test('a list that could not be deleted stays, and says so until it is tried again [FLM-14:lists]', async () => {
  let isUp = false;
  await showPage(<ListEditPage {...whole()} />, {
    viewer: user,
    answers: { deleteList: () => (isUp ? {} : failing()) },
  });
  await press('Delete list');
  const dialog = within(await screen.findByRole('dialog', { name: 'Delete Rain?' }));
  const confirm = () => doing(() => fireEvent.click(dialog.getByRole('button', { name: 'Delete list' })));
  await confirm();
  expect((await dialog.findByRole('alert')).textContent).toBe('We failed to delete that. Please try again.');
  expect(address()).toBe('/');
  isUp = true;
  await confirm();
  await seeToast('Rain was deleted.');
  await waitFor(() => expect(address()).toBe('/lists'));
});

test('lists that a film can be put on are loaded again; what could not be saved is taken back [FLM-14:lists]', async () => {
  let isUp = false;
  let lists: object[] = [];
  const { sent } = await showPage(<AddToListDialog film={{ id: 'f1', title: 'Salt' }} open onOpenChange={() => {}} />, {
    viewer: user,
    answers: { listLists: () => (isUp ? { lists } : failing()), setListed: failing, createList: failing },
  });
  await screen.findByText('We failed to load your lists.');
  isUp = true;
  await press('Try again');
  expect(await screen.findByText('You have no list yet. Name the first one below.')).toBeTruthy();
  const make = screen.getByRole<HTMLButtonElement>('button', { name: 'Make it and add the film' });
  await type(/^New list/, '  ');
  expect(make.disabled).toBe(true);
  await type(/^New list/, 'Storms');
  expect(make.disabled).toBe(false);
  await press('Make it and add the film');
  const failure = 'We failed to save your list. Please try again.';
  expect(await screen.findByText(failure)).toBeTruthy();
  expect(screen.getByDisplayValue('Storms')).toBeTruthy();
  expect(sent('setListed')).toEqual([]);

  lists = [own, { ...own, id: 'l2', title: 'Storms' }];
  await showPage(<AddToListDialog film={{ id: 'f1', title: 'Salt' }} open onOpenChange={() => {}} />, {
    viewer: user,
    answers: { listLists: () => ({ lists }), setListed: failing },
  });
  await screen.findByRole('checkbox', { name: 'Rain' });
  await press('Rain', 'checkbox');
  await seeToast('We failed to save that. Please try again.');
  expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'Rain' }).checked).toBe(false);
  expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'Storms' }).checked).toBe(false);
});
