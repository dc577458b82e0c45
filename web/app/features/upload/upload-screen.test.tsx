import { Code } from '@connectrpc/connect';
import { jest } from '@jest/globals';
import { AssetKind } from '@marquee/contracts/film/v1/film_pb';
import { TranscodeStatus, UploadState } from '@marquee/contracts/media/v1/media_pb';
import { MEDIA_MESSAGES } from '@marquee/rules/media';
import { type Answers, failing, inTurn, refusing } from '@marquee/testing/answer-calls';
import { aFilmAsset, anAsset, anImage, aStudioFilm, FILM_ID } from '@marquee/testing/contract-messages';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { doing, later, press, seeToast, showPage } from '../../testing/show-page.tsx';
import { UploadScreen } from './upload-screen.tsx';
import { type SlotName, type UploadItem, uploadKey, uploadStore } from './upload-store.ts';

type Asset = ReturnType<typeof anAsset>;
type Held = ReturnType<typeof aFilmAsset>;
type Shown = { assets?: Held[]; uploads?: Asset[]; answers?: Answers };

async function open({ assets = [], uploads = [], answers = {} }: Shown = {}) {
  let loads = 0;
  const page = <UploadScreen entry={aStudioFilm({}, { assets })} uploads={uploads} />;
  const calls = await showPage(page, {
    ...{ at: `/content/${FILM_ID}/upload`, path: '/content/:filmId/upload', answers },
    loader: () => {
      loads += 1;
    },
  });
  // The screen reads once more when it opens, for what was checked in the meantime.
  await waitFor(() => expect(loads).toBe(2));
  return { ...calls, reloads: () => loads - 2 };
}
const slot = (name: string) => within(screen.getByRole('region', { name }));
const send = (step: UploadItem['step'], part: Partial<UploadItem> = {}, name: SlotName = 'FILM_VIDEO') =>
  doing(() =>
    uploadStore.put({
      ...{ key: uploadKey(FILM_ID, name), filmId: FILM_ID, slot: name, fileName: 'salt.mov' },
      ...{ sentBytes: 40, totalBytes: 100, step, ...part },
    }),
  );

beforeEach(() => {
  for (const { key } of uploadStore.all()) uploadStore.remove(key);
});

test('a film has four slots; each says what it takes and offers to choose a file [STU-05:slots]', async () => {
  await open();
  expect(screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)).toEqual([
    'Film',
    'Trailer',
    'Poster',
    'Trailer image',
    'Let somebody else upload',
  ]);
  for (const [name, label, accept] of [
    ['Film', 'Choose a file for the film', 'video/*,.mkv,.mxf,.mov'],
    ['Trailer', 'Choose a file for the trailer', 'video/*,.mkv,.mxf,.mov'],
    ['Poster', 'Choose a file for the poster', 'image/*'],
    ['Trailer image', 'Choose a file for the trailer image', 'image/*'],
  ] as const) {
    expect(slot(name).getByLabelText(label).getAttribute('accept')).toBe(accept);
    expect(slot(name).queryByRole('button', { name: 'Remove' })).toBeNull();
  }
});

test('the thumbnail of a trailer image is 360x202, from a file that is as wide [STU-05:thumbnail]', async () => {
  const image = anImage({ widths: [160, 360, 640] });
  await open({ assets: [aFilmAsset({ kind: AssetKind.TRAILER_IMAGE, mediaId: 'p1', image })] });
  const picture = slot('Trailer image').getByRole('img', { name: 'Trailer image of Salt' });
  expect([picture.getAttribute('width'), picture.getAttribute('height')]).toEqual(['360', '202']);
  const source = picture.previousElementSibling;
  expect(source?.getAttribute('sizes')).toBe('360px');
  expect(picture.className).toContain('aspect-360/202');
  expect(picture.className).toContain('max-w-[360px]');
  expect(source?.getAttribute('srcset')).toContain('/images/i1/360.avif 360w');
});

test('a poster stays upright', async () => {
  await open({ assets: [aFilmAsset({ kind: AssetKind.POSTER_IMAGE, mediaId: 'p1', image: anImage() })] });
  const picture = slot('Poster').getByRole('img', { name: 'Poster of Salt' });
  expect([picture.getAttribute('width'), picture.getAttribute('height')]).toEqual(['400', '600']);
  expect(slot('Poster').getByLabelText('Replace the poster')).toBeTruthy();
});

