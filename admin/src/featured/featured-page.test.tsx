import { create } from '@bufbuild/protobuf';
import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import { Code } from '@connectrpc/connect';
import { jest } from '@jest/globals';
import { FeaturedFilmSchema, FeaturedState } from '@marquee/contracts/film/v1/back_office_pb';
import { type Answers, failing, inTurn, refusing } from '@marquee/testing/answer-calls';
import { aFilmCard, aStudioFilm } from '@marquee/testing/contract-messages';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { closed, doing, later, press, show } from '../testing/show.tsx';

const ROW_PX = 60;
/** Only timeouts are those of the test. */
const REAL = [
  ...['Date', 'hrtime', 'performance', 'nextTick', 'queueMicrotask', 'setImmediate', 'clearImmediate'],
  ...['setInterval', 'clearInterval', 'requestAnimationFrame', 'cancelAnimationFrame'],
] as never[];
const featured = (id: string, part: object = {}) =>
  create(FeaturedFilmSchema, {
    film: aFilmCard({ id, filmTitle: `Film ${id}` }),
    state: FeaturedState.NEXT,
    ...part,
  });
const trio = [featured('a', { state: FeaturedState.SHOWN }), featured('b'), featured('c')];
const open = (films = trio, answers: Answers = {}) =>
  show('/featured', { listFeaturedFilms: () => ({ films }), ...answers });
const rows = () => within(screen.getByRole('list', { name: 'Featured films' })).queryAllByRole('listitem');
const titles = () => rows().map((row) => within(row).getByRole('link').textContent);
const ready = () => screen.findByRole('link', { name: 'Film a' });

test('the featured films stand in their order, each with its state and dates, and links to its page', async () => {
  const endsAt = timestampFromDate(new Date(2026, 10, 24, 12));
  await open([
    trio[0] as never,
    featured('b', { state: FeaturedState.SCHEDULED, startsAt: endsAt }),
    featured('c', { endsAt }),
    featured('d', { startsAt: endsAt, endsAt: timestampFromDate(new Date(2026, 10, 25, 12)) }),
  ]);
  await ready();
  expect(document.title).toBe('Featured · Back office · Marquee');
  expect(titles()).toEqual(['Film a', 'Film b', 'Film c', 'Film d']);
  expect(screen.getByRole('link', { name: 'Film a' }).getAttribute('href')).toBe('/content/a');
  expect(rows().map(({ textContent }) => textContent)).toEqual([
    'Film aOn the home pageNo dates',
    'Film bScheduledFrom Nov 24, 2026 at 12:00\u00a0PM',
    'Film cNextUntil Nov 24, 2026 at 12:00\u00a0PM',
    'Film dNextNov 24, 2026 at 12:00\u00a0PM to Nov 25, 2026 at 12:00\u00a0PM',
  ]);
  const frame = within(screen.getByRole('navigation', { name: 'Back office' }));
  expect(frame.getByRole('link', { name: 'Featured' }).getAttribute('data-active')).toBe('true');
});

test('an empty list says so, one that could not be loaded is asked for again', async () => {
  await show('/featured', { listFeaturedFilms: inTurn<unknown[], unknown>(failing, () => ({ films: [] })) as never });
  expect(screen.getByRole('combobox', { name: 'Add a film' })).toHaveProperty('disabled', true);
  expect((await screen.findByRole('alert')).textContent).toContain('Failed to load featured films');
  expect(screen.queryByText('No film is featured')).toBeNull();
  await press('Try again');
  expect(await screen.findByText('No film is featured')).toBeTruthy();
  expect(screen.queryByRole('list', { name: 'Featured films' })).toBeNull();
  expect(screen.getByRole('combobox', { name: 'Add a film' })).toHaveProperty('disabled', false);
});

test('somebody who lost the right sees the forbidden page [ADU-11:featured]', async () => {
  await show('/featured', { listFeaturedFilms: refusing(Code.PermissionDenied) });
  expect((await screen.findByRole('alert')).textContent).toBe("You don't have access to this page.");
});

