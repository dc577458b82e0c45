import { create } from '@bufbuild/protobuf';
import { Code } from '@connectrpc/connect';
import { TextTrackKind, TextTrackSchema } from '@marquee/contracts/media/v1/media_pb';
import { TEXT_TRACK_LIMITS, TEXT_TRACK_MESSAGES, TEXT_TRACK_REFUSALS } from '@marquee/rules/text-tracks';
import { type Answers, refusing } from '@marquee/testing/answer-calls';
import { anAsset } from '@marquee/testing/contract-messages';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { choose, dialogGone, doing, press, seeToast, showPage } from '../../testing/show-page.tsx';
import { SubtitlesPanel } from './subtitles-panel.tsx';

const track = (part: object = {}) =>
  create(TextTrackSchema, {
    ...{ id: 't1', language: 'fr', kind: TextTrackKind.CAPTIONS, fileName: 'salt.srt', cueCount: 612 },
    ...{ firstCueMs: 61_000, endMs: 5_400_000, ...part },
  });

let loads = 0;
async function open(textTracks: ReturnType<typeof track>[] = [], answers: Answers = {}) {
  loads = 0;
  const asset = anAsset({ id: 'a1', durationMs: 5_400_000, textTracks });
  return showPage(<SubtitlesPanel asset={asset} />, {
    answers,
    loader: () => {
      loads += 1;
    },
  });
}

async function fill(file: File) {
  await press('Add subtitles');
  const form = within(screen.getByRole('form', { name: 'Add subtitles' }));
  await doing(() => fireEvent.change(form.getByLabelText('File'), { target: { files: [file] } }));
  return form;
}
// jsdom's files cannot be read.
const fileOf = (text: string) =>
  Object.assign(new File([text], 'salt.srt'), { arrayBuffer: async () => new TextEncoder().encode(text).buffer });

test('a film without subtitles says so', async () => {
  await open();
  expect(screen.getByText(/^No subtitles yet\./)).toBeTruthy();
});

test('subtitles are listed, made the default, and removed after a question [STU-12:subtitles]', async () => {
  const { sent } = await open([track()]);
  expect(screen.getByText('French (captions)')).toBeTruthy();
  expect(screen.getByText('salt.srt · 612 texts from 1:01 to 1:30:00')).toBeTruthy();
  expect(screen.queryByText(/after the film does/)).toBeNull();
  await press('Show by default: French (captions)');
  expect(sent('setDefaultTextTrack')).toMatchObject([{ assetId: 'a1', textTrackId: 't1', isDefault: true }]);
  await waitFor(() => expect(loads).toBe(2));
  await press('Remove French (captions)');
  expect(sent('removeTextTrack')).toEqual([]);
  const question = within(await screen.findByRole('dialog'));
  await doing(() => fireEvent.click(question.getByRole('button', { name: 'Remove' })));
  await waitFor(() => expect(sent('removeTextTrack')).toMatchObject([{ textTrackId: 't1' }]));
  await dialogGone();
});

test('subtitles that end after the film are named [STU-12:out-of-step]', async () => {
  await open([track({ endMs: 5_402_001, isDefault: true })]);
  expect(screen.getByText('These end after the film does, at 1:30:00. Are they for another cut?')).toBeTruthy();
  expect(screen.getByText('Shown by default')).toBeTruthy();
});

test('subtitles that are in place are said and listed, and the next are added from an empty form [STU-12:subtitles]', async () => {
  const { sent } = await open([], { addTextTrack: () => ({}) });
  const form = await fill(fileOf('WEBVTT'));
  await choose('Language', 'French');
  await doing(() => fireEvent.click(form.getByRole('button', { name: 'Add' })));
  await seeToast('The subtitles are in place.');
  expect(sent('addTextTrack')).toMatchObject([{ language: 'fr', fileName: 'salt.srt' }]);
  await waitFor(() => expect(loads).toBe(2));
  expect(screen.queryByRole('form')).toBeNull();
  await press('Add subtitles');
  const next = within(screen.getByRole('form', { name: 'Add subtitles' }));
  expect((next.getByRole('combobox', { name: 'Language' }) as HTMLInputElement).value).toBe('');
  await choose('Language', 'French');
  await doing(() => fireEvent.click(next.getByRole('button', { name: 'Add' })));
  expect(await next.findByText('Please choose a file.')).toBeTruthy();
  expect(sent('addTextTrack')).toHaveLength(1);
});

test('a refused file says why, and what was chosen stays [STU-12:subtitles]', async () => {
  const message = TEXT_TRACK_REFUSALS.NO_TIMES;
  const { sent } = await open([], { addTextTrack: refusing(Code.InvalidArgument, { message }) });
  const form = await fill(fileOf('Oui.'));
  await doing(() => fireEvent.click(form.getByRole('button', { name: 'Add' })));
  expect(await form.findByText(TEXT_TRACK_MESSAGES.language)).toBeTruthy();
  expect(sent('addTextTrack')).toEqual([]);
  await choose('Language', 'French');
  await doing(() => fireEvent.click(form.getByRole('button', { name: 'Add' })));
  expect(await form.findByText(message)).toBeTruthy();
  expect(sent('addTextTrack')).toMatchObject([{ assetId: 'a1', language: 'fr', fileName: 'salt.srt' }]);
  expect((form.getByRole('combobox', { name: 'Language' }) as HTMLInputElement).value).toBe('French');
});

test('a file that is too large is refused before it is sent [STU-12:subtitles]', async () => {
  await open();
  const file = fileOf('');
  Object.defineProperty(file, 'size', { value: TEXT_TRACK_LIMITS.bytesMax + 1 });
  const form = await fill(file);
  expect(form.getByText(TEXT_TRACK_MESSAGES.tooLarge)).toBeTruthy();
});
