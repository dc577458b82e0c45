import { Code } from '@connectrpc/connect';
import { AssetKind } from '@marquee/contracts/film/v1/film_pb';
import { refusing } from '@marquee/testing/answer-calls';
import { aFilmAsset, anAsset, anImage, aStudioFilm, FILM_ID } from '@marquee/testing/contract-messages';
import { screen, waitFor, within } from '@testing-library/react';
import { later, press, showFilm } from '../testing/show.tsx';

const slot = (name: string) => within(screen.getByRole('region', { name }));

test('the four slots show what lies in them, and what is missing [ADF-02:assets]', async () => {
  const image = anImage({ widths: [160, 360], focalPoint: { x: 20, y: 80 } });
  await showFilm(
    {},
    aStudioFilm(
      {},
      {
        assets: [
          aFilmAsset(),
          aFilmAsset({ kind: AssetKind.TRAILER_VIDEO, mediaId: 't1', transcodeStatus: 'IN PROGRESS' }),
          aFilmAsset({ kind: AssetKind.TRAILER_IMAGE, mediaId: 'i1', image, transcodeStatus: '' }),
        ],
      },
    ),
    'assets',
  );
  await screen.findByRole('region', { name: 'Film video' });
  expect(slot('Film video').getByText('COMPLETE')).toBeTruthy();
  expect(slot('Film video').getByRole('link', { name: 'Play' }).getAttribute('href')).toBe(
    `/feed/${FILM_ID}/watch?preview=1`,
  );
  expect(slot('Trailer video').getByText('IN PROGRESS')).toBeTruthy();
  expect(slot('Trailer video').queryByRole('link', { name: 'Play' })).toBeNull();
  const still = slot('Trailer image').getByRole('img', { name: 'Trailer image of Salt' });
  expect(still.getAttribute('src')).toBe('/images/i1/360.webp');
  expect([still.getAttribute('width'), still.getAttribute('height')]).toEqual(['240', '135']);
  expect(still.style.objectPosition).toBe('20% 80%');
  expect(slot('Trailer image').queryByText('none')).toBeNull();
  expect(slot('Poster image').getByText('Missing')).toBeTruthy();
});

test('a trailer plays on its own page, a video without a transcode says none', async () => {
  const assets = [
    aFilmAsset({ kind: AssetKind.TRAILER_VIDEO, mediaId: 't1' }),
    aFilmAsset({ mediaId: 'a2', transcodeStatus: '' }),
  ];
  await showFilm({}, aStudioFilm({}, { assets }), 'assets');
  await screen.findByRole('region', { name: 'Film video' });
  expect(slot('Trailer video').getByRole('link', { name: 'Play' }).getAttribute('href')).toBe(
    `/feed/${FILM_ID}/trailer?preview=1`,
  );
  expect(slot('Film video').getByText('none')).toBeTruthy();
});

test('of a video that media does not have yet nothing is asked, and it says so', async () => {
  const assets = [
    aFilmAsset({ stored: false, transcodeStatus: 'COMPLETE' }),
    aFilmAsset({ kind: AssetKind.TRAILER_VIDEO, mediaId: 't1', stored: false, transcodeStatus: 'IN PROGRESS' }),
    aFilmAsset({ kind: AssetKind.POSTER_IMAGE, mediaId: 'i1', stored: false, transcodeStatus: '' }),
  ];
  const { sent } = await showFilm({ getAsset: () => ({ asset: anAsset() }) }, aStudioFilm({}, { assets }), 'assets');
  await screen.findByRole('region', { name: 'Film video' });
  for (const name of ['Film video', 'Trailer video']) {
    expect(slot(name).getByText('Its file is not stored yet.')).toBeTruthy();
  }
  expect(slot('Poster image').queryByText('Its file is not stored yet.')).toBeNull();
  expect(screen.getByRole('region', { name: 'Review' })).toBeTruthy();
  expect(sent('getAsset')).toEqual([]);
});

const waiting = () =>
  aStudioFilm({}, { assets: [aFilmAsset(), aFilmAsset({ mediaId: 'a2', awaitingApproval: true })] });

test.each([
  ['Approve replacement', true],
  ['Turn down', false],
])('a replacement waits for staff: %s decides it [STU-15:staff]', async (name, approve) => {
  const answer = later<object>();
  const { sent } = await showFilm({ decideAssetReplacement: answer.answer }, waiting(), 'assets');
  expect(await screen.findByText(/The approved version stays live until then/)).toBeTruthy();
  // What waits is not what the site plays.
  expect(slot('Film video').getAllByRole('link', { name: 'Play' })).toHaveLength(1);
  await press(name);
  expect((screen.getByRole('button', { name: 'Turn down' }) as HTMLButtonElement).disabled).toBe(true);
  expect(sent('decideAssetReplacement')).toEqual([
    expect.objectContaining({ filmId: FILM_ID, kind: AssetKind.FILM_VIDEO, approve }),
  ]);
  await answer.resolve({ film: aStudioFilm({}, { assets: [aFilmAsset()] }) });
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Turn down' })).toBeNull());
});

test('a decision that failed says why, and can be made again [STU-15:staff]', async () => {
  const message = 'We are still preparing the new video.';
  await showFilm({ decideAssetReplacement: refusing(Code.FailedPrecondition, { message }) }, waiting(), 'assets');
  await press('Approve replacement');
  expect(await screen.findByText('Failed to toggle approval')).toBeTruthy();
  expect(screen.getByText(message)).toBeTruthy();
  expect((screen.getByRole('button', { name: 'Turn down' }) as HTMLButtonElement).disabled).toBe(false);
});
