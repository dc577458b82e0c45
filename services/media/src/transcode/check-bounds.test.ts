// Each bound of what a file's packets may say, from just inside and just outside.

import { writeFile } from 'node:fs/promises';
import { VIDEO_LIMITS } from '@marquee/rules/media';
import { type ClipFolder, clipFolder } from '../testing/test-clips.ts';
import { endsInsideBox, judgePackets } from './check-source.ts';

type Said = {
  frames?: number;
  pictureS?: number;
  startS?: number;
  soundEndS?: number;
  complaints?: string;
  /** What the header says of the picture, of each sound track, and of the whole file. */
  videoS?: number;
  soundS?: number[];
  fileS?: number;
  endsInBox?: boolean;
};

/** A film of 60 s with 25 frames a second, but for what is said. */
function verdictOf({ frames = 1_500, pictureS = 60, startS = 0, soundEndS = 0, complaints = '', ...said }: Said) {
  const video = {
    ...{ index: 0, codec: 'h264', codedWidth: 640, codedHeight: 360, width: 640, height: 360, rotation: 0 as const },
    ...{ pixelFormat: 'yuv420p', averageRate: undefined, baseRate: undefined, interlaced: false },
    ...{ transfer: undefined, matrix: undefined, primaries: undefined, durationS: said.videoS },
  };
  const audio = (said.soundS ?? []).map((durationS, index) => ({
    ...{ index: index + 1, codec: 'aac', channels: 2, durationS, language: undefined, title: undefined },
  }));
  const info = {
    container: 'mov,mp4',
    bytes: 1,
    durationS: said.fileS,
    tracks: 1,
    subtitles: 0,
    audio,
    video,
    notes: [],
  };
  const times = Float64Array.from({ length: frames }, (_, index) => startS + (index * pictureS) / frames);
  const measured = { times, pictureS, pictureEndS: startS + pictureS, soundEndS, complaints };
  const verdict = judgePackets(info, measured, said.endsInBox ?? false);
  return verdict.ok ? { ok: true, ...verdict.source } : verdict;
}

const LONGEST_S = VIDEO_LIMITS.durationSMax;

test.each<[string, Said, string | undefined]>([
  ['as long as allowed', { frames: LONGEST_S, pictureS: LONGEST_S }, undefined],
  ['a little longer', { frames: LONGEST_S, pictureS: LONGEST_S + 0.01 }, 'VIDEO_TOO_LONG'],
  ['with sound as long as allowed', { soundEndS: LONGEST_S, frames: 5_000 }, undefined],
  ['with sound that is a little longer', { soundEndS: LONGEST_S + 0.01, frames: 5_000 }, 'VIDEO_TOO_LONG'],
  ['as short as allowed', { frames: 12, pictureS: 0.5 }, undefined],
  ['a little shorter', { frames: 12, pictureS: 0.499 }, 'VIDEO_TOO_SHORT'],
  ['short, with sound that is long enough', { frames: 6, pictureS: 0.25, soundEndS: 0.5 }, undefined],
  ['short, which says that it is long enough', { frames: 6, pictureS: 0.25, fileS: 0.5 }, undefined],
  ['of one frame for 10 s', { frames: 1, pictureS: 10 }, undefined],
  ['of one frame for a little longer', { frames: 1, pictureS: 10.01 }, 'VIDEO_IS_A_STILL'],
  ['of a frame in each 10 s', { frames: 6, pictureS: 60 }, undefined],
  ['of one frame fewer', { frames: 5, pictureS: 60 }, 'VIDEO_IS_A_STILL'],
  ['of a frame in each 10 s of its sound', { frames: 6, pictureS: 6, soundEndS: 60 }, undefined],
  ['of one frame fewer than its sound needs', { frames: 5, pictureS: 5, soundEndS: 60 }, 'VIDEO_IS_A_STILL'],
  ['without frames', { frames: 0, pictureS: 1 }, 'VIDEO_UNREADABLE'],
  ['of 10 s without frames', { frames: 0, pictureS: 10 }, 'VIDEO_UNREADABLE'],
  ['of 121 frames a second', { frames: 121, pictureS: 1 }, undefined],
  ['of 122 frames a second', { frames: 122, pictureS: 1 }, 'FRAME_RATE_TOO_HIGH'],
  ['of 121 frames in the second after its start', { frames: 121, pictureS: 1, startS: 5 }, undefined],
  ['of 122 frames in the second after its start', { frames: 122, pictureS: 1, startS: 5 }, 'FRAME_RATE_TOO_HIGH'],
  ['that ends a tenth and 2 s early', { pictureS: 88, fileS: 100 }, undefined],
  ['that ends a little earlier', { pictureS: 87.99, fileS: 100 }, 'FILE_TRUNCATED'],
  ['whose sound reaches far enough', { soundEndS: 88, fileS: 100 }, undefined],
  ['whose picture ends a tenth and 2 s early', { pictureS: 88, videoS: 100, soundEndS: 100 }, undefined],
  ['whose picture ends earlier than its sound', { pictureS: 87.99, videoS: 100, soundEndS: 100 }, 'FILE_TRUNCATED'],
  [
    'whose tracks are whole, though its file says that it is longer',
    { videoS: 60, soundEndS: 60, soundS: [60], fileS: 600 },
    undefined,
  ],
  [
    'whose sound track says that it is longer',
    { videoS: 60, soundEndS: 60, soundS: [70, 90], fileS: 60 },
    'FILE_TRUNCATED',
  ],
  ['that ends inside a box', { endsInBox: true }, 'FILE_TRUNCATED'],
  ['of which ffmpeg says that it was cut', { complaints: 'x.mp4: Truncated packet' }, 'FILE_TRUNCATED'],
  ['of which ffmpeg complains for something else', { complaints: 'x.mp4: deprecated pixel format' }, undefined],
  // A file without its end has few frames for what it says: that is no still.
  ['without its end, with one frame', { frames: 1, pictureS: 1, fileS: 600, endsInBox: true }, 'FILE_TRUNCATED'],
])('a film %s', (_, said, refusal) => {
  const verdict = verdictOf(said);
  expect('refusal' in verdict ? verdict.refusal : undefined).toBe(refusal);
});

