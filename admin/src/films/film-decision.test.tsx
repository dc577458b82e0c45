import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import { Code } from '@connectrpc/connect';
import { AssetKind } from '@marquee/contracts/film/v1/film_pb';
import { CHANGE_REASON_LENGTH_MAX, MODERATION_MESSAGES } from '@marquee/rules/moderation';
import { type Answers, failing, refusing } from '@marquee/testing/answer-calls';
import { aFilmAsset, anImage, aStudioFilm, FILM_ID } from '@marquee/testing/contract-messages';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { closed, doing, later, press, showFilm } from '../testing/show.tsx';
import { CHANGE_TEMPLATES } from './change-templates.ts';
import { ageText } from './film-labels.ts';

const at = (time: string) => timestampFromDate(new Date(time));
const REASON = 'Please replace the poster.\nIts <b>lower third</b> is cut off.';

const waiting = (film = {}, part = {}) =>
  aStudioFilm(
    { isApproved: false, version: 7n, ...film },
    { awaitingApproval: true, waitingSince: at('2026-11-20T12:00:00Z'), ...part },
  );
const asked = (answered: boolean) =>
  waiting(
    {},
    {
      waitingSince: answered ? at('2026-11-21T12:00:00Z') : undefined,
      changeRequest: { reason: REASON, requestedAt: at('2026-11-20T13:00:00Z'), answered },
    },
  );
const approved = aStudioFilm({ version: 9n });
const place = { getQueuePlace: () => ({ position: 1, size: 1 }), getAsset: () => ({}) };
// At a tab that holds little: looking for roles costs by the size of the page.
const open = (entry = waiting(), answers: Answers = {}) =>
  showFilm({ ...place, listFilmActions: () => ({}), ...answers }, entry, 'history');
const review = async () => within(await screen.findByRole('region', { name: 'Review' }));
const dialog = () => screen.findByRole('dialog', { name: 'Ask for changes of “Salt”' });
const reasonField = async () => (await screen.findByLabelText(/What should be changed/)) as HTMLTextAreaElement;
const write = async (value: string) => {
  const field = await reasonField();
  await doing(() => fireEvent.change(field, { target: { value } }));
};
const submit = async () => {
  const { form } = await reasonField();
  await doing(() => fireEvent.submit(form as HTMLFormElement));
};

test('a film that waits is approved as it was seen', async () => {
  const answer = later<object>();
  const { sent } = await open(waiting(), { setFilmFlags: answer.answer });
  expect((await review()).getByText(/^Waits for review since Nov 20, 2026/)).toBeTruthy();
  await press('Approve');
  expect((await review()).getByRole('button', { name: 'Approve' }).getAttribute('data-loading')).toBe('true');
  await answer.resolve({ film: approved });
  expect((await review()).getByText('Approved.')).toBeTruthy();
  expect(sent('setFilmFlags')).toEqual([
    expect.objectContaining({ filmId: FILM_ID, isApproved: true, expectedVersion: 7n }),
  ]);
  expect((await review()).queryByRole('button', { name: 'Ask for changes' })).toBeNull();
});

test.each([
  ['Take the approval back', approved, 'setFilmFlags', { isApproved: false, expectedVersion: 9n }],
  ['Take the request back', asked(false), 'withdrawChangeRequest', { expectedVersion: 7n }],
] as const)('%s: the film waits again', async (button, entry, method, request) => {
  const { sent } = await open(entry, { [method]: () => ({ film: waiting() }) });
  await press(button);
  expect(await screen.findByText(/^Waits for review/)).toBeTruthy();
  expect(sent(method)).toEqual([expect.objectContaining({ filmId: FILM_ID, ...request })]);
});

test.each([
  ['Approve', waiting(), 'setFilmFlags', 'Failed to toggle approval'],
  ['Take the approval back', approved, 'setFilmFlags', 'Failed to toggle approval'],
  ['Take the request back', asked(false), 'withdrawChangeRequest', 'Failed to take the request back'],
] as const)('%s that failed says so, and can be pressed again', async (button, entry, method, title) => {
  const { sent } = await open(entry, { [method]: failing });
  await press(button);
  expect(await screen.findByText(title)).toBeTruthy();
  await press(button);
  await waitFor(() => expect(sent(method)).toHaveLength(2));
});

