import { create } from '@bufbuild/protobuf';
import { Code } from '@connectrpc/connect';
import { AudioTrackSchema } from '@marquee/contracts/media/v1/media_pb';
import { refusing } from '@marquee/testing/answer-calls';
import { anAsset } from '@marquee/testing/contract-messages';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { dialogGone, doing, press, seeToast, showPage } from '../../testing/show-page.tsx';
import { SoundPanel } from './sound-panel.tsx';

const ENGLISH = { language: 'en', label: 'English' };
const UNKNOWN = { language: '', label: 'Audio' };
const DESCRIBED = { language: 'en', label: 'English (audio description)', isDescription: true };

test.each([
  ['two sounds', [ENGLISH, UNKNOWN], ['English', 'Audio'], true],
  ['two of a language', [ENGLISH, ENGLISH, UNKNOWN], ['English 1', 'English 2', 'Audio'], true],
  ['a description', [ENGLISH, DESCRIBED], ['English', 'Audio description (English)'], false],
  ['no sound', [], [], true],
])(
  'the maker of a film with %s reads what each is, and what is missing [SET-14:audio-description]',
  async (_, tracks, names, isAsked) => {
    const audioTracks = tracks.map((track) => create(AudioTrackSchema, track));
    await showPage(<SoundPanel asset={anAsset({ id: 'a1', audioTracks })} />);
    const panel = within(screen.getByRole('region', { name: 'Sound' }));
    expect(panel.queryAllByRole('strong').map(({ textContent }) => textContent)).toEqual(names);
    expect(panel.queryByText(/^No audio description yet\./) !== null).toBe(isAsked);
    expect(panel.queryByText('This file has no sound.') !== null).toBe(tracks.length === 0);
  },
);

const soundsOf = (...tracks: object[]) =>
  anAsset({ id: 'a1', audioTracks: tracks.map((track) => create(AudioTrackSchema, track)) });
const answer = async (name: string) => {
  const question = within(await screen.findByRole('dialog', { name: 'Prepare the film again?' }));
  await doing(() => fireEvent.click(question.getByRole('button', { name })));
};

test('a maker marks a sound as audio description after a question, and takes the mark off [SET-14:audio-description]', async () => {
  let loads = 0;
  const { sent } = await showPage(<SoundPanel asset={soundsOf(ENGLISH, DESCRIBED)} />, {
    loader: () => {
      loads += 1;
    },
  });
  await press('Mark as audio description: English');
  await answer('Cancel');
  expect(sent('setAudioDescription')).toEqual([]);
  await press('Mark as audio description: English');
  await answer('Prepare');
  await waitFor(() =>
    expect(sent('setAudioDescription')).toMatchObject([{ assetId: 'a1', index: 0, isDescription: true }]),
  );
  await waitFor(() => expect(loads).toBe(2));
  await dialogGone();
  await press('Take the mark off: Audio description (English)');
  await answer('Prepare');
  await waitFor(() => expect(sent('setAudioDescription')[1]).toMatchObject({ index: 1, isDescription: false }));
});

test('why a mark is refused is said [SET-14:audio-description]', async () => {
  const message = 'This is part of a published film. Please unpublish the film first, or replace it.';
  const answers = { setAudioDescription: refusing(Code.FailedPrecondition, { message }) };
  await showPage(<SoundPanel asset={soundsOf(ENGLISH)} />, { answers });
  await press('Mark as audio description: English');
  await answer('Prepare');
  await seeToast(message);
  await dialogGone();
});