test.each([
  ['as long as the picture', 60, 0],
  ['as much longer as an encoder makes it', 60.099, 0],
  ['longer than that', 60.101, 0.101],
])('where the sound is %s, the picture is held for the rest', (_, soundEndS, heldS) => {
  const verdict = verdictOf({ soundEndS });
  expect(verdict).toMatchObject({
    ...{ ok: true, frames: 1_500, pictureS: expect.closeTo(60 + heldS, 6), durationS: expect.closeTo(soundEndS, 6) },
    notes: heldS > 0 ? ['PICTURE_HELD'] : [],
  });
});

describe('a file of boxes', () => {
  let clips: ClipFolder;
  beforeAll(async () => {
    clips = await clipFolder();
  });
  afterAll(() => clips.remove());

  /** A box that says it has this length, with so many bytes behind its head. */
  function box(length: number, bytes: number): Buffer {
    const head = Buffer.from('\0\0\0\0mdat', 'latin1');
    head.writeUInt32BE(length);
    return Buffer.concat([head, Buffer.alloc(bytes)]);
  }
  function long(length: bigint, bytes: number): Buffer {
    const size = Buffer.alloc(8);
    size.writeBigUInt64BE(length);
    return Buffer.concat([box(1, 0), size, Buffer.alloc(bytes)]);
  }

  test.each([
    ['whole', [box(20, 12)], false],
    ['one byte short', [box(20, 11)], true],
    ['whole, behind another', [box(8, 0), box(20, 12)], false],
    ['one byte short, behind another', [box(8, 0), box(20, 11)], true],
    ['one box to the end, whatever it holds', [box(0, 5)], false],
    ['a long box, whole', [long(26n, 10)], false],
    ['a long box, one byte short', [long(26n, 9)], true],
    ['whole, with padding of zeros that is no box', [box(20, 12), box(7, 40)], false],
    ['whole, with fewer bytes behind than a box has', [box(20, 12), Buffer.alloc(7, 1)], false],
    ['nothing', [], false],
  ])('%s', async (_, parts, isCut) => {
    const path = clips.path('boxes.mp4');
    await writeFile(path, Buffer.concat(parts));
    expect(await endsInsideBox(path, 'mov,mp4,m4a')).toBe(isCut);
    expect(await endsInsideBox(path, 'matroska,webm')).toBe(false);
  });
});
