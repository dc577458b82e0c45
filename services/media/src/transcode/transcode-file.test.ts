// @requires ffmpeg
// @inputs services/media/src/transcode

import { mkdtemp, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type ClipFolder, clipFolder, testTools } from '../testing/test-clips.ts';
import { packetTimes, transcodedClip } from '../testing/transcoded-clip.ts';
import { checkSource } from './check-source.ts';
import { probe } from './probe.ts';
import { repackageCmaf } from './repackage-cmaf.ts';
import { transcodeFile } from './transcode-file.ts';

const tools = testTools();
let clips: ClipFolder;
beforeAll(async () => {
  clips = await clipFolder();
});
afterAll(() => clips.remove());

const transcode = (path: string, options?: Parameters<typeof transcodedClip>[3]) =>
  transcodedClip(tools, clips, path, options);

test('a film becomes HLS and DASH over the same segments, with thumbnails and three posters [STU-06] [STU-12:trickplay]', async () => {
  const source = await clips.film('film.mp4', { size: '1280x720', seconds: 7, rate: 12 });
  const percents: number[] = [];
  const output = await transcode(source, { onProgress: (percent) => percents.push(percent) });

  expect(output.renditions.map(({ width, height }) => `${width}x${height}`)).toEqual([
    '640x360',
    '960x540',
    '1280x720',
  ]);
  const dash = await output.read('manifest.mpd');
  expect(dash).toContain('type="static"');
  expect(dash).toContain('media="video-720p-$Number%05d$.m4s"');
  expect(await output.read('video-720p.m3u8')).toContain('video-720p-00002.m4s');
  expect(await output.read('video-720p.m3u8')).toContain('#EXT-X-ENDLIST');

  // Same cuts in every rendition: what makes switching seamless.
  const cuts = await Promise.all(['360p', '540p', '720p'].map((name) => output.read(`video-${name}.m3u8`)));
  const lengths = cuts.map((playlist) => playlist.match(/#EXTINF:[\d.]+/g)?.join());
  expect(new Set(lengths).size).toBe(1);

  expect(await output.read('thumbnails.vtt')).toContain('00:00:06.000 --> 00:00:07.000\nthumbnails-001.jpg#xywh=');
  expect(output.files).toContain('thumbnails-001.jpg');
  expect(output.posters).toHaveLength(3);
  for (const poster of output.posters) expect((await stat(poster)).size).toBeGreaterThan(1000);

  expect(percents).toEqual([...percents].sort((a, b) => a - b));
  expect(percents.slice(-4)).toEqual([90, 94, 97, 99]);

  const rendition = await probe(tools, await output.joined('video-720p'));
  expect(rendition.video).toMatchObject({ codec: 'h264', pixelFormat: 'yuv420p', width: 1280, height: 720 });
  expect(rendition.durationS).toBeCloseTo(7, 0);
});

test('the manifests say the rates that the files have, also of a film whose ladder follows its pictures [STU-06]', async () => {
  const path = await clips.film('rates.mp4', { size: '1280x720', seconds: 9 });
  const verdict = await checkSource(tools, path);
  if (!verdict.ok) throw new Error(verdict.refusal);
  const quiet = { bitRate: 150_000, ssim: 0.99, below: { '540p': 0.98, '720p': 0.999 } };
  const source = { ...verdict.source, sample: { rung: '540p', pieces: Array.from({ length: 8 }, () => quiet) } };
  const { folder, renditions } = await transcodeFile(tools, source, path, clips.path('rates'));
  expect(renditions.map(({ height }) => height)).toEqual([360, 540]);

  const bitsOf = async (track: string) => {
    const playlist = await readFile(join(folder, `${track}.m3u8`), 'utf8');
    const parts = [...playlist.matchAll(/#EXTINF:([\d.]+),\s*(\S+)/g)].map(([, seconds = '', name = '']) =>
      stat(join(folder, name)).then(({ size }) => ({ bits: size * 8, seconds: Number(seconds) })),
    );
    const all = await Promise.all(parts);
    const sum = (of: 'bits' | 'seconds') => all.reduce((total, part) => total + part[of], 0);
    return { peak: Math.max(...all.map(({ bits, seconds }) => bits / seconds)), mean: sum('bits') / sum('seconds') };
  };
  const master = await readFile(join(folder, 'master.m3u8'), 'utf8');
  const sound = await bitsOf('audio-0');
  for (const name of ['360p', '540p']) {
    const variant = master.split('\n').find((_, index, lines) => lines[index + 1] === `video-${name}.m3u8`) ?? '';
    const said = (attribute: string) => Number(new RegExp(`[:,]${attribute}=(\\d+)`).exec(variant)?.[1]);
    const picture = await bitsOf(`video-${name}`);
    expect(said('BANDWIDTH') / (picture.peak + sound.peak)).toBeCloseTo(1, 1);
    expect(said('AVERAGE-BANDWIDTH') / (picture.mean + sound.mean)).toBeCloseTo(1, 1);
  }
});

test('a film whose picture ends before its sound has its first frame as the later posters', async () => {
  const source = await clips.make(
    'short-picture.mp4',
    ...['-f', 'lavfi', '-i', 'testsrc2=s=160x90:r=10:d=2', '-f', 'lavfi', '-i', 'sine=440:d=8'],
    ...['-c:v', 'libx264', '-preset', 'ultrafast', '-c:a', 'aac'],
  );
  const { posters } = await transcode(source);
  expect(posters).toHaveLength(3);
  for (const poster of posters) expect((await stat(poster)).size).toBeGreaterThan(1000);
});

test('4:2:2 with 10 bits, and a stretched pixel, become what browsers play', async () => {
  const source = await clips.make(
    'anamorphic.mov',
    ...['-f', 'lavfi', '-i', 'testsrc2=s=360x288:r=25:d=1', '-vf', 'setsar=16/11', '-pix_fmt', 'yuv422p10le'],
    ...['-c:v', 'prores_ks'],
  );
  const output = await transcode(source);
  const seen = await probe(tools, await output.joined('video-288p'));
  expect(seen.video).toMatchObject({ pixelFormat: 'yuv420p', width: 524, height: 288 });
  expect(output.audio).toEqual([]);
});

test('a telephone held upright stays upright: rotation is applied once', async () => {
  const flat = await clips.film('flat.mp4', { size: '320x180', seconds: 1 });
  const turned = await clips.make('turned.mp4', '-i', flat, '-c', 'copy', '-metadata:s:v:0', 'rotate=90');
  expect((await probe(tools, turned)).video?.rotation).not.toBe(0);
  const output = await transcode(turned);
  expect(output.renditions).toMatchObject([{ width: 180, height: 320 }]);
  const seen = await probe(tools, await output.joined('video-180p'));
  expect(seen.video).toMatchObject({ width: 180, height: 320, rotation: 0 });
});

test('odd sides become even', async () => {
  const source = await clips.make(
    'odd.mkv',
    ...['-f', 'lavfi', '-i', 'testsrc2=s=321x181:r=25:d=1', '-c:v', 'ffv1', '-pix_fmt', 'yuv444p'],
  );
  const output = await transcode(source);
  expect(output.renditions).toMatchObject([{ width: 320, height: 180 }]);
});

test('a variable frame rate becomes a constant one of the same length', async () => {
  const source = await clips.make(
    'variable.mkv',
    ...['-f', 'lavfi', '-i', 'testsrc2=s=320x180:r=30:d=3', '-vf', "select='not(mod(n,3))+gt(n,45)'"],
    ...['-vsync', 'vfr', '-c:v', 'libx264', '-preset', 'ultrafast'],
  );
  const output = await transcode(source);
  const path = await output.joined('video-180p');
  const times = await packetTimes(path);
  const steps = new Set(times.slice(1).map((time, index) => Math.round((time - (times[index] ?? 0)) * 1000)));
  expect(Math.max(...steps) - Math.min(...steps)).toBeLessThanOrEqual(1);
  expect(times.at(-1)).toBeCloseTo(3, 0);
});

test('all sound tracks are kept with their languages, and one that starts late stays in step [STU-12:audio]', async () => {
  const source = await clips.make(
    'languages.mkv',
    ...['-f', 'lavfi', '-i', 'testsrc2=s=320x180:r=25:d=3', '-f', 'lavfi', '-i', 'sine=d=3'],
    ...['-itsoffset', '1', '-f', 'lavfi', '-i', 'sine=880:d=2', '-f', 'lavfi', '-i', 'sine=220:d=3'],
    ...['-map', '0', '-map', '1', '-map', '2', '-map', '3', '-metadata:s:a:0', 'language=eng'],
    ...[
      '-metadata:s:a:1',
      'language=fre',
      '-metadata:s:a:2',
      'language=eng',
      '-c:v',
      'libx264',
      '-preset',
      'ultrafast',
    ],
  );
  const output = await transcode(source);
  expect(output.audio.map(({ language, label }) => [language, label])).toEqual([
    ['en', 'English'],
    ['fr', 'French'],
    ['en', 'English 2'],
  ]);
  const late = await probe(tools, await output.joined('audio-1'));
  expect(late.durationS).toBeCloseTo(3, 0);
  expect(await output.read('master.m3u8')).toContain('LANGUAGE="fr"');
  expect(await output.read('manifest.mpd')).toContain('lang="fr"');
});

test('a description in the file is one in both manifests, also of a protected film, and never what a film begins with [SET-14:audio-description]', async () => {
  const source = await clips.make(
    'described.mp4',
    ...['-f', 'lavfi', '-i', 'testsrc2=s=320x180:r=25:d=2', '-f', 'lavfi', '-i', 'sine=d=2'],
    ...['-f', 'lavfi', '-i', 'sine=880:d=2', '-map', '0', '-map', '1', '-map', '2', '-map', '2'],
    ...['-metadata:s:a:0', 'language=eng', '-metadata:s:a:1', 'language=fre', '-metadata:s:a:2', 'language=fre'],
    ...['-disposition:a:0', 'visual_impaired', '-disposition:a:1', '0', '-disposition:a:2', 'visual_impaired'],
    ...['-c:v', 'libx264', '-preset', 'ultrafast', '-c:a', 'aac'],
  );
  const output = await transcode(source);
  expect(output.audio.map(({ label, isDescription }) => [label, isDescription])).toEqual([
    ['English (audio description)', true],
    ['French', false],
    ['French (audio description)', true],
  ]);
  const clear = [await output.read('master.m3u8'), await output.read('manifest.mpd')] as const;

  const to = await mkdtemp(join(clips.folder, 'protected-'));
  const key = (digit: string) => ({ id: digit.repeat(32), secret: digit.repeat(32) });
  await repackageCmaf(tools, {
    ...{ from: output.folder, to, audio: output.audio, durationS: 2, direction: 'encrypt', systems: [] },
    keys: { video: key('1'), audio: key('2') },
  });
  const read = (name: string) => readFile(join(to, name), 'utf8');
  const shielded = [await read('master.m3u8'), await read('manifest.mpd')] as const;
  for (const [hls, dash] of [clear, shielded]) {
    const named = (name: string) => hls.split('\n').find((line) => line.includes(`NAME="${name}"`));
    for (const name of ['English (audio description)', 'French (audio description)']) {
      expect(named(name)).toContain('DEFAULT=NO,AUTOSELECT=YES,CHARACTERISTICS="public.accessibility.describes-video"');
    }
    expect(named('French')).toContain('DEFAULT=YES,AUTOSELECT=YES,CHANNELS');
    const sets = dash.split('<AdaptationSet').filter((set) => set.includes('contentType="audio"'));
    const roles = sets.map((set) => [
      ...[/<Label>(.*)<\/Label>/, /role:2011" value="(.*)"/, /AudioPurposeCS:2007" value="(.*)"/].map(
        (pattern) => pattern.exec(set)?.[1],
      ),
    ]);
    expect(roles.sort()).toEqual([
      ['English (audio description)', 'description', '1'],
      ['French (audio description)', 'description', '1'],
      ['French', 'main', undefined],
    ]);
  }
});

test('a cancelled transcode ends its children at once and says so', async () => {
  const source = await clips.film('long.mp4', { size: '1280x720', seconds: 20 });
  const abort = new AbortController();
  const pids: number[] = [];
  const watched = {
    ...tools,
    onStarted: ({ pid }: { pid: number }) => {
      pids.push(pid);
      return () => {};
    },
  };
  const verdict = await checkSource(tools, source);
  if (!verdict.ok) throw new Error(verdict.refusal);
  const options = { signal: abort.signal, onProgress: () => abort.abort() };
  const running = transcodeFile(watched, verdict.source, source, clips.path('cancelled'), options);
  await expect(running).rejects.toMatchObject({ failure: 'ABORTED' });
  for (const pid of pids) expect(() => process.kill(-pid, 0)).toThrow('ESRCH');
});
