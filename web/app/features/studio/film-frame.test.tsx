import { Code } from '@connectrpc/connect';
import { AssetKind, ListingStatus } from '@marquee/contracts/film/v1/film_pb';
import { type Answers, failing, refusing } from '@marquee/testing/answer-calls';
import { aStudioFilm, FILM_ID } from '@marquee/testing/contract-messages';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { address, doing, later, press, seeToast, showPage } from '../../testing/show-page.tsx';
import { FilmFrame } from './film-frame.tsx';

type Entry = ReturnType<typeof aStudioFilm>;
const draft = (part: Parameters<typeof aStudioFilm>[1] = {}) =>
  aStudioFilm({ published: false, isApproved: false }, { status: ListingStatus.PENDING_REVIEW, ...part });

async function open(entry: Entry, answers: Answers = {}) {
  let loads = 0;
  const calls = await showPage(<FilmFrame entry={entry}>the screen</FilmFrame>, {
    ...{ at: `/content/${FILM_ID}/edit`, path: '/content/:filmId/edit', answers },
    loader: () => {
      loads += 1;
    },
  });
  return { ...calls, reloads: () => loads - 1 };
}

test('the frame says where a film stands and leads to all of its screens [STU-03]', async () => {
  await open(draft());
  expect(screen.getByRole('heading', { level: 1, name: 'Salt' })).toBeTruthy();
  expect(screen.getByText('PENDING REVIEW')).toBeTruthy();
  expect(screen.getByText('NOT PUBLISHED')).toBeTruthy();
  const tabs = within(screen.getByRole('navigation', { name: 'Salt' })).getAllByRole('link');
  expect(tabs.map((tab) => tab.getAttribute('href'))).toEqual([
    `/content/${FILM_ID}/edit`,
    `/content/${FILM_ID}/upload`,
    `/content/${FILM_ID}/distribution`,
    `/content/${FILM_ID}/credits`,
    `/content/${FILM_ID}/festivals`,
    `/content/${FILM_ID}/stats`,
  ]);
  expect(tabs[0]?.getAttribute('aria-current')).toBe('page');
  expect(screen.getByRole('link', { name: 'Preview' }).getAttribute('href')).toBe(`/feed/${FILM_ID}?preview=1`);
  expect(screen.getByText('the screen')).toBeTruthy();
});

test('what is missing is a checklist that leads to where it is added [STU-01:checklist]', async () => {
  await open(
    draft({
      status: ListingStatus.MISSING_ASSETS,
      missingAssets: [AssetKind.TRAILER_VIDEO, AssetKind.POSTER_IMAGE],
      missingFields: ['logLine', 'genres'],
    }),
  );
  const list = within(screen.getByRole('complementary', { name: /Before you publish/ }));
  expect(list.getAllByRole('link').map((link) => [link.textContent?.trim(), link.getAttribute('href')])).toEqual([
    ['Please add a trailer video.', `/content/${FILM_ID}/upload`],
    ['Please add a poster image.', `/content/${FILM_ID}/upload`],
    ['Please add a log line.', `/content/${FILM_ID}/edit`],
    ['Please choose at least one genre.', `/content/${FILM_ID}/edit`],
  ]);
  const opener = list.getByRole('button', { name: 'Before you publish: 4 missing' });
  const isCollapsed = () => list.getByRole('list').classList.contains('max-lg:hidden');
  expect([opener.getAttribute('aria-expanded'), isCollapsed()]).toEqual(['false', true]);
  await doing(() => fireEvent.click(opener));
  expect([opener.getAttribute('aria-expanded'), isCollapsed()]).toEqual(['true', false]);
});

test('what a published film lacks is not said to come before publishing', async () => {
  await open(aStudioFilm({}, { missingAssets: [AssetKind.TRAILER_VIDEO] }));
  const list = within(screen.getByRole('complementary', { name: /Still missing/ }));
  expect(list.getByRole('button', { name: 'Still missing: 1' })).toBeTruthy();
  expect(screen.queryByText('Before you publish')).toBeNull();
});

test.each([
  ['an asset', { missingAssets: [AssetKind.POSTER_IMAGE] }, false],
  ['a field', { missingFields: ['logLine'] }, false],
  ['nothing', {}, true],
])('publishing is what the page suggests when %s is missing, or not', async (_what, part, isSuggested) => {
  await open(draft(part));
  expect(screen.getByRole('button', { name: 'Publish' }).classList.contains('bg-action')).toBe(isSuggested);
});

