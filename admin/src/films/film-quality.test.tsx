import { Code } from '@connectrpc/connect';
import { QualityStatus } from '@marquee/contracts/media/v1/media_pb';
import { refusing } from '@marquee/testing/answer-calls';
import { aFilmAsset, anAsset, aStudioFilm } from '@marquee/testing/contract-messages';
import { screen, waitFor, within } from '@testing-library/react';
import { passing, pauseIntervals } from '../testing/pause-intervals.ts';
import { later, press, showFilm } from '../testing/show.tsx';

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

test.each([
  ['is being looked through', { status: QualityStatus.IN_PROGRESS }, 'The video is being looked through', false],
  ['could not be', { status: QualityStatus.FAILED }, 'The video could not be looked through to its end.', true],
  ['was, and is fine', { status: QualityStatus.COMPLETE, checkedAt }, 'Nothing to mend was found.', true],
  [
    'has facts alone',
    { checkedAt, findings: [{ kind: 'PICTURE_NARROW', value: 1.3, fact: true }] },
    /^Nothing to/,
    true,
  ],
])('a video that %s says so [STU-12:quality]', async (_what, quality, text, isOffered) => {
  const status = QualityStatus.COMPLETE;
  await showFilm({ getAsset: () => ({ asset: anAsset({ quality: { status, ...quality } }) }) }, film());
  const section = await report();
  expect(await section.findByText(text)).toBeTruthy();
  expect(section.queryByRole('button', { name: /^Check/ }) !== null).toBe(isOffered);
  const texts = [/looked through$/, /to its end\.$/, /^Not looked through yet/, /^Nothing to mend/, /^Loading/];
  expect(texts.filter((one) => section.queryByText(one))).toHaveLength(1);
});

test('each language of a film has its loudness, and what staff do not know yet is left out', async () => {
  const findings = [
    { kind: 'OF_LATER', fromMs: 1, toMs: 2 },
    { kind: 'SOUND_SILENT', value: 15 },
  ];
  const soundLevels = [
    { lufs: -12.1, gain: -3.9, language: 'French' },
    { lufs: -16, gain: 0 },
  ];
  const quality = { status: QualityStatus.COMPLETE, checkedAt, findings, soundLevels };
  const loaded = later<object>();
  const checked = later<object>();
  const { sent } = await showFilm({ getAsset: loaded.answer, checkQuality: checked.answer }, film());
  const section = await report();
  expect(section.getByText('Loading the report')).toBeTruthy();
  expect(section.queryByRole('list')).toBeNull();
  await loaded.resolve({ asset: anAsset({ quality }) });
  const items = (await section.findAllByRole('listitem')).map(({ textContent }) => textContent);
  expect(items).toEqual([
    expect.stringMatching(/^There is no sound for 15 seconds\./),
    expect.stringMatching(/^French: Loudness -12\.1 LUFS/),
    expect.stringMatching(/^Loudness -16/),
  ]);
  expect(section.queryByText('Nothing to mend was found.')).toBeNull();
  const before = sent('getAsset').length;
  await press('Check again');
  await checked.resolve({});
  await waitFor(() => expect(sent('getAsset').length).toBeGreaterThan(before));
});

describe('a check', () => {
  pauseIntervals();

  test.each([
    ['IN_PROGRESS', 1],
    ['COMPLETE', 0],
  ] as const)('that is %s is asked for every three seconds, or not [STU-12:quality]', async (status, each) => {
    const quality = { status: QualityStatus[status], checkedAt };
    const { sent } = await showFilm({ getAsset: () => ({ asset: anAsset({ quality }) }) }, film());
    await report();
    await waitFor(() => expect(sent('getAsset').length).toBeGreaterThan(0));
    const before = sent('getAsset').length;
    await passing(2_999);
    expect(sent('getAsset')).toHaveLength(before);
    await passing(1);
    await waitFor(() => expect(sent('getAsset')).toHaveLength(before + each));
  });
});