test.each([
  [TranscodeStatus.UNSPECIFIED, {}, 'Not prepared yet, so nobody can watch it. Your file is safe.'],
  [TranscodeStatus.IN_PROGRESS, { progressPercent: 42 }, 'IN PROGRESS: 42%'],
  [TranscodeStatus.IN_PROGRESS, { waiting: true }, 'IN PROGRESS: in line'],
  [
    TranscodeStatus.ERROR,
    { errorMessage: 'There is no picture in this file.' },
    'ERRORThere is no picture in this file.',
  ],
])('a transcode in state %d %j says %s [STU-06:states]', async (status, part, text) => {
  await open({ assets: [aFilmAsset()], uploads: [anAsset({ transcode: { status, ...part } })] });
  expect(screen.getByRole('region', { name: 'Film' }).textContent).toContain(text);
});

test('a complete transcode says how long it is and which qualities it has [STU-06:states]', async () => {
  const renditions = [
    { width: 1920, height: 1080 },
    { width: 480, height: 854 },
  ];
  await open({ assets: [aFilmAsset()], uploads: [anAsset({ renditions })] });
  expect(screen.getByRole('region', { name: 'Film' }).textContent).toContain('COMPLETE · 1 h 32 min · 1080p, 480p');
});

test('what was left out of a file is said beside its qualities', async () => {
  const notes = ['The subtitles in this file were left out.'];
  await open({ assets: [aFilmAsset()], uploads: [anAsset({ notes })] });
  expect(screen.getByRole('region', { name: 'Film' }).textContent).toContain(notes[0]);
});

test.each([
  ['Start', { status: TranscodeStatus.UNSPECIFIED }, 'startTranscode'],
  ['Start again', { status: TranscodeStatus.ERROR }, 'startTranscode'],
  ['Cancel', { status: TranscodeStatus.IN_PROGRESS }, 'cancelTranscode'],
] as const)('%s is pending, then the film is loaded again [STU-06:actions]', async (name, transcode, method) => {
  const answer = later<object>();
  const { sent, reloads } = await open({
    ...{ assets: [aFilmAsset()], uploads: [anAsset({ transcode })], answers: { [method]: answer.answer } },
  });
  await press(name);
  expect(screen.getByRole('button', { name: new RegExp(`${name}$`) }).getAttribute('aria-busy')).toBe('true');
  expect(sent(method)).toEqual([expect.objectContaining({ assetId: 'asset1' })]);
  const before = reloads();
  await answer.resolve({});
  await waitFor(() => expect(reloads()).toBe(before + 1));
  expect(screen.getByRole('button', { name }).getAttribute('aria-busy')).toBeNull();
});

test.each([
  [failing, 'Failed to transcode'],
  [refusing(Code.ResourceExhausted, { message: MEDIA_MESSAGES.tooManyInWork }), MEDIA_MESSAGES.tooManyInWork],
])('a transcode that could not be started says so [STU-06:actions]', async (startTranscode, message) => {
  const uploads = [anAsset({ transcode: { status: TranscodeStatus.ERROR } })];
  await open({ assets: [aFilmAsset()], uploads, answers: { startTranscode } });
  await press('Start again');
  await seeToast(message);
  expect(screen.getByRole('button', { name: 'Start again' }).getAttribute('aria-busy')).toBeNull();
});

test('deleting a transcode names the file and asks first [STU-06:delete]', async () => {
  const { sent } = await open({
    ...{ assets: [aFilmAsset()], uploads: [anAsset()], answers: { deleteTranscode: () => ({}) } },
  });
  await press('Delete transcode');
  const dialog = await screen.findByRole('dialog', { name: 'Delete the transcode of salt.mov?' });
  expect(dialog.textContent).toContain('Your file stays.');
  expect(sent('deleteTranscode')).toEqual([]);
  await doing(() => fireEvent.click(within(dialog).getByRole('button', { name: 'Delete transcode' })));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(sent('deleteTranscode')).toEqual([expect.objectContaining({ assetId: 'asset1' })]);
});

const candidates = [0, 1].map((index) => ({
  index,
  image: { uri: `/images/c${index}`, width: 640, height: 360, widths: [320], thumbhash: `hash${index}` },
}));