test('a film is found by its words and added, and one that is featured is not offered', async () => {
  const found = [aStudioFilm({ id: 'a', filmTitle: 'Film a' }), aStudioFilm({ id: 'd', filmTitle: 'Film d' })];
  const { sent } = await open(trio, {
    listAllFilms: () => ({ films: found }),
    featureFilm: () => ({ films: [...trio, featured('d')] }),
  });
  await ready();
  const picker = screen.getByRole('combobox', { name: 'Add a film' });
  await doing(() => fireEvent.click(picker));
  expect(sent('listAllFilms')).toEqual([]);
  expect(picker.getAttribute('aria-expanded')).toBe('false');
  await doing(() => fireEvent.change(picker, { target: { value: 'film' } }));
  const option = await screen.findByRole('option', { name: /^Film d/ });
  expect(picker.getAttribute('aria-expanded')).toBe('true');
  expect(option.textContent).toBe('Film d · 2026 · Inês Carvalho');
  expect(screen.queryByRole('option', { name: /^Film a/ })).toBeNull();
  await doing(() => fireEvent.click(option));
  await waitFor(() => expect(titles()).toEqual(['Film a', 'Film b', 'Film c', 'Film d']));
  expect(sent('featureFilm')).toEqual([expect.objectContaining({ filmId: 'd' })]);
  expect(sent('featureFilm')[0]).not.toHaveProperty('place');
  expect(sent('listAllFilms')).toMatchObject([{ query: 'film', pageSize: 20 }]);
  await waitFor(() => expect(picker).toHaveProperty('value', ''));
  expect(picker.getAttribute('aria-expanded')).toBe('false');
});

test('a film that could not be added says why, and what was typed stays', async () => {
  const hidden = aStudioFilm({ id: 'd', filmTitle: 'Film d', published: false });
  await open(trio, { listAllFilms: () => ({ films: [hidden] }), featureFilm: failing });
  await ready();
  const picker = screen.getByRole('combobox', { name: 'Add a film' });
  await doing(() => fireEvent.change(picker, { target: { value: 'film' } }));
  const option = await screen.findByRole('option', { name: /^Film d/ });
  expect(option.textContent).toBe('Film d · 2026 · Inês Carvalho · not in the feed');
  await doing(() => fireEvent.click(option));
  expect(await screen.findByText('Failed to feature the film')).toBeTruthy();
  expect(screen.getByText('Failed to save. Please try again later.')).toBeTruthy();
  expect(picker).toHaveProperty('value', 'film');
});

test('a film is searched for once typing has rested for 0.3 seconds', async () => {
  const { sent } = await open(trio, { listAllFilms: () => ({}) });
  await ready();
  const picker = screen.getByRole('combobox', { name: 'Add a film' });
  jest.useFakeTimers({ doNotFake: REAL });
  await doing(() => fireEvent.change(picker, { target: { value: 'film' } }));
  await doing(() => jest.advanceTimersByTimeAsync(299));
  expect(sent('listAllFilms')).toEqual([]);
  await doing(() => jest.advanceTimersByTimeAsync(1));
  jest.useRealTimers();
  await waitFor(() => expect(sent('listAllFilms')).toHaveLength(1));
});

test.each<[string, Answers['listAllFilms']]>([
  ['Failed to load films', failing],
  ['No film matches your search', () => ({})],
  ['Every film found is featured already', () => ({ films: [aStudioFilm({ id: 'a' })] })],
])('a search that offers nothing says why: %s', async (text, listAllFilms) => {
  await open(trio, { listAllFilms });
  await ready();
  const picker = screen.getByRole('combobox', { name: 'Add a film' });
  await doing(() => fireEvent.change(picker, { target: { value: 'film' } }));
  expect(await screen.findByText(text)).toBeTruthy();
  expect(screen.queryByRole('option')).toBeNull();
});

