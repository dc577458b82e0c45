// @requires ffmpeg
// @inputs services/media/src
// What cameras, editors and telephones make, by the way of a maker: uploaded, checked, prepared, and what they read of it.
// transcode/sources.test.ts looks at the films themselves.

import { TranscodeStatus } from '@marquee/contracts/media/v1/media_pb';
import { SOURCE_NOTES, type SourceNote } from '@marquee/rules/media';
import { patchClip } from '../testing/colour-patches.ts';
import { mediaService, TRANSCODE_MS } from '../testing/media-service.ts';
import { type ClipFolder, clipFolder } from '../testing/test-clips.ts';
import { withUnknownSound } from '../testing/unknown-sound.ts';

let clips: ClipFolder;
beforeAll(async () => {
  clips = await clipFolder();
});
afterAll(() => clips.remove());

const picture = ['-f', 'lavfi', '-i', 'testsrc2=s=160x90:r=25:d=1'];
const tone = (seconds: number) => ['-f', 'lavfi', '-i', `sine=d=${seconds}`];
const H264 = ['-c:v', 'libx264', '-preset', 'ultrafast', '-c:a', 'aac'];
const TWO_TRACKS = ['-map', '0', '-map', '1', '-map', '2'];

const FILES: Record<string, () => Promise<string>> = {
  'spatial sound of a telephone': async () =>
    withUnknownSound(
      await clips.make('apac.mov', ...picture, ...tone(1), ...tone(1), ...TWO_TRACKS, ...H264, '-c:a:1', 'pcm_s16le'),
    ),
  'sound that is longer than the picture': () => clips.make('long-sound.mp4', ...picture, ...tone(2), ...H264),
  'HDR that says only its transfer': () =>
    patchClip(clips, 'pq-only.mkv', 'pq', '-c:v', 'ffv1', '-color_trc', 'smpte2084'),
};

test.each<[string, SourceNote[], number]>([
  ['spatial sound of a telephone', ['SOUND_LEFT_OUT'], 1],
  ['sound that is longer than the picture', ['PICTURE_HELD'], 1],
  ['HDR that says only its transfer', [], 0],
])(
  '%s is uploaded, prepared, and its maker reads what was done with it [STU-06]',
  async (name, notes, sounds) => {
    const media = await mediaService();
    const maker = media.maker();
    const make = FILES[name];
    if (!make) throw new Error(`nothing makes ${name}`);
    const id = await media.upload(maker, { path: await make() });
    const isDone = ({ transcode }: { transcode?: { status: TranscodeStatus } }) =>
      transcode?.status === TranscodeStatus.COMPLETE || transcode?.status === TranscodeStatus.ERROR;
    const asset = await media.until(maker, id, isDone);
    expect(asset.transcode?.status).toBe(TranscodeStatus.COMPLETE);
    expect(asset.notes).toEqual(notes.map((note) => SOURCE_NOTES[note]));
    expect(asset.audioTracks).toHaveLength(sounds);
  },
  TRANSCODE_MS,
);
