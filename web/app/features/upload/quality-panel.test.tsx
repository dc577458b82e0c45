import { Code } from '@connectrpc/connect';
import { QualityStatus } from '@marquee/contracts/media/v1/media_pb';
import { type Answers, refusing } from '@marquee/testing/answer-calls';
import { aFilmAsset, anAsset, aStudioFilm, FILM_ID } from '@marquee/testing/contract-messages';
import { screen, waitFor, within } from '@testing-library/react';
import { press, seeToast, showPage } from '../../testing/show-page.tsx';
import { UploadScreen } from './upload-screen.tsx';

type Quality = NonNullable<NonNullable<Parameters<typeof anAsset>[0]>['quality']>;

async function open(quality: Quality | undefined, answers: Answers = {}, loader?: () => void) {
  const uploads = [anAsset(quality ? { quality } : {})];
  const page = <UploadScreen entry={aStudioFilm({}, { assets: [aFilmAsset()] })} uploads={uploads} />;
  return showPage(page, {
    at: `/content/${FILM_ID}/upload`,
    path: '/content/:filmId/upload',
    answers,
    ...(loader && { loader }),
  });
}
const panel = () => within(screen.getByRole('group', { name: 'Picture and sound' }));
const checkedAt = { seconds: 1_763_640_000n };

test('findings say where, what it means and what to do; facts and loudness stand apart [STU-12:quality]', async () => {
  await open({
    status: QualityStatus.COMPLETE,
    checkedAt,
    findings: [
      { kind: 'PICTURE_BLACK', fromMs: 61_000, toMs: 68_500, value: 7.5 },
      { kind: 'PICTURE_WIDE', value: 2.39, fact: true },
      { kind: 'OF_A_LATER_RELEASE' },
    ],
    soundLevels: [{ lufs: -27.3, gain: 11.3, peak: -14 }],
  });
  const faults = within(panel().getByRole('list', { name: 'What to look at' })).getAllByRole('listitem');
  expect(faults.map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^1:01–1:08The picture is black for 7.5 seconds\. .*upload a new export\.$/),
  ]);
  const measured = within(panel().getByRole('list', { name: 'What we measured' })).getAllByRole('listitem');
  expect(measured.map(({ textContent }) => textContent)).toEqual([
    'The picture is 2.39 times as wide as high, with black bars above and below it.',
    'Loudness -27.3 LUFS: raised by 11.3 dB, as quieter films are.',
  ]);
});

test.each([
  [{ status: QualityStatus.COMPLETE, checkedAt }, 'We found nothing to mend.', 'Check again'],
  [undefined, 'This video was not looked through yet.', 'Check'],
  [{ status: QualityStatus.IN_PROGRESS }, 'We are looking through the video.', undefined],
  [
    { status: QualityStatus.FAILED },
    'The video could not be looked through to its end. Please check it again.',
    'Check',
  ],
])('a report %p says %s [STU-12:quality]', async (quality, text, action) => {
  await open(quality);
  expect(panel().getByText(text)).toBeTruthy();
  expect(panel().queryByRole('button')?.textContent).toBe(action);
});

test('a check that is refused says why [STU-12:quality]', async () => {
  const message = 'This file is not ready yet.';
  const { sent } = await open(undefined, { checkQuality: refusing(Code.FailedPrecondition, { message }) });
  await press('Check');
  await seeToast(message);
  expect(sent('checkQuality')).toEqual([expect.objectContaining({ assetId: 'asset1' })]);
});

test('of several sounds each loudness says its language [STU-12:quality]', async () => {
  const level = { lufs: -27.3, gain: 11.3, peak: -14 };
  await open({ status: QualityStatus.COMPLETE, checkedAt, soundLevels: [{ ...level, language: 'fr' }, level] });
  const measured = within(panel().getByRole('list', { name: 'What we measured' })).getAllByRole('listitem');
  expect(measured.map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^French: Loudness -27\.3 LUFS/),
    expect.stringMatching(/^Loudness -27\.3 LUFS/),
  ]);
});

test('a report is loaded again after a check [STU-12:quality]', async () => {
  let loads = 0;
  await open(undefined, { checkQuality: () => ({}) }, () => {
    loads += 1;
  });
  // The screen reads once more when it opens.
  await waitFor(() => expect(loads).toBe(2));
  await press('Check');
  await waitFor(() => expect(loads).toBe(3));
});