test.each([
  [draft(), 'Ready to publish'],
  [aStudioFilm(), 'Published'],
])('with nothing missing the checklist is one line', async (entry, title) => {
  await open(entry);
  const list = within(screen.getByRole('complementary', { name: title }));
  expect(list.getByText('Nothing is missing.')).toBeTruthy();
  expect(list.queryByRole('link')).toBeNull();
});

test('a published film that waits for staff says so, another does not [STU-01:approval]', async () => {
  await open(aStudioFilm({ isApproved: false }, { awaitingApproval: true }));
  expect(screen.getByText('Published, waiting for our staff.')).toBeTruthy();
  await open(aStudioFilm());
  expect(screen.queryByText('Published, waiting for our staff.')).toBeNull();
});

test('publishing is pending, then says so and loads the film again', async () => {
  const answer = later<object>();
  const { sent, reloads } = await open(draft(), { publishFilm: answer.answer });
  await press('Publish');
  expect(screen.getByRole('button', { name: /Publish/ }).getAttribute('aria-busy')).toBe('true');
  await press(/Publish/);
  expect(sent('publishFilm')).toEqual([expect.objectContaining({ filmId: FILM_ID })]);
  expect(reloads()).toBe(0);
  await answer.resolve({});
  await seeToast('The film is published.');
  await waitFor(() => expect(reloads()).toBe(1));
});

test('publishing with something missing is refused, and says what [STU-01:refused]', async () => {
  const message = 'This film is not complete yet. Please add what is missing before publishing it.';
  const fields = [
    { field: 'posterImage', message: 'Please add a poster image.' },
    { field: 'logLine', message: 'Please add a log line.' },
  ];
  await open(draft({ missingAssets: [AssetKind.POSTER_IMAGE], missingFields: ['logLine'] }), {
    publishFilm: refusing(Code.FailedPrecondition, { message, fields }),
  });
  await press('Publish');
  await seeToast(message);
  expect(screen.getAllByText('Please add a poster image. Please add a log line.').length).toBeGreaterThan(0);
  expect(screen.getByRole('button', { name: 'Publish' }).getAttribute('aria-busy')).toBeNull();
});

test.each([
  ['Publish', draft(), 'publishFilm'],
  ['Unpublish', aStudioFilm(), 'unpublishFilm'],
] as const)('%s that failed says so and can be pressed again', async (name, entry, method) => {
  const { sent, reloads } = await open(entry, { [method]: failing });
  await press(name);
  await seeToast('Failed to toggle publish status');
  expect(reloads()).toBe(0);
  await press(name);
  await waitFor(() => expect(sent(method)).toHaveLength(2));
});

test('a page with a primary action of its own has no second one', async () => {
  await showPage(
    <FilmFrame entry={draft()} hasPrimaryAction>
      the screen
    </FilmFrame>,
  );
  expect(screen.getByRole('button', { name: 'Publish' }).classList.contains('bg-action')).toBe(false);
});

test('unpublishing says so, loads the film again, and can be undone', async () => {
  const { sent, reloads } = await open(aStudioFilm(), { unpublishFilm: () => ({}), publishFilm: () => ({}) });
  expect(screen.queryByRole('button', { name: 'Publish' })).toBeNull();
  await press('Unpublish');
  await seeToast('The film is no longer published.');
  await waitFor(() => expect(reloads()).toBe(1));
  expect(sent('unpublishFilm')).toEqual([expect.objectContaining({ filmId: FILM_ID })]);
  await press('Undo');
  await seeToast('The film is published again.');
  expect(sent('publishFilm')).toEqual([expect.objectContaining({ filmId: FILM_ID })]);
  await waitFor(() => expect(reloads()).toBe(2));
});

test('deleting names the film and asks first; keeping it deletes nothing', async () => {
  const { sent } = await open(draft(), { deleteFilm: () => ({}) });
  await press('Delete');
  const dialog = await screen.findByRole('dialog', { name: 'Delete “Salt”?' });
  expect(dialog.textContent).toContain('The film, its files, its crew and its reviews are removed for good.');
  await press('Cancel');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(sent('deleteFilm')).toEqual([]);
  await press('Delete');
  await press('Delete film');
  await waitFor(() => expect(address()).toBe('/content'));
  expect(sent('deleteFilm')).toEqual([expect.objectContaining({ filmId: FILM_ID })]);
  await seeToast('“Salt” was deleted.');
});

test('a film that could not be deleted stays, and the page says so', async () => {
  await open(draft(), { deleteFilm: failing });
  await press('Delete');
  await press('Delete film');
  await seeToast('Failed to delete record');
  expect(address()).toBe(`/content/${FILM_ID}/edit`);
});
