// Each limit of a report, from just inside and just outside, by what was measured.

import { cueSecondsOf, secondsIn } from '../text-tracks/cue-seconds.ts';
import type { CheckedSource } from '../transcode/check-source.ts';
import type { Inspection } from './inspect-film.ts';
import { judgeQuality, lateCaptions, silentCaptions } from './judge-quality.ts';

const track = { index: 1, codec: 'aac', channels: 2, durationS: 100, language: undefined, title: undefined };
const sound = { lufs: -16, peak: -3, isClipped: false, loudest: undefined };
const seen = { width: 640, height: 360 };

type Said = Partial<Inspection> & {
  durationS?: number;
  video?: Partial<CheckedSource['video']>;
  audio?: CheckedSource['audio'];
};

/** A film of 100 s with sound of which nothing is to be said, but for what is. */
function findingsOf({ durationS = 100, video = {}, audio = [track], ...said }: Said) {
  const source = {
    ...{ durationS, audio },
    video: { codedWidth: 640, codedHeight: 360, width: 640, height: 360, rotation: 0, interlaced: false, ...video },
  } as CheckedSource;
  const times = Float64Array.from({ length: 100 }, (_, index) => index / 25);
  const inspection = {
    ...{ black: [], silence: [], used: undefined, fields: { top: 0, bottom: 0, none: 100 }, seen },
    ...{ errors: { count: 0, span: undefined }, sounds: [sound], packets: packets({ times }) },
    ...said,
  } as Inspection;
  return judgeQuality(source, inspection);
}
const packets = (said: object) => ({ times: new Float64Array(), pictureEndS: 100, soundEndS: 100, ...said }) as never;
const kindsOf = (said: Said) => findingsOf(said).map(({ kind }) => kind);
const span = (fromS: number, toS: number) => [{ fromS, toS }];

test.each([
  ['to the end', 3.8, 4_000],
  ['and its last picture seems to last longer than the film', 4.25, 4_000],
  ['until its last picture', 3.75, 3_750],
])('a film that is black %s is named so', (_, toS, toMs) => {
  expect(findingsOf({ durationS: 4, black: span(0, toS) })).toMatchObject([{ kind: 'PICTURE_BLACK', fromMs: 0, toMs }]);
});