test('a frame of the film becomes the trailer image; the one in use is marked [STU-12:candidates]', async () => {
  const answer = later<object>();
  const held = aFilmAsset({ kind: AssetKind.TRAILER_IMAGE, mediaId: 'p1', image: anImage({ thumbhash: 'hash1' }) });
  const { sent, reloads } = await open({
    assets: [aFilmAsset(), held],
    uploads: [anAsset({ posterCandidates: candidates })],
    answers: { usePosterCandidate: answer.answer, setFilmAsset: () => ({}) },
  });
  const frame = (number: number) => screen.getByRole('button', { name: `Use frame ${number} as the trailer image` });
  expect([1, 2].map((number) => frame(number).getAttribute('aria-pressed'))).toEqual(['false', 'true']);
  await doing(() => fireEvent.click(frame(1)));
  expect(frame(1).getAttribute('aria-busy')).toBe('true');
  expect((frame(2) as HTMLButtonElement).disabled).toBe(true);
  await answer.resolve({ asset: { id: 'made' } });
  await seeToast('The trailer image is in place.');
  expect(sent('usePosterCandidate')).toEqual([expect.objectContaining({ assetId: 'asset1', index: 0 })]);
  expect(sent('setFilmAsset')).toEqual([
    expect.objectContaining({ filmId: FILM_ID, kind: AssetKind.TRAILER_IMAGE, mediaId: 'made' }),
  ]);
  await waitFor(() => expect(reloads()).toBe(1));
});

test('a frame that could not be used says so, and another can be tried', async () => {
  await open({
    assets: [aFilmAsset()],
    uploads: [anAsset({ posterCandidates: candidates })],
    answers: { usePosterCandidate: failing },
  });
  await press('Use frame 1 as the trailer image');
  await seeToast('We failed to save your changes');
  await waitFor(() =>
    expect((screen.getByRole('button', { name: /Use frame 1/ }) as HTMLButtonElement).disabled).toBe(false),
  );
});

test('a replacement says that the approved version stays live, and can be withdrawn [STU-15:page]', async () => {
  const { sent, reloads } = await open({
    assets: [aFilmAsset(), aFilmAsset({ mediaId: 'asset2', awaitingApproval: true })],
    uploads: [anAsset({ id: 'asset2' }), anAsset()],
    answers: { removeFilmAsset: () => ({}) },
  });
  const film = slot('Film');
  expect(film.getByText('Replacement awaits approval')).toBeTruthy();
  expect(film.queryByRole('button', { name: 'Use this file' })).toBeNull();
  expect(film.getByText('The approved version stays live until our staff approve this one.')).toBeTruthy();
  const before = reloads();
  await press('Withdraw the replacement');
  await waitFor(() => expect(reloads()).toBe(before + 1));
  expect(sent('removeFilmAsset')).toEqual([expect.objectContaining({ filmId: FILM_ID, kind: AssetKind.FILM_VIDEO })]);
});

test.each([
  [failing, 'We failed to save your changes'],
  [
    refusing(Code.FailedPrecondition, { message: 'This is part of a published film.' }),
    'This is part of a published film.',
  ],
])('a file that could not be removed says so', async (removeFilmAsset, message) => {
  await open({ assets: [aFilmAsset()], answers: { removeFilmAsset } });
  await press('Remove');
  await seeToast(message);
});

test('a file that is half sent says how far, and can be deleted [STU-11:open]', async () => {
  const half = anAsset({ id: 'open1', state: UploadState.UPLOADING, receivedBytes: 415n });
  const { sent } = await open({ uploads: [half], answers: { deleteAsset: () => ({}) } });
  expect(screen.getByText('salt.mov: 41% sent')).toBeTruthy();
  expect(screen.getByText(/Choose the same file again to continue from there/)).toBeTruthy();
  await press('Delete file');
  await waitFor(() => expect(sent('deleteAsset')).toEqual([expect.objectContaining({ assetId: 'open1' })]));
});

test('a file that the check refused says why [STU-11:open]', async () => {
  await open({ uploads: [anAsset({ id: 'o1', state: UploadState.REFUSED, refusedMessage: 'This is no video.' })] });
  expect(slot('Film').getByText('This is no video.')).toBeTruthy();
  expect(slot('Film').queryByRole('button', { name: 'Use this file' })).toBeNull();
});

