import { Code } from '@connectrpc/connect';
import { QualityStatus } from '@marquee/contracts/media/v1/media_pb';
import { refusing } from '@marquee/testing/answer-calls';
import { aFilmAsset, anAsset, aStudioFilm } from '@marquee/testing/contract-messages';
import { screen, waitFor, within } from '@testing-library/react';
import { press, showFilm } from '../testing/show.tsx';

const film = () => aStudioFilm({}, { assets: [aFilmAsset({ transcodeStatus: 'COMPLETE' })] });
const checkedAt = { seconds: 1_763_640_000n };
const report = async () => within(await screen.findByRole('region', { name: 'Check of film video' }));

test('staff read what was found, and play the film from there [STU-12:quality ADF-05:quality]', async () => {
  const quality = {
    status: QualityStatus.COMPLETE,
    checkedAt,
    findings: [
      { kind: 'SOUND_SILENT', fromMs: 125_000, toMs: 140_000, value: 15 },
      { kind: 'PICTURE_NARROW', value: 1.33, fact: true },
    ],
    soundLevels: [{ lufs: -12.1, gain: -3.9 }],
  };
  const { sent } = await showFilm({ getAsset: () => ({ asset: anAsset({ quality }) }) }, film());
  const section = await report();
  const items = (await section.findAllByRole('listitem')).map(({ textContent }) => textContent);
  expect(items).toEqual([
    expect.stringMatching(/^Play from 2:05–2:20 There is no sound for 15 seconds\./),
    expect.stringMatching(/^The picture is 1.33 times/),
    'Loudness -12.1 LUFS: lowered by 3.9 dB, as louder films are.',
  ]);
  expect(screen.queryByLabelText('Film video', { selector: 'video' })).toBeNull();
  await press('Play from 2:05');
  expect(screen.getByLabelText('Film video', { selector: 'video' })).toBeTruthy();
  await waitFor(() => expect(sent('getReviewPlayback')).toHaveLength(1));
});

test('a report that cannot be loaded is asked for again; a check that is refused says why', async () => {
  let fails = true;
  const message = 'This file is not ready yet.';
  await showFilm(
    {
      getAsset: () => (fails ? refusing(Code.Unavailable, {})() : { asset: anAsset() }),
      checkQuality: refusing(Code.FailedPrecondition, { message }),
    },
    film(),
  );
  const section = await report();
  expect(await section.findByText('The report could not be loaded.')).toBeTruthy();
  fails = false;
  await press('Try again');
  expect(await section.findByText('Not looked through yet')).toBeTruthy();
  await press('Check');
  expect(await screen.findByText(message)).toBeTruthy();
});
