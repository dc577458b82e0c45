import type { CheckedSource } from './check-source.ts';
import { encodeArguments, encoderOptions, pictureChain, planEncode, readProgress, soundFilters } from './encode.ts';
import type { MediaTools } from './media-tools.ts';
import type { AudioTrack, VideoTrack } from './probe.ts';

const video: VideoTrack = {
  ...{ index: 0, codec: 'h264', codedWidth: 1920, codedHeight: 1080, width: 1920, height: 1080, rotation: 0 },
  ...{ pixelFormat: 'yuv420p', averageRate: { numerator: 25, denominator: 1 }, durationS: 10, interlaced: false },
  ...{ baseRate: { numerator: 25, denominator: 1 }, transfer: 'bt709', matrix: 'bt709', primaries: 'bt709' },
};
const sound = (index: number, more: Partial<AudioTrack> = {}): AudioTrack => ({
  ...{ index, codec: 'aac', channels: 2, durationS: 10, language: undefined, title: undefined, ...more },
});
const source = (more: Partial<CheckedSource> = {}) =>
  ({
    video,
    audio: [sound(1), sound(2, { channels: 1 }), sound(3, { channels: 6 })],
    durationS: 10,
    ...more,
  }) as CheckedSource;
const tools = { threads: 2, preset: 'veryfast', ffmpeg: 'ffmpeg' } as MediaTools;
const following = (args: readonly string[], name: string) =>
  args.flatMap((one, index) => (one === name ? [args[index + 1]] : []));

test('progress is whole percents of the film, and never more than all of it', () => {
  expect(readProgress('out_time_us=2500000', 10)).toBe(25);
  expect(readProgress('out_time_us=2599999', 10)).toBe(25);
  expect(readProgress('out_time_us=12000000', 10)).toBe(100);
  expect(readProgress('out_time_us=N/A', 10)).toBeUndefined();
  expect(readProgress('out_time_us=-1', 10)).toBeUndefined();
  expect(readProgress('total_out_time_us=2500000', 10)).toBeUndefined();
  expect(readProgress('out_time_us=2500000', 0)).toBeUndefined();
});

test('one channel stays one, more become two, and each is raised by what was measured of it', () => {
  const { audio } = planEncode(source(), 'full', [3, 0]);
  expect(audio.map(({ name, channels, bitRate, gain }) => [name, channels, bitRate, gain])).toEqual([
    ['audio-0', 2, 128_000, 3],
    ['audio-1', 1, 80_000, 0],
    ['audio-2', 2, 128_000, 0],
  ]);
  const { args } = encodeArguments(planEncode(source(), 'full', [3, -2]), tools, 'in.mov', '/out');
  expect(following(args, '-af').map((filters) => filters?.split(',').slice(1))).toEqual([
    ['aformat=sample_fmts=fltp:channel_layouts=stereo', 'volume=3dB'],
    ['aformat=sample_fmts=fltp:channel_layouts=mono', 'volume=-2dB'],
    // Nothing is done to what needs no raising.
    [],
  ]);
});

test('of many channels without names, the first two are mixed', () => {
  expect(soundFilters({ mapping: 'FIRST_TWO' })).toMatch(/^pan=stereo\|c0=c0\|c1=c1,aresample=/);
  expect(soundFilters(sound(1))).toMatch(/^aresample=/);
});

test('rates are raised by half for pictures of more than 30 a second', () => {
  const highest = (numerator: number) => {
    const plan = planEncode(source());
    const rate = { numerator, denominator: 1 };
    const { args } = encodeArguments({ ...plan, timing: { ...plan.timing, rate } }, tools, 'in.mov', '/out');
    return [following(args, '-maxrate').at(-1), following(args, '-bufsize').at(-1)].map(Number);
  };
  const [rate = 0, buffer] = highest(25);
  expect(buffer).toBe(2 * rate);
  expect(highest(30)).toEqual([rate, 2 * rate]);
  expect(highest(50)).toEqual([1.5 * rate, 3 * rate]);
});

test('every rendition has its keyframes at the same frames', () => {
  const plan = planEncode(source());
  const { args, files } = encodeArguments(plan, tools, 'in.mov', '/out');
  expect(files.video.length).toBeGreaterThan(1);
  expect(following(args, '-map').slice(0, files.video.length)).toEqual(files.video.map((_, index) => `[v${index}]`));
  // Each is a branch of one graph, which decodes the input once.
  expect(following(args, '-i')).toEqual(['file:in.mov']);
  expect(following(args, '-filter_complex').join()).toContain(`split=${files.video.length}[s0][s1]`);
  for (const name of ['-g', '-keyint_min']) {
    expect(following(args, name)).toEqual(files.video.map(() => String(plan.timing.framesPerKey)));
  }
});

test('a number of threads is passed on, and left to ffmpeg where none is set', () => {
  const threads = (count: number) => {
    const { args } = encodeArguments(planEncode(source()), { ...tools, threads: count }, 'in.mov', '/out');
    return [new Set(following(args, '-threads')), following(args, '-filter_complex_threads')];
  };
  expect(threads(2)).toEqual([new Set(['2']), ['2']]);
  expect(threads(0)).toEqual([new Set(), ['0']]);
});

test('only the default preset is refined, and looks less far ahead in large pictures', () => {
  const options = (preset: string, width: number, height: number) =>
    encoderOptions(preset, { name: 'x', maxRate: 1, quality: 23, width, height });
  expect(options('slow', 1920, 1080)).toEqual(['-preset', 'slow', '-crf', '23']);
  const ahead = (width: number, height: number) => following(options('veryfast', width, height), '-rc-lookahead');
  expect(ahead(2048, 1152)).toEqual(['40']);
  expect(ahead(2050, 1152)).toEqual(['20']);
});

test('only interlaced pictures are made whole', () => {
  const rate = { numerator: 25, denominator: 1 };
  expect(pictureChain({ video }, { rate })[0]).toBe('fps=25/1');
  expect(pictureChain({ video: { ...video, interlaced: true } }, { rate })[0]).toMatch(/^bwdif=/);
});
