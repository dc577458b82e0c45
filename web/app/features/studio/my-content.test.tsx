import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import { Code } from '@connectrpc/connect';
import { AssetKind, ListingStatus, ReleaseType } from '@marquee/contracts/film/v1/film_pb';
import { MyFilmsSort } from '@marquee/contracts/film/v1/studio_pb';
import { TranscodeStatus } from '@marquee/contracts/media/v1/media_pb';
import { type Answers, failing, inTurn, refusing } from '@marquee/testing/answer-calls';
import { aFilmAsset, anAsset, aPerson, aStudioFilm, FILM_ID } from '@marquee/testing/contract-messages';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { address, doing, later, press, seeToast, showPage } from '../../testing/show-page.tsx';
import { type ContentView, contentHref, contentView } from './content-address.ts';
import { MyContent } from './my-content.tsx';

type Entry = ReturnType<typeof aStudioFilm>;

const newest: ContentView = { q: '', sort: 'added', ascending: false };
const open = (first: Entry[], cursor = '', answers: Answers = {}, view = newest, viewer?: ReturnType<typeof aPerson>) =>
  showPage(<MyContent view={view} first={first} cursor={cursor} />, {
    ...{ at: '/content', answers },
    ...(viewer && { viewer }),
  });

/** The cells of a film's row as wide screens show them, by the heading of their column. */
function row(title: string): Record<string, string> {
  const table = screen.getByRole('table', { name: 'My films' });
  const headings = within(table)
    .getAllByRole('columnheader')
    .flatMap((heading) =>
      Array.from({ length: Number(heading.getAttribute('colspan') ?? 1) }, () => heading.textContent),
    );
  const line = within(table).getByRole('link', { name: title }).closest('tr')?.cloneNode(true) as HTMLElement;
  for (const narrow of line.querySelectorAll('.md\\:hidden')) narrow.remove();
  return Object.fromEntries([...line.children].map(({ textContent }, index) => [headings[index], textContent]));
}

const LATER = timestampFromDate(new Date('2026-11-21T12:00:00Z'));
const video = [AssetKind.TRAILER_VIDEO, AssetKind.FILM_VIDEO, AssetKind.TRAILER_IMAGE, AssetKind.POSTER_IMAGE];

test('the table has a row for each film, with what the maker needs to know of it [STU-01:table]', async () => {
  const counters = { viewCount: 1_234n };
  await open([
    aStudioFilm({ counters, userRating: 4.26, ratingCount: 12 }),
    aStudioFilm({ id: 'f2', filmTitle: 'Light', releaseType: ReleaseType.SCREENING, ratingCount: 0 }),
  ]);
  expect(row('Salt')).toEqual({
    ...{ Film: 'SaltOn Demand', Visibility: 'PUBLISHED', Added: 'Nov 05, 2026', Actions: '' },
    ...{ Status: 'APPROVEDPublished for everybody.', Views: '1,234', Rating: '4.3 of 5, by (12)' },
  });
  expect(row('Light')).toMatchObject({ Film: 'LightFestival Screening', Views: '0', Rating: '–not rated' });
  expect(screen.getByRole('link', { name: 'Salt' }).getAttribute('href')).toBe(`/content/${FILM_ID}/edit`);
});

test.each([
  [0n, '0 views'],
  [1n, '1 view'],
  [1_234n, '1,234 views'],
])('on a phone %d views are written as "%s" [STU-01:table]', async (viewCount, text) => {
  await open([aStudioFilm({ counters: { viewCount } })]);
  const line = screen.getByRole('link', { name: 'Salt' }).closest('tr') as HTMLElement;
  expect(line.querySelector('td.md\\:hidden')?.textContent).toContain(`${text} · `);
});