test('the buttons of a row move it, at once, and the move is undone', async () => {
  const [a, b, c] = trio as [never, never, never];
  const answer = later<object>();
  const moveFeaturedFilm = inTurn<unknown[], unknown>(answer.answer, () => ({ films: trio }));
  const { sent } = await open(trio, { moveFeaturedFilm: moveFeaturedFilm as never });
  await ready();
  expect(screen.getByRole('button', { name: 'Move Film a up' })).toHaveProperty('disabled', true);
  expect(screen.getByRole('button', { name: 'Move Film c down' })).toHaveProperty('disabled', true);
  await press('Move Film a down');
  expect(titles()).toEqual(['Film b', 'Film a', 'Film c']);
  // Nothing else changes until the move is saved.
  for (const name of ['Move Film c up', 'Move Film a up', 'Move Film a down', 'Remove Film b']) {
    expect(screen.getByRole('button', { name })).toHaveProperty('disabled', true);
  }
  expect(screen.getByRole('combobox', { name: 'Add a film' })).toHaveProperty('disabled', true);
  await answer.resolve({ films: [b, a, c] });
  expect(await screen.findByText('The order was saved.')).toBeTruthy();
  await press('Undo');
  await waitFor(() => expect(titles()).toEqual(['Film a', 'Film b', 'Film c']));
  await waitFor(() => expect(screen.queryByText('The order was saved.')).toBeNull());
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
  expect(sent('moveFeaturedFilm')).toMatchObject([
    { filmId: 'a', place: 1 },
    { filmId: 'a', place: 0 },
  ]);
});

test('a move that was not saved says why, and the list is shown as it is', async () => {
  const message = 'This film is not featured any more.';
  await open(trio, { moveFeaturedFilm: refusing(Code.NotFound, { message }) });
  await ready();
  await press('Move Film c up');
  expect(await screen.findByText('Failed to save the order')).toBeTruthy();
  expect(screen.getByText(message)).toBeTruthy();
  await waitFor(() => expect(titles()).toEqual(['Film a', 'Film b', 'Film c']));
});

describe('with the keyboard', () => {
  beforeEach(() => {
    // Rows stand one below the other, which jsdom does not lay out.
    jest.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
      const row = this.closest('ol > li');
      const place = row ? [...(row.parentElement?.children ?? [])].indexOf(row) : 0;
      return new DOMRect(0, place * ROW_PX, 400, ROW_PX);
    });
  });
  afterEach(() => jest.restoreAllMocks());
  const key = async (code: string) => {
    await doing(() => fireEvent.keyDown(document.activeElement ?? document.body, { code }));
    // The library hears the next key after a turn of the event loop.
    await doing(() => new Promise((resolve) => setTimeout(resolve)));
  };

  test('a film is picked up, moved and put down', async () => {
    const [a, b, c] = trio as [never, never, never];
    const { sent } = await open(trio, { moveFeaturedFilm: () => ({ films: [c, a, b] }) });
    await ready();
    await doing(() => screen.getByRole('button', { name: 'Move Film c' }).focus());
    for (const code of ['Space', 'ArrowUp', 'ArrowUp', 'Space']) await key(code);
    expect(sent('moveFeaturedFilm')).toMatchObject([{ filmId: 'c', place: 0 }]);
    await waitFor(() => expect(titles()).toEqual(['Film c', 'Film a', 'Film b']));
  });

  test('a film that is put down where it was changes nothing', async () => {
    const { sent } = await open();
    await ready();
    await doing(() => screen.getByRole('button', { name: 'Move Film b' }).focus());
    for (const code of ['Space', 'ArrowUp', 'ArrowDown', 'Space']) await key(code);
    expect(sent('moveFeaturedFilm')).toEqual([]);
    expect(titles()).toEqual(['Film a', 'Film b', 'Film c']);
  });
});

test('a film that could not be removed is there again, without a way to undo', async () => {
  const answer = later<object>();
  await open(trio, { unfeatureFilm: answer.answer });
  await ready();
  await press('Remove Film b');
  expect(titles()).toEqual(['Film a', 'Film c']);
  expect(screen.getByRole('button', { name: 'Remove Film a' })).toHaveProperty('disabled', true);
  await answer.reject(new Error('down'));
  expect(await screen.findByText('Failed to remove the film')).toBeTruthy();
  await waitFor(() => expect(titles()).toEqual(['Film a', 'Film b', 'Film c']));
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
});