test('a common reason is edited before it is sent, and what was asked then stands on the page as text', async () => {
  const answer = later<object>();
  const { sent } = await open(waiting(), { requestFilmChanges: answer.answer });
  await press('Ask for changes');
  const templates = within(await dialog()).getByLabelText('Common reasons');
  const [first, second] = CHANGE_TEMPLATES;
  await doing(() => fireEvent.change(templates, { target: { value: first?.label } }));
  expect((await reasonField()).value).toBe(first?.text);
  await doing(() => fireEvent.change(templates, { target: { value: second?.label } }));
  expect((await reasonField()).value).toBe(`${first?.text}\n\n${second?.text}`);
  await write(`  ${REASON} `);
  await submit();
  expect(sent('requestFilmChanges')).toEqual([
    expect.objectContaining({ filmId: FILM_ID, reason: REASON, expectedVersion: 7n }),
  ]);
  await answer.resolve({ film: asked(false) });
  await closed();
  const panel = await review();
  expect(panel.getByText('Changes were asked for on Nov 20, 2026. It waits for its maker.')).toBeTruthy();
  const text = panel.getByText(/Please replace the poster/);
  expect([text.textContent, text.querySelector('b')]).toEqual([REASON, null]);
});

test.each([
  ['  ', MODERATION_MESSAGES.reasonMissing],
  ['x'.repeat(CHANGE_REASON_LENGTH_MAX + 1), MODERATION_MESSAGES.reasonTooLong],
])('a reason that is missing or too long is not sent, and stays', async (reason, message) => {
  const { sent } = await open();
  await press('Ask for changes');
  await write(reason);
  await submit();
  expect(await screen.findByText(message)).toBeTruthy();
  expect((await reasonField()).value).toBe(reason);
  expect(sent('requestFilmChanges')).toEqual([]);
});

test('a reason that could not be sent stays, also when the dialog is closed and opened again', async () => {
  await open(waiting(), { requestFilmChanges: failing });
  await press('Ask for changes');
  await write('Replace the poster.');
  await submit();
  expect(await screen.findByText('Failed to save. Please try again later.')).toBeTruthy();
  await press('Cancel');
  await closed();
  await press('Ask for changes');
  expect((await reasonField()).value).toBe('Replace the poster.');
});

test('who decides on an older state reads what was done, and sees the film as it is now', async () => {
  const message = 'Ana Souto approved this film in the meantime. Look at it again before you decide.';
  let film = waiting();
  const setFilmFlags = () => {
    film = aStudioFilm({ version: 9n, logLine: 'Another.' }, { assets: [aFilmAsset({ mediaId: 'asset2' })] });
    return refusing(Code.Aborted, { reason: 'FILM_CHANGED', message })();
  };
  await open(undefined, { getAnyFilm: () => ({ film }), setFilmFlags });
  await press('Approve');
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toBe(`This film has changed${message} Changed: Log line, Approval, Film video.`);
  expect((await review()).getByText('Approved.')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Approve' })).toBeNull();
});

test('staff see that a film was sent again, and what had been asked for', async () => {
  await open(asked(true));
  const panel = await review();
  expect(panel.getByText(/^Sent again, and waiting since Nov 21, 2026/)).toBeTruthy();
  expect(panel.getByText(/Please replace the poster/)).toBeTruthy();
  expect(panel.getByRole('button', { name: 'Approve' })).toBeTruthy();
});

test('poster, still and videos stand beside the decision; what does not play yet says so [STU-15:review]', async () => {
  const image = anImage();
  await open(
    waiting(
      {},
      {
        assets: [
          aFilmAsset({ kind: AssetKind.POSTER_IMAGE, mediaId: 'p', image, transcodeStatus: '' }),
          aFilmAsset({ kind: AssetKind.TRAILER_IMAGE, mediaId: 's', image, transcodeStatus: '' }),
          aFilmAsset({ kind: AssetKind.TRAILER_VIDEO, mediaId: 't', transcodeStatus: 'IN PROGRESS' }),
          aFilmAsset({ mediaId: 'f' }),
          aFilmAsset({ mediaId: 'g', awaitingApproval: true }),
        ],
      },
    ),
  );
  const panel = await review();
  expect(panel.getAllByRole('img').map((picture) => picture.getAttribute('alt'))).toEqual([
    'Poster image of Salt',
    'Trailer image of Salt',
  ]);
  expect((panel.getByRole('button', { name: 'Trailer video: IN PROGRESS' }) as HTMLButtonElement).disabled).toBe(true);
  expect(panel.getByRole('button', { name: 'Play film video' })).toBeTruthy();
  expect(panel.getByRole('button', { name: 'Play new film video' })).toBeTruthy();
  expect(panel.getByRole('button', { name: 'Approve replacement' })).toBeTruthy();
});

test.each([
  [0, '0 min'],
  [59, '59 min'],
  [60, '1 h'],
  [24 * 60 - 1, '23 h'],
  [3 * 24 * 60 + 5, '3 d'],
  [-5, '0 min'],
])('an age of %d minutes is %s', (minutes, text) => {
  const now = Date.parse('2026-11-20T12:00:00Z');
  expect(ageText(timestampFromDate(new Date(now - minutes * 60_000)), now)).toBe(text);
});