const missing = { status: ListingStatus.MISSING_ASSETS };
const pending = { status: ListingStatus.PENDING_REVIEW };
const inProgress = aFilmAsset({ transcodeStatus: 'IN PROGRESS' });
test.each([
  [
    'a draft without files',
    { published: false },
    { ...missing, missingAssets: video },
    'MISSING ASSETSNeeded to publish: trailer video, film video, trailer image, poster image.',
    'NOT PUBLISHED',
  ],
  [
    'a draft without a poster and a detail, whose trailer could not be prepared',
    { published: false },
    {
      ...{ ...missing, missingAssets: [AssetKind.POSTER_IMAGE], missingFields: ['logLine'] },
      assets: [aFilmAsset({ kind: AssetKind.TRAILER_VIDEO, transcodeStatus: 'ERROR' })],
    },
    'MISSING ASSETSNeeded to publish: poster image. The trailer could not be prepared: look at its upload. One detail is needed to publish.',
    'NOT PUBLISHED',
  ],
  [
    'a complete draft',
    { published: false, isApproved: false },
    pending,
    'PENDING REVIEWReady to publish.',
    'NOT PUBLISHED',
  ],
  [
    'a draft whose film was not transcoded',
    { published: false, isApproved: false, hasFilm: false },
    { ...pending, assets: [aFilmAsset({ transcodeStatus: '' })] },
    'PENDING REVIEWThe film is not prepared for watching: start that at its upload.',
    'NOT PUBLISHED',
  ],
  [
    'a film that was taken down',
    { published: false },
    pending,
    'PENDING REVIEWApproved, and taken down: publish it to show it again.',
    'NOT PUBLISHED',
  ],
  ['a published film', {}, {}, 'APPROVEDPublished for everybody.', 'PUBLISHED'],
  [
    'a film that its maker does not show here',
    { distribution: { website: false } },
    {},
    'APPROVEDPublished, and not shown on the website.',
    'PUBLISHED',
  ],
  [
    'a published film that staff have not approved',
    { isApproved: false },
    { awaitingApproval: true },
    'APPROVEDPublished, waiting for our staff.',
    'PUBLISHED',
  ],
  [
    'a published film with another trailer',
    {},
    { assets: [aFilmAsset({ kind: AssetKind.TRAILER_VIDEO, awaitingApproval: true })] },
    'APPROVEDPublished for everybody. A replacement waits for our staff.',
    'PUBLISHED',
  ],
])(
  '%s shows its status, what it means now, and its visibility [STU-01]',
  async (_what, film, part, status, visibility) => {
    await open([aStudioFilm({ hasFilm: true, ...film }, part)]);
    expect(row('Salt')).toMatchObject({ Status: status, Visibility: visibility });
  },
);

test('how far a film is prepared is shown meanwhile, and its end changes the row [STU-06:live]', async () => {
  const transcode =
    (progressPercent: number, waiting = false) =>
    () => ({
      asset: anAsset({ transcode: { status: TranscodeStatus.IN_PROGRESS, progressPercent, waiting } }),
    });
  const done = () => ({ asset: anAsset({ transcode: { status: TranscodeStatus.COMPLETE } }) });
  const entry = aStudioFilm({ published: false, isApproved: false }, { ...pending, assets: [inProgress] });
  const ready = aStudioFilm({ published: false, isApproved: false, hasFilm: true, updatedAt: LATER }, pending);
  let now = entry;
  // No tab has the stream of signals: looking again, as a tab does that becomes visible, stands for one.
  Object.defineProperty(navigator, 'locks', { configurable: true, value: { request: () => new Promise(() => {}) } });
  const answers = {
    getAsset: inTurn<[], unknown>(transcode(0, true), transcode(40), done) as never,
    getMyFilm: () => ({ film: now }),
  };
  await open([entry], '', answers, newest, aPerson());
  const status = () => row('Salt').Status;
  await waitFor(() => expect(status()).toBe('PENDING REVIEWThe film is being prepared, in line behind others.'));
  await doing(() => fireEvent(document, new Event('visibilitychange')));
  await waitFor(() => expect(status()).toBe('PENDING REVIEWThe film is being prepared, 40%.'));
  now = ready;
  await doing(() => fireEvent(document, new Event('visibilitychange')));
  await waitFor(() => expect(status()).toBe('PENDING REVIEWReady to publish.'));
});