test.each<[string, Said, string[]]>([
  ['a black gap of five seconds', { black: span(10, 15) }, ['PICTURE_BLACK']],
  ['a shorter one', { black: span(10, 14.9) }, []],
  ['a black beginning of less than 15 s', { black: span(0.6, 15.5) }, []],
  ['a black beginning of 15 s', { black: span(0.6, 15.6) }, ['PICTURE_BLACK']],
  ['a black gap just after the beginning', { black: span(0.7, 6) }, ['PICTURE_BLACK']],
  ['a black end of less than 15 s', { black: span(85, 99.4) }, []],
  ['a black gap just before the end', { black: span(85, 99.3) }, ['PICTURE_BLACK']],
  ['a film that is all black', { durationS: 4, black: span(0, 4) }, ['PICTURE_BLACK']],
  ['a film of which nine tenths are black', { durationS: 4, black: span(0.4, 4) }, ['PICTURE_BLACK']],
  ['a film of which less is black', { durationS: 4, black: span(0.5, 4) }, []],
  ['a second of which a half is black', { durationS: 1, black: span(0, 0.5) }, []],
  ['a short film with a black beginning', { durationS: 4, black: span(0, 3) }, []],
  ['silence of ten seconds', { silence: span(10, 20) }, ['SOUND_SILENT']],
  ['a shorter silence', { silence: span(10, 19.9) }, []],
  ['a silent beginning of 29 s', { silence: span(0, 29) }, []],
  ['a silent beginning of 30 s', { silence: span(0, 30) }, ['SOUND_SILENT']],
  [
    'silence of a track that holds nothing',
    { silence: span(10, 20), sounds: [{ ...sound, lufs: undefined }] },
    ['SOUND_EMPTY'],
  ],
  ['a second track that holds nothing', { sounds: [sound, { ...sound, lufs: undefined }] }, ['SOUND_EMPTY']],
  ['sound that is cut off', { sounds: [{ ...sound, isClipped: true }] }, ['SOUND_CLIPPED']],
  ['sound that ends 2 s early', { packets: packets({ soundEndS: 98 }) }, ['SOUND_SHORT']],
  ['sound that ends a little later', { packets: packets({ soundEndS: 98.1 }) }, []],
  ['sound that runs on for a second', { packets: packets({ soundEndS: 101 }) }, ['SOUND_LONG']],
  ['sound that runs on for less', { packets: packets({ soundEndS: 100.9 }) }, []],
  ['a film without sound', { packets: packets({ soundEndS: 0 }), audio: [], sounds: [] }, []],
  ['half pictures', { fields: { top: 50, bottom: 5, none: 45 } }, ['PICTURE_INTERLACED']],
  ['half pictures the other way', { fields: { top: 5, bottom: 50, none: 45 } }, ['PICTURE_INTERLACED']],
  [
    'half pictures as the file says',
    { fields: { top: 50, bottom: 0, none: 50 }, video: { interlaced: true } },
    ['PICTURE_DEINTERLACED'],
  ],
  ['fewer half pictures', { fields: { top: 49, bottom: 5, none: 46 } }, []],
  ['a pattern that gives both orders', { fields: { top: 50, bottom: 6, none: 44 } }, []],
  ['48 frames that could be judged', { fields: { top: 24, bottom: 0, none: 24 } }, ['PICTURE_INTERLACED']],
  ['47 frames', { fields: { top: 47, bottom: 0, none: 0 } }, []],
  ['bars above and below', { used: { width: 640, height: 342, x: 0, y: 9 } }, ['PICTURE_WIDE']],
  ['thinner bars', { used: { width: 640, height: 343, x: 0, y: 9 } }, []],
  ['one bar alone', { used: { width: 640, height: 342, x: 0, y: 0 } }, []],
  ['bars at the sides', { used: { width: 480, height: 360, x: 80, y: 0 } }, ['PICTURE_NARROW']],
  ['bars that are a little unequal', { used: { width: 480, height: 360, x: 89, y: 0 } }, ['PICTURE_NARROW']],
  [
    'bars that are as unequal as they may be',
    { seen: { width: 200, height: 100 }, used: { width: 150, height: 100, x: 28, y: 0 } },
    ['PICTURE_NARROW'],
  ],
  ['bars that are more unequal', { used: { width: 480, height: 360, x: 90, y: 0 } }, []],
  ['bars all around', { used: { width: 480, height: 270, x: 80, y: 45 } }, ['PICTURE_FRAMED']],
  ['a title on black', { used: { width: 400, height: 225, x: 120, y: 67 } }, []],
  ['a picture that is never brighter than black', { used: undefined }, []],
  ['square pixels', {}, []],
  ['pixels of a standard', { video: { width: 853 } }, []],
  ['pixels of a standard, of a picture for no screen', { video: { width: 1280 } }, ['PICTURE_STRETCHED']],
  ['stretched pixels', { video: { width: 1120 } }, ['PICTURE_STRETCHED']],
  [
    'stretched pixels of a turned picture',
    { video: { width: 360, height: 1120, rotation: 90 } },
    ['PICTURE_STRETCHED'],
  ],
  ['square pixels of a turned picture', { video: { width: 360, height: 640, rotation: 270 } }, []],
])('%s: %j gives %j [STU-12:quality]', (_what, said, kinds) => {
  expect(kindsOf(said)).toEqual(kinds);
});

describe('a frame rate', () => {
  /** Times of frames at 25 a second, of which so many in a row take another time. */
  const withSteps = (count: number, stepS: number, length = 100) => {
    const times: number[] = [0];
    for (let index = 1; index < length; index += 1) times.push((times.at(-1) ?? 0) + (index <= count ? stepS : 0.04));
    return { packets: packets({ times: Float64Array.from(times) }) };
  };

  test('changes where more than a twentieth of the steps differ by more than a quarter [STU-12:quality]', () => {
    expect(kindsOf(withSteps(4, 0.08))).toEqual([]);
    expect(kindsOf(withSteps(5, 0.08, 101))).toEqual([]);
    expect(kindsOf(withSteps(5, 0.08))).toEqual(['RATE_VARIABLE']);
    expect(kindsOf(withSteps(40, 0.049))).toEqual([]);
    expect(kindsOf(withSteps(40, 0.051))).toEqual(['RATE_VARIABLE']);
    expect(kindsOf(withSteps(40, 0.02))).toEqual(['RATE_VARIABLE']);
  });

  test('is judged by 24 frames or more, and its report names the slowest and the fastest [STU-12:quality]', () => {
    expect(kindsOf(withSteps(10, 0.08, 23))).toEqual([]);
    expect(kindsOf(withSteps(10, 0.08, 24))).toEqual(['RATE_VARIABLE']);
    expect(findingsOf(withSteps(20, 0.08))).toEqual([{ kind: 'RATE_VARIABLE', value: 12.5, compared: 25 }]);
    // Frames at the same time are no step.
    expect(kindsOf({ packets: packets({ times: new Float64Array(50) }) })).toEqual([]);
  });
});