test('a file that is being checked says so', async () => {
  await open({ uploads: [anAsset({ id: 'o1', state: UploadState.CHECKING })] });
  expect(slot('Film').getByText('Checking the file')).toBeTruthy();
});

test('a file that was checked while nobody looked can be used [STU-11:open]', async () => {
  const { sent } = await open({ uploads: [anAsset({ id: 'o1' })], answers: { setFilmAsset: inTurn(() => ({})) } });
  await press('Use this file');
  await waitFor(() =>
    expect(sent('setFilmAsset')).toEqual([
      expect.objectContaining({ filmId: FILM_ID, kind: AssetKind.FILM_VIDEO, mediaId: 'o1' }),
    ]),
  );
});

test('a file on its way says how far, can be stopped, and leaves no room for another [STU-11:page]', async () => {
  await open();
  await send('uploading');
  expect(slot('Film').getByRole('progressbar').getAttribute('aria-valuenow')).toBe('40');
  expect(slot('Film').getByText('Uploading... 40%')).toBeTruthy();
  expect(slot('Film').queryByLabelText('Choose a file for the film')).toBeNull();
  expect(slot('Trailer').getByLabelText('Choose a file for the trailer')).toBeTruthy();
  await press('Stop');
  expect(slot('Film').queryByRole('progressbar')).toBeNull();
  expect(slot('Film').getByLabelText('Choose a file for the film')).toBeTruthy();
});

test.each([
  ['waiting', 'The connection is lost. It continues by itself.', true],
  ['checking', 'Checking the file', false],
] as const)('a file in step %s says so [STU-11:page]', async (step, text, stops) => {
  await open();
  await send(step);
  expect(slot('Film').getByText(text)).toBeTruthy();
  expect(slot('Film').queryByRole('button', { name: 'Stop' }) !== null).toBe(stops);
});

test.each(['refused', 'failed'] as const)(
  'a file that is %s says why until it is closed, and another can be chosen',
  async (step) => {
    await open();
    await send(step, { message: 'This is no video.' });
    expect(slot('Film').getByRole('alert').textContent).toContain('salt.movThis is no video.');
    expect(slot('Film').getByLabelText('Choose a file for the film')).toBeTruthy();
    await press('Close');
    expect(slot('Film').queryByRole('alert')).toBeNull();
  },
);

test("a file beyond its maker's limits says why, and all else stays: what is on its way, and the choice of a file", async () => {
  await open();
  await send('uploading', {}, 'TRAILER_VIDEO');
  await send('failed', { message: MEDIA_MESSAGES.tooManyToday });
  expect(slot('Film').getByRole('alert').textContent).toContain(
    'You have uploaded or started again 100 files today. You can continue after midnight UTC.',
  );
  expect(slot('Film').getByLabelText('Choose a file for the film')).toBeTruthy();
  expect(slot('Trailer').getByRole('progressbar').getAttribute('aria-valuenow')).toBe('40');
});

test('a file that has just been put into its slot shows without a reload by hand [STU-11:page]', async () => {
  const { reloads } = await open();
  await send('checking');
  const before = reloads();
  await send('attached');
  await waitFor(() => expect(reloads()).toBe(before + 1));
  expect(slot('Film').queryByRole('status')).toBeNull();
});

const movie = () => new File(['film'], 'light.mov', { type: 'video/quicktime' });
const zone = (label: string) => screen.getByLabelText(label).closest('.border-dashed') as HTMLElement;
/** The upload itself is tested in start-upload.test.tsx. */
const sendNothing = () => jest.spyOn(XMLHttpRequest.prototype, 'send').mockImplementation(() => {});
const isMarked = (label: string) => zone(label).classList.contains('bg-action-wash');

test('a file that is chosen is on its way at once', async () => {
  sendNothing();
  await open();
  const field = slot('Film').getByLabelText('Choose a file for the film') as HTMLInputElement;
  await doing(() => fireEvent.change(field, { target: { files: [] } }));
  expect(slot('Film').queryByRole('progressbar')).toBeNull();
  await doing(() => fireEvent.change(field, { target: { files: [movie()] } }));
  expect(slot('Film').getByRole('progressbar', { name: 'Uploading light.mov' })).toBeTruthy();
  await press('Stop');
});