test('a removed film comes back to its place with its dates by undo', async () => {
  const endsAt = timestampFromDate(new Date('2026-11-24T12:00:00Z'));
  const dated = featured('b', { endsAt });
  const [a, , c] = trio as [never, never, never];
  const { sent } = await open([a, dated, c], {
    unfeatureFilm: () => ({ films: [a, c] }),
    featureFilm: () => ({ films: [a, dated, c] }),
  });
  await ready();
  await press('Remove Film b');
  expect(await screen.findByText('Film b is not featured any more.')).toBeTruthy();
  expect(titles()).toEqual(['Film a', 'Film c']);
  await press('Undo');
  await waitFor(() => expect(titles()).toEqual(['Film a', 'Film b', 'Film c']));
  expect(sent('featureFilm')).toMatchObject([{ filmId: 'b', place: 1, endsAt }]);
});

describe('the dates of a film', () => {
  const type = (label: string, value: string) =>
    doing(() => fireEvent.change(screen.getByLabelText(label), { target: { value } }));

  test('are set in the time zone of the browser, and an empty one is none', async () => {
    const { sent } = await open(trio, { featureFilm: () => ({ films: trio }) });
    await ready();
    await press('Dates of Film b');
    await type('First shown', '2026-12-01T20:00');
    await press('Save');
    await closed();
    const startsAt = timestampFromDate(new Date(2026, 11, 1, 20));
    expect(sent('featureFilm')).toMatchObject([{ filmId: 'b', startsAt }]);
    expect(sent('featureFilm')[0]?.endsAt).toBeUndefined();
  });

  test('that end before they start are not sent; a refusal stands at the field, and what was typed stays', async () => {
    const fields = [{ field: 'endsAt', message: 'Not that late.' }];
    const { sent } = await open(trio, { featureFilm: refusing(Code.InvalidArgument, { fields }) });
    await ready();
    await press('Dates of Film b');
    await type('First shown', '2026-12-02T20:00');
    await type('Last shown', '2026-12-02T20:00');
    await press('Save');
    expect(await screen.findByText('The end has to be after the start.')).toBeTruthy();
    expect(sent('featureFilm')).toEqual([]);
    await type('Last shown', '2026-12-03T20:00');
    await press('Save');
    expect(await screen.findByText('Not that late.')).toBeTruthy();
    expect((screen.getByLabelText('Last shown') as HTMLInputElement).value).toBe('2026-12-03T20:00');
    await press('Save');
    await waitFor(() => expect(sent('featureFilm')).toHaveLength(2));
  });

  test('that were given up are as before when they are opened again; a failure is said and forgotten', async () => {
    const startsAt = timestampFromDate(new Date(2026, 11, 1, 20));
    const message = 'This film is not featured any more.';
    const featureFilm = inTurn<unknown[], unknown>(failing, refusing(Code.NotFound, { message }), () => ({
      films: trio,
    }));
    await open([trio[0] as never, featured('b', { startsAt, endsAt: timestampFromDate(new Date(2026, 11, 2, 20)) })], {
      featureFilm: featureFilm as never,
    });
    await ready();
    await press('Dates of Film b');
    const value = (label: string) => (screen.getByLabelText(label) as HTMLInputElement).value;
    await type('First shown', '');
    await type('Last shown', '');
    await press('Save');
    expect(await screen.findByText('Failed to save. Please try again later.')).toBeTruthy();
    await press('Save');
    expect(await screen.findByText(message)).toBeTruthy();
    await press('Cancel');
    await closed();
    await press('Dates of Film b');
    expect([value('First shown'), value('Last shown')]).toEqual(['2026-12-01T20:00', '2026-12-02T20:00']);
    expect(screen.queryByText(message)).toBeNull();
    await press('Save');
    await closed();
  });
});
