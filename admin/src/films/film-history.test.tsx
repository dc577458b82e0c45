import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import { FilmActionKind } from '@marquee/contracts/film/v1/moderation_pb';
import { failing, inTurn } from '@marquee/testing/answer-calls';
import { aStudioFilm } from '@marquee/testing/contract-messages';
import { screen, waitFor, within } from '@testing-library/react';
import { later, press, showFilm } from '../testing/show.tsx';

const createdAt = timestampFromDate(new Date('2026-11-20T12:00:00Z'));
const action = (id: string, kind: FilmActionKind, more: object = {}) => ({ id, kind, createdAt, ...more });
const ana = { actorId: 'u1', actorName: 'Ana Souto' };

const open = (listFilmActions: unknown) =>
  showFilm({ listFilmActions: listFilmActions as never }, aStudioFilm(), 'history');
const items = async () => within(await screen.findByRole('list', { name: 'History' })).getAllByRole('listitem');

test('the history says who did what, with the reason and the fields that staff changed', async () => {
  await open(() => ({
    actions: [
      action('5', FilmActionKind.CHANGES_REQUESTED, { ...ana, reason: 'Replace <b>it</b>.' }),
      action('4', FilmActionKind.EDITED, {
        ...ana,
        changes: [
          { field: 'logLine', before: '', after: 'A ferryman.' },
          { field: 'usdCost', before: '0', after: '499' },
          { field: 'tv', before: 'true', after: 'false' },
        ],
      }),
      action('3', FilmActionKind.REPLACEMENT_APPROVED, { ...ana, changes: [{ field: 'POSTER_IMAGE', before: 'x' }] }),
      action('2', FilmActionKind.PUBLISHED, { actorName: 'Inês Carvalho', byMaker: true }),
      action('1', FilmActionKind.UNPUBLISHED),
    ],
  }));
  const [asked, edited, replaced, published, first] = await items();
  expect(asked?.textContent).toMatch(
    /^Changes asked forAna Souto \(staff\) · Nov 20, 2026 at \d\d:\d\d\s[AP]MReplace <b>it<\/b>.$/,
  );
  expect(asked?.querySelector('b')).toBeNull();
  for (const text of ['Log line: – → A ferryman.', 'Price: $0.00 → $4.99', 'Available on TV: yes → no']) {
    expect(edited?.textContent).toContain(text);
  }
  expect(replaced?.textContent).toContain('Replacement approved: Poster image');
  expect(published?.textContent).toContain('PublishedInês Carvalho (maker)');
  expect(first?.textContent).toContain('Somebody');
  expect(screen.getByText('This is where the history begins')).toBeTruthy();
});

test('a history is loaded page by page, and a page that failed is asked for again', async () => {
  let fails = true;
  const { sent } = await open(({ cursor }: { cursor: string }) => {
    if (!cursor) return { actions: [action('2', FilmActionKind.APPROVED)], nextCursor: 'n' };
    return fails ? failing() : { actions: [action('1', FilmActionKind.PUBLISHED)] };
  });
  expect(await items()).toHaveLength(1);
  expect(sent('listFilmActions')).toMatchObject([{ pageSize: 25 }]);
  await press('Load more');
  expect((await screen.findByRole('alert')).textContent).toContain('We failed to load the data');
  fails = false;
  await press('Try again');
  await waitFor(async () => expect(await items()).toHaveLength(2));
  expect(screen.queryByRole('alert')).toBeNull();
});

test('a history that is on its way, empty, or could not be loaded says so', async () => {
  const answer = later<object>();
  await open(answer.answer);
  expect(await screen.findByLabelText('Loading the history')).toBeTruthy();
  await answer.resolve({ actions: [] });
  expect(await screen.findByText('Nothing was done to this film yet')).toBeTruthy();
  await open(inTurn<unknown[], unknown>(failing, () => ({ actions: [] })));
  await press('Try again');
  expect(await screen.findByText('Nothing was done to this film yet')).toBeTruthy();
});