test('a film whose video is not stored yet is being prepared, and media is not asked for it', async () => {
  const assets = [aFilmAsset({ transcodeStatus: 'IN PROGRESS', stored: false })];
  const { sent } = await open([aStudioFilm({}, { assets })]);
  expect(row('Salt')).toMatchObject({ Status: expect.stringContaining('The film is being prepared.') });
  expect(sent('getAsset')).toEqual([]);
});

test('a film without a release type or a date leaves their cells empty', async () => {
  await open([aStudioFilm({ releaseType: ReleaseType.UNSPECIFIED, createdAt: undefined })]);
  expect(row('Salt')).toMatchObject({ Film: 'Salt', Added: '' });
});

describe('the actions of a row', () => {
  const menuOf = async (title: string) => {
    const trigger = screen.getByRole('button', { name: `Actions for “${title}”` });
    await doing(() => fireEvent.click(trigger));
    return within(await screen.findByRole('menu'));
  };
  const draft = aStudioFilm({ published: false }, pending);
  const published = aStudioFilm({ updatedAt: LATER });

  test('open, preview and share a film, and change whether it is published [STU-01:actions]', async () => {
    await open([aStudioFilm()]);
    const menu = await menuOf('Salt');
    const items = menu.getAllByRole('menuitem');
    expect(items.map((item) => [item.textContent, item.getAttribute('href')])).toEqual([
      ['Open', `/content/${FILM_ID}/edit`],
      ['Upload', `/content/${FILM_ID}/upload`],
      ['Preview', `/feed/${FILM_ID}?preview=1`],
      ['Unpublish', null],
      ['Share', null],
      ['Delete', null],
    ]);
  });

  test.each([
    ['is not published', draft],
    ['waits for staff', aStudioFilm({ isApproved: false }, { awaitingApproval: true })],
  ])('a film that %s is not shared: nobody could open the link', async (_what, entry) => {
    await open([entry]);
    const menu = await menuOf('Salt');
    expect(menu.queryByRole('menuitem', { name: 'Share' })).toBeNull();
  });

  test('publishing shows in the row [STU-01:publish]', async () => {
    const { sent } = await open([draft], '', { publishFilm: () => ({ film: published }) });
    await menuOf('Salt');
    await press('Publish', 'menuitem');
    await seeToast('The film is published.');
    expect(sent('publishFilm')).toEqual([expect.objectContaining({ filmId: FILM_ID })]);
    expect(row('Salt')).toMatchObject({ Visibility: 'PUBLISHED', Status: 'APPROVEDPublished for everybody.' });
  });

  test('unpublishing is undone by publishing again', async () => {
    const { sent } = await open([aStudioFilm()], '', {
      unpublishFilm: () => ({ film: aStudioFilm({ published: false, updatedAt: LATER }, pending) }),
      publishFilm: () => ({
        film: aStudioFilm({ updatedAt: timestampFromDate(new Date('2026-11-21T12:00:05Z')) }),
      }),
    });
    await menuOf('Salt');
    await press('Unpublish', 'menuitem');
    await seeToast('The film is no longer published.');
    expect(row('Salt').Visibility).toBe('NOT PUBLISHED');
    await press('Undo');
    await seeToast('The film is published again.');
    expect(sent('publishFilm')).toEqual([expect.objectContaining({ filmId: FILM_ID })]);
    expect(row('Salt').Visibility).toBe('PUBLISHED');
  });

  test('delete asks first, and the row goes; the focus moves to the film beside it [STU-01:delete]', async () => {
    const other = aStudioFilm({ id: 'f2', filmTitle: 'Light' });
    const { sent } = await open([aStudioFilm(), other], '', { deleteFilm: () => ({}) });
    await menuOf('Salt');
    await press('Delete', 'menuitem');
    expect(await screen.findByRole('dialog', { name: 'Delete “Salt”?' })).toBeTruthy();
    await press('Cancel');
    expect(sent('deleteFilm')).toEqual([]);
    await menuOf('Salt');
    await press('Delete', 'menuitem');
    await screen.findByRole('dialog');
    await press('Delete film');
    await seeToast('“Salt” was deleted.');
    expect(sent('deleteFilm')).toEqual([expect.objectContaining({ filmId: FILM_ID })]);
    expect(screen.queryByRole('link', { name: 'Salt' })).toBeNull();
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('link', { name: 'Light' })));
  });

  test('a film that could not be deleted stays in its row', async () => {
    await open([aStudioFilm()], '', { deleteFilm: failing });
    await menuOf('Salt');
    await press('Delete', 'menuitem');
    await screen.findByRole('dialog');
    await press('Delete film');
    await seeToast('Failed to delete record');
    await press('Cancel');
    expect(row('Salt')).toMatchObject({ Film: expect.stringContaining('Salt') });
  });

  test('publishing that is refused says what is missing, and the row stays', async () => {
    const fields = [{ field: 'logLine', message: 'Please add a log line.' }];
    const message = 'This film is not complete yet.';
    await open([draft], '', { publishFilm: refusing(Code.FailedPrecondition, { message, fields }) });
    await menuOf('Salt');
    await press('Publish', 'menuitem');
    await seeToast(message);
    await seeToast('Please add a log line.');
    expect(row('Salt').Visibility).toBe('NOT PUBLISHED');
  });
});