test('so is one that is dropped; the place for it is marked while it is above', async () => {
  sendNothing();
  await open();
  const label = 'Choose a file for the trailer';
  expect(isMarked(label)).toBe(false);
  await doing(() => expect(fireEvent.dragOver(zone(label))).toBe(false));
  expect(isMarked(label)).toBe(true);
  await doing(() => fireEvent.dragLeave(zone(label)));
  expect(isMarked(label)).toBe(false);
  await doing(() => expect(fireEvent.drop(zone(label), { dataTransfer: { files: [movie()] } })).toBe(false));
  expect(slot('Trailer').getByRole('progressbar', { name: 'Uploading light.mov' })).toBeTruthy();
  await press('Stop');
});

function LoadedScreen({ loaderData: { assets } }: { loaderData: { assets: Held[] } }) {
  return <UploadScreen entry={aStudioFilm({}, { assets })} uploads={[]} />;
}

describe('an old error leaves a slot that has got another file since [STU-11:overtaken]', () => {
  const held = (mediaId: string) => [aFilmAsset({ mediaId })];
  const refused = anAsset({ id: 'b', state: UploadState.REFUSED, refusedMessage: 'This is no video.' });

  test.each([
    ['c', false],
    ['a', true],
  ])('a refused file b is shown beside the file %s of the slot: %s', async (mediaId, isShown) => {
    await open({ assets: held(mediaId), uploads: [refused] });
    expect(slot('Film').queryByText('This is no video.') !== null).toBe(isShown);
  });

  test.each([
    ['c', false],
    ['a', true],
  ])('what this tab said of the file b, beside the file %s of the slot: %s', async (mediaId, isShown) => {
    await open({ assets: held(mediaId) });
    await send('refused', { assetId: 'b', message: 'This is no video.' });
    expect(slot('Film').queryByText('This is no video.') !== null).toBe(isShown);
    expect(uploadStore.get(uploadKey(FILM_ID, 'FILM_VIDEO')) !== undefined).toBe(isShown);
  });

  test('a refusal stands in a slot that has no file', async () => {
    await open();
    await send('refused', { assetId: 'b', message: 'This is no video.' });
    expect(slot('Film').getByText('This is no video.')).toBeTruthy();
  });

  test('a file that never arrived is forgotten when another fills the slot', async () => {
    let assets = held('a');
    await showPage(LoadedScreen, {
      ...{ at: `/content/${FILM_ID}/upload`, path: '/content/:filmId/upload' },
      loader: () => ({ assets }),
    });
    await screen.findByRole('region', { name: 'Film' });
    await send('failed', { message: 'This file is not a video.' });
    expect(slot('Film').getByText('This file is not a video.')).toBeTruthy();
    assets = held('c');
    // Another slot's upload ends, and the screen reads again.
    await send('attached', {}, 'POSTER_IMAGE');
    await waitFor(() => expect(slot('Film').queryByText('This file is not a video.')).toBeNull());
  });
});

test('one slot is the primary action of the page: the first that publishing needs and that nothing is sent for', async () => {
  const primary = () =>
    screen
      .getAllByText(/^Choose a file/)
      .filter(({ classList }) => classList.contains('bg-action'))
      .map(({ textContent }) => textContent);
  const missingAssets = [AssetKind.FILM_VIDEO, AssetKind.TRAILER_VIDEO];
  await showPage(<UploadScreen entry={aStudioFilm({}, { missingAssets })} uploads={[]} />);
  expect(primary()).toEqual(['Choose a file for the film']);
  await send('uploading');
  expect(primary()).toEqual(['Choose a file for the trailer']);
  await showPage(<UploadScreen entry={aStudioFilm()} uploads={[]} />);
  expect(primary()).toEqual([]);
});

test('an upload on its way says how much is sent, and when it waits for the network [STU-11:progress]', async () => {
  await open();
  await send('uploading', { sentBytes: 5 * 1_024 ** 2, totalBytes: 100 * 1_024 ** 2 });
  expect(slot('Film').getByText('5.0 MB of 100 MB')).toBeTruthy();
  await send('offline', { sentBytes: 5 * 1_024 ** 2, totalBytes: 100 * 1_024 ** 2 });
  expect(slot('Film').getByRole('status').textContent).toBe('Waiting for the network. It continues by itself.');
  expect(slot('Film').getByText('5.0 MB of 100 MB')).toBeTruthy();
});