test('a report names times and values, what is about the whole film first, and 200 findings at most [STU-12:quality]', () => {
  expect(
    findingsOf({
      ...{ black: span(50, 57.24), silence: span(20, 31), sounds: [{ ...sound, isClipped: true, peak: 0.24 }] },
      ...{ errors: { count: 3, span: { fromS: 40, toS: 41 } }, packets: packets({ soundEndS: 97 }) },
    }),
  ).toEqual([
    { kind: 'SOUND_CLIPPED', value: 0.2 },
    { kind: 'SOUND_SILENT', fromMs: 20_000, toMs: 31_000, value: 11 },
    { kind: 'PARTS_DAMAGED', fromMs: 40_000, toMs: 41_000, value: 3 },
    { kind: 'PICTURE_BLACK', fromMs: 50_000, toMs: 57_240, value: 7.2 },
    { kind: 'SOUND_SHORT', fromMs: 97_000, toMs: 100_000, value: 3 },
  ]);
  const [clipped] = findingsOf({ sounds: [{ ...sound, isClipped: true, loudest: { fromS: 4, toS: 5 } }] });
  expect(clipped).toEqual({ kind: 'SOUND_CLIPPED', fromMs: 4_000, toMs: 5_000, value: -3 });
  expect(findingsOf({ black: Array.from({ length: 201 }, () => ({ fromS: 10, toS: 20 })) })).toHaveLength(200);
});

test('texts that end more than two seconds after the film are named [STU-12:out-of-step]', () => {
  expect(lateCaptions(10_000, [{ endMs: 12_000 }, { endMs: 12_001 }, { endMs: 15_000 }])).toEqual([
    { kind: 'CAPTIONS_LATE', value: 2 },
    { kind: 'CAPTIONS_LATE', value: 5 },
  ]);
});

describe('subtitles that are out of step', () => {
  const FILM_MS = 100_000;
  /** So many texts where nothing is heard, which is from 0:10 to 0:40, and so many elsewhere. */
  const texts = (silent: number, heard: number) => {
    const cue = (second: number) => ({ startMs: second * 1_000, endMs: second * 1_000 + 900 });
    const from = (second: number, count: number) => Array.from({ length: count }, (_, index) => cue(second + index));
    return { cueSeconds: cueSecondsOf([...from(10, silent), ...from(40, heard)]) };
  };
  const found = (track: { cueSeconds: Uint8Array | null }, silence: [number, number][] = [[10_000, 40_000]]) =>
    silentCaptions(FILM_MS, silence, [track]);

  test('have more than half of their texts where nothing is heard [STU-12:out-of-step]', () => {
    expect(found(texts(10, 10))).toEqual([]);
    expect(found(texts(11, 10))).toEqual([{ kind: 'CAPTIONS_SILENT', value: 52 }]);
    expect(found(texts(30, 0))).toEqual([{ kind: 'CAPTIONS_SILENT', value: 100 }]);
    expect(found(texts(0, 30))).toEqual([]);
    // The middle of a second counts, from where the silence begins to where it ends.
    expect(found(texts(11, 10), [[10_500, 20_501]])).toHaveLength(1);
    expect(found(texts(11, 10), [[10_501, 20_501]])).toEqual([]);
    expect(found(texts(11, 10), [[10_500, 20_500]])).toEqual([]);
  });

  test('are not judged by fewer than ten seconds with texts, nor without their times or silence [STU-12:out-of-step]', () => {
    expect(found(texts(9, 0))).toEqual([]);
    expect(found(texts(10, 0))).toHaveLength(1);
    expect([found({ cueSeconds: null }), found(texts(30, 0), [])]).toEqual([[], []]);
  });

  test('are not judged where more than half of the film is silent [STU-12:out-of-step]', () => {
    const twice = (toMs: number): [number, number][] => [
      [10_000, 40_000],
      [70_000, toMs],
    ];
    expect(found(texts(30, 0), twice(90_000))).toHaveLength(1);
    expect(found(texts(30, 0), twice(90_001))).toEqual([]);
  });

  test('keep the second of the middle of each text, once', () => {
    const cues = [
      { startMs: 0, endMs: 1_000 },
      { startMs: 7_000, endMs: 8_999 },
      { startMs: 7_500, endMs: 8_000 },
      { startMs: 8_000, endMs: 8_001 },
      { startMs: 10_798_000, endMs: 10_800_000 },
    ];
    expect(secondsIn(cueSecondsOf(cues))).toEqual([0, 7, 8, 10_799]);
    expect(cueSecondsOf(cues)).toHaveLength(1_350);
  });
});
