// @requires ffmpeg
// @inputs services/media/src/transcode

import { cp, mkdtemp, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type ClipFolder, clipFolder, testTools } from '../testing/test-clips.ts';
import { transcodedClip } from '../testing/transcoded-clip.ts';
import type { PackagedAudio } from './package-cmaf.ts';
import { type ProtectionSystem, repackageCmaf } from './repackage-cmaf.ts';

const tools = testTools();
let clips: ClipFolder;
beforeAll(async () => {
  clips = await clipFolder();
});
afterAll(() => clips.remove());

const SYSTEM_IDS: Record<ProtectionSystem | 'Common', string> = {
  Common: '1077efec-c0b2-4d02-ace3-3c1e52e2fb4b',
  Widevine: 'edef8ba9-79d6-4ace-a3c8-27dcd51d21ed',
  PlayReady: '9a04f079-9840-4286-ab92-e65be0885f95',
  FairPlay: '94ce86fb-07ff-4f43-adb8-93d2fa968ca2',
};
const KEY_FORMATS: Record<ProtectionSystem | 'Common', string> = {
  Common: 'identity',
  Widevine: 'urn:uuid:edef8ba9-79d6-4ace-a3c8-27dcd51d21ed',
  PlayReady: 'com.microsoft.playready',
  FairPlay: 'com.apple.streamingkeydelivery',
};
const key = (digit: string) => ({ id: digit.repeat(32), secret: digit.repeat(32) });
const keys = { video: key('1'), audio: key('2') };

/** Packages the files of a folder once more, into another. */
async function repackaged(
  { folder: from, audio }: { folder: string; audio: PackagedAudio[] },
  direction: 'encrypt' | 'decrypt',
  systems: ProtectionSystem[] = [],
) {
  const [copy, to] = [await mkdtemp(join(clips.folder, 'from-')), await mkdtemp(join(clips.folder, 'to-'))];
  await cp(from, copy, { recursive: true });
  await repackageCmaf(tools, { from: copy, to, audio, durationS: 2, keys, direction, systems });
  const read = (name: string) => readFile(join(to, name), 'utf8');
  const mpd = await read('manifest.mpd');
  const [picture = '', sound = ''] = await Promise.all(
    ['video', 'audio'].map((kind) => read(`${new RegExp(`(${kind}-[a-z0-9]+)-init`).exec(mpd)?.[1]}.m3u8`)),
  );
  return { folder: to, audio, mpd, playlists: [picture, sound] };
}

test('manifests and segments name the systems that are asked for, each track with its key, and are made clear again [WAT-06] [STU-07]', async () => {
  const clear = await transcodedClip(tools, clips, await clips.film());
  const systems: ProtectionSystem[] = ['Widevine', 'PlayReady', 'FairPlay'];
  const shielded = await repackaged(clear, 'encrypt', systems);
  const { mpd, playlists } = shielded;
  const sets = mpd.split('<AdaptationSet').slice(1);
  expect(sets).toHaveLength(2);
  for (const set of sets) {
    for (const system of ['Common', ...systems] as const) {
      expect(set.split(`urn:uuid:${SYSTEM_IDS[system]}`)).toHaveLength(2);
    }
    expect(set).toMatch(/<mspr:pro>[A-Za-z0-9+/=]+<\/mspr:pro>/);
  }
  for (const playlist of playlists) {
    const formats = [...playlist.matchAll(/#EXT-X-KEY:METHOD=SAMPLE-AES.*KEYFORMAT="([^"]+)"/g)].map(
      ([, name]) => name,
    );
    expect(formats.sort()).toEqual(Object.values(KEY_FORMATS).sort());
  }
  // FairPlay's server is asked for each key by its id.
  const asked = playlists.map((playlist) => /URI="skd:\/\/([^"]+)"/.exec(playlist)?.[1] ?? '');
  expect(asked.map((id) => Buffer.from(id, 'base64').toString('hex'))).toEqual([keys.video.id, keys.audio.id]);

  const again = await repackaged(shielded, 'decrypt', systems);
  expect(again.mpd).not.toContain('ContentProtection');
  expect(again.playlists.join()).not.toContain('EXT-X-KEY');

  // By default there is Clear Key alone.
  const plain = await repackaged(clear, 'encrypt');
  const named = (system: keyof typeof SYSTEM_IDS) => plain.mpd.includes(SYSTEM_IDS[system]);
  expect([named('Common'), ...systems.map(named)]).toEqual([true, false, false, false]);
  expect(plain.playlists.join()).not.toMatch(/playready|apple|edef8ba9/);
});