describe('search and order', () => {
  test('have an address, and an address that does not exist is the newest first [STU-01:sort]', () => {
    const read = (search: string) => contentView(new URLSearchParams(search));
    expect(read('')).toEqual(newest);
    expect(read('sort=toString&order=sideways&q=%20')).toEqual(newest);
    expect(read('sort=title')).toEqual({ q: '', sort: 'title', ascending: true });
    for (const href of [
      '/content',
      '/content?q=salt&sort=views',
      '/content?sort=title&order=down',
      '/content?order=up',
    ])
      expect(contentHref(read(href.slice('/content'.length)))).toBe(href);
  });

  test('the headings sort by their column, and again the other way round [STU-01:sort]', async () => {
    await open([aStudioFilm()], '', {}, { ...newest, q: 'salt', sort: 'views' });
    const link = (name: string) => screen.getByRole('link', { name }).getAttribute('href');
    expect(['Film', 'Views', 'Rating', 'Added'].map(link)).toEqual([
      '/content?q=salt&sort=title',
      '/content?q=salt&sort=views&order=up',
      '/content?q=salt&sort=rating',
      '/content?q=salt',
    ]);
    const sorted = screen.getAllByRole('columnheader').filter((heading) => heading.hasAttribute('aria-sort'));
    expect(sorted.map((heading) => [heading.textContent, heading.getAttribute('aria-sort')])).toEqual([
      ['Views', 'descending'],
    ]);
    await doing(() => fireEvent.change(screen.getByLabelText(/^Order/), { target: { value: 'rating up' } }));
    expect(address()).toBe('/content?q=salt&sort=rating&order=up');
  });

  test('what is typed is searched for, at once with Enter [STU-01:search]', async () => {
    await open([aStudioFilm()]);
    const field = screen.getByLabelText(/^Search my films/);
    await doing(() => fireEvent.change(field, { target: { value: ' salt ' } }));
    await waitFor(() => expect(address()).toBe('/content?q=salt'));
    await doing(() => fireEvent.change(field, { target: { value: 'salt lake' } }));
    await doing(() => fireEvent.submit(screen.getByRole('search')));
    expect(address()).toBe('/content?q=salt+lake');
  });

  test('a search that finds nothing says so and leads back', async () => {
    await open([], '', {}, { ...newest, q: 'salt', sort: 'title', ascending: true });
    expect(screen.getByText('No film of yours matches “salt”')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Show all my films' }).getAttribute('href')).toBe('/content?sort=title');
    expect(screen.queryByText('No films yet')).toBeNull();
  });

  test('further pages are asked for in the same order', async () => {
    const view: ContentView = { q: 'salt', sort: 'views', ascending: true };
    const { sent } = await open([aStudioFilm()], 'c1', { listMyFilms: () => ({ films: [] }) }, view);
    await press('Load more');
    const request = { query: 'salt', sort: MyFilmsSort.VIEWS, ascending: true, cursor: 'c1' };
    await waitFor(() => expect(sent('listMyFilms')).toEqual([expect.objectContaining(request)]));
  });
});

test('a film whose figures changed between two pages is shown once', async () => {
  await open([aStudioFilm()], 'c1', { listMyFilms: () => ({ films: [aStudioFilm()] }) });
  await press('Load more');
  expect(await screen.findByText('One film')).toBeTruthy();
  expect(screen.getAllByRole('link', { name: 'Salt' })).toHaveLength(1);
});

test('without films the first step is offered [STU-01:empty]', async () => {
  await open([]);
  expect(screen.getByText('No films yet')).toBeTruthy();
  expect(screen.queryByRole('table')).toBeNull();
  expect(screen.getByRole('link', { name: 'Create your first film' }).getAttribute('href')).toBe('/content/create');
});

test('the list says where it ends [STU-01:end]', async () => {
  await open([aStudioFilm()]);
  expect(screen.getByText('One film')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Load more' })).toBeNull();
  await open([aStudioFilm(), aStudioFilm({ id: 'f2' })]);
  expect(screen.getByText('All 2 films')).toBeTruthy();
});

test('more films come behind those that are there, until the end [STU-01:more]', async () => {
  const answer = later<object>();
  const { sent } = await open([aStudioFilm()], 'c1', { listMyFilms: answer.answer });
  expect(screen.queryByText('One film')).toBeNull();
  await press('Load more');
  expect(screen.getByRole('button', { name: /Load more/ }).getAttribute('aria-busy')).toBe('true');
  await press(/Load more/);
  expect(sent('listMyFilms')).toEqual([expect.objectContaining({ cursor: 'c1', pageSize: 24 })]);
  await answer.resolve({ films: [aStudioFilm({ id: 'f2', filmTitle: 'Light' })] });
  expect(await screen.findByText('All 2 films')).toBeTruthy();
  expect(row('Light').Status).toContain('APPROVED');
  expect(row('Salt').Status).toContain('APPROVED');
});

test('further pages follow each other, each with the cursor of the one before [STU-01:more]', async () => {
  const page = (id: string, nextCursor: string) => () => ({ films: [aStudioFilm({ id, filmTitle: id })], nextCursor });
  const listMyFilms = inTurn<unknown[], unknown>(page('f2', 'c2'), page('f3', ''));
  const { sent } = await open([aStudioFilm()], 'c1', { listMyFilms: listMyFilms as never });
  await press('Load more');
  await screen.findAllByRole('link', { name: 'f2' });
  await press('Load more');
  expect(await screen.findByText('All 3 films')).toBeTruthy();
  expect(sent('listMyFilms').map(({ cursor }) => cursor)).toEqual(['c1', 'c2']);
});

test('a page that could not be loaded says so, and can be asked for again [STU-01:more]', async () => {
  const next = () => ({ films: [aStudioFilm({ id: 'f2', filmTitle: 'Light' })], nextCursor: '' });
  const { sent } = await open([aStudioFilm()], 'c1', {
    listMyFilms: inTurn<unknown[], unknown>(failing, next) as never,
  });
  await press('Load more');
  expect((await screen.findAllByText('Failed to load films')).length).toBeGreaterThan(0);
  expect(row('Salt').Status).toContain('APPROVED');
  await press(/Load more|Try again/);
  expect(await screen.findByText('All 2 films')).toBeTruthy();
  expect(sent('listMyFilms').map(({ cursor }) => cursor)).toEqual(['c1', 'c1']);
});
