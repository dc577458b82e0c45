import { readInspection } from './read-inspection.ts';

const crop = (atS: number, size = 'w:640 h:360 x:0 y:0') =>
  `[Parsed_cropdetect_1 @ 0xa1] [info] x1:0 x2:639 y1:0 y2:359 ${size} pts:${atS} t:${atS} limit:0.09 crop=640:360:0:0`;
const loud = (atS: number, ftpk: string) =>
  `[ebur128@0 @ 0xb2] [info] t: ${atS} TARGET:-23 LUFS M: -20.1 S:-120.7 I: -20 LUFS LRA: 0 LU FTPK:${ftpk} dBFS  TPK: 0 0 dBFS`;
const summary = (track: number, lufs: string, peak: string) => [
  ...[`[ebur128@${track} @ 0xb2] [info] Summary:`, '', '  Integrated loudness:', `    I:         ${lufs} LUFS`],
  ...['    Threshold: -30.0 LUFS', '', '  True peak:', `    Peak:       ${peak} dBFS`],
];
const statistics = (track: number, level: string, flat: string) => [
  `[astats@${track} @ 0xc3] [info] Peak level dB: ${level}`,
  `[astats@${track} @ 0xc3] [info] Flat factor: ${flat}`,
];

/** What is read of a log on a film with so many sound tracks. */
function inspected(tracks: number, ...lines: string[]) {
  const reader = readInspection(tracks);
  for (const line of lines) reader.onLine(line);
  return reader.inspected();
}

test('black parts, silence, fields and the part of the picture that is used are read', () => {
  expect(
    inspected(
      0,
      '[blackdetect @ 0xd4] [info] black_start:4 black_end:10.5 black_duration:6.5',
      '[silencedetect @ 0xe5] [info] silence_end: 12.5 | silence_duration: 2.25',
      '[silencedetect @ 0xe5] [info] silence_end: 1 | silence_duration: 1.5',
      '[Parsed_idet_2 @ 0xf6] [info] Multi frame detection: TFF:  7 BFF: 1 Progressive: 92 Undetermined: 0',
      crop(1, 'w:640 h:268 x:0 y:46'),
    ),
  ).toEqual({
    black: [{ fromS: 4, toS: 10.5 }],
    silence: [
      { fromS: 10.25, toS: 12.5 },
      { fromS: 0, toS: 1 },
    ],
    fields: { top: 7, bottom: 1, none: 92 },
    used: { width: 640, height: 268, x: 0, y: 46 },
    errors: { count: 0, span: undefined },
    sounds: [],
  });
});

test.each(['w:-16 h:360 x:0 y:0', 'w:640 h:-16 x:0 y:0', 'w:0 h:360 x:0 y:0', 'w:640 h:0 x:0 y:0'])(
  'a picture that is never brighter than black has no part that is used: %s',
  (size) => {
    expect(inspected(0, crop(1), crop(2, size)).used).toBeUndefined();
  },
);

test('200 parts are enough of a help', () => {
  const black = '[blackdetect @ 0xd4] [info] black_start:4 black_end:10 black_duration:6';
  expect(inspected(0, ...Array<string>(201).fill(black)).black).toHaveLength(200);
});

test('errors are counted from the first picture on, with where they are', () => {
  const error = '[h264 @ 0xa1] [error] error while decoding MB 1 2';
  expect(
    inspected(0, error, crop(2), error, crop(3), '[fatal] broken', crop(9), '[h264] [warning] odd').errors,
  ).toEqual({
    count: 2,
    span: { fromS: 2, toS: 3 },
  });
  expect(inspected(0, error).errors).toEqual({ count: 0, span: undefined });
});

describe('a sound track', () => {
  test('has its loudness and peak, and each its own', () => {
    const { sounds } = inspected(2, ...summary(0, '-16.2', '-1.5'), ...summary(1, '-70.0', '-inf'));
    expect(sounds).toEqual([
      { lufs: -16.2, peak: -1.5, isClipped: false, loudest: undefined },
      { lufs: undefined, peak: -Infinity, isClipped: false, loudest: undefined },
    ]);
  });

  test.each([
    ['-69.8', -69.8],
    ['-69.9', undefined],
    ['-inf', undefined],
    ['nan', undefined],
  ])('of %s LUFS is that loud, or without sound', (said, lufs) => {
    expect(inspected(1, ...summary(0, said, '-1')).sounds[0]?.lufs).toBe(lufs);
  });

  test.each([
    ['0.000000', '20.0', true],
    ['-1.000000', '15.0', true],
    ['-1.100000', '20.0', false],
    ['0.000000', '14.9', false],
    ['-inf', '20.0', false],
    ['0.600000', '1.0', true],
    ['0.500000', '1.0', false],
  ])('with a level of %s dB and a flat factor of %s is cut off or not', (level, flat, isClipped) => {
    expect(inspected(1, ...statistics(0, level, flat)).sounds[0]?.isClipped).toBe(isClipped);
  });

  test('is cut off by its own samples alone, and what belongs to no track is left out', () => {
    const { sounds } = inspected(2, ...statistics(1, '0.0', '20.0'), ...statistics(2, '0.0', '20.0'));
    expect(sounds.map(({ isClipped }) => isClipped)).toEqual([false, true]);
    const stray = inspected(1, '    I:         -10.0 LUFS', '    Peak:       -1.0 dBFS');
    expect(stray.sounds[0]).toMatchObject({ lufs: undefined, peak: -Infinity });
    // The values after another filter's line are of no summary.
    const other = inspected(1, '[ebur128@0 @ 0xb2] [info] Summary:', ...statistics(0, '0.0', '1.0'));
    expect(other.sounds[0]?.lufs).toBeUndefined();
  });

  test('is loudest from a tenth of a second before it comes within 2 dB of its peak', () => {
    const frames = [loud(0.05, '-20.0 -0.9'), loud(4, '-0.5 -30.0'), loud(5, '-2.5 -40.0'), loud(6, '-2.6 -3.0')];
    expect(inspected(1, ...frames, ...summary(0, '-16', '-0.5')).sounds[0]?.loudest).toEqual({ fromS: 0, toS: 5 });
    expect(inspected(1, ...frames.slice(1), ...summary(0, '-16', '-0.5')).sounds[0]?.loudest).toEqual({
      fromS: 3.9,
      toS: 5,
    });
    expect(inspected(1, loud(4, '-inf -inf'), ...summary(0, '-16', '-0.5')).sounds[0]?.loudest).toBeUndefined();
    const { sounds } = inspected(2, ...frames, ...summary(1, '-16', '-0.5'));
    expect(sounds[1]?.loudest).toBeUndefined();
  });
});
