import { readProbe } from './probe.ts';

const picture = { index: 0, codec_type: 'video', codec_name: 'h264', width: 1440, height: 1080 };
const probed = (...streams: object[]) =>
  readProbe({ streams, format: { format_name: 'mov,mp4', duration: '60.5', size: '1000' } });
const videoOf = (changes: object) => probed({ ...picture, ...changes }).video;

test('the first picture that is no cover is the film, or the one that is marked as the default', () => {
  const cover = { ...picture, index: 1, disposition: { attached_pic: 1, default: 1 } };
  const marked = { ...picture, index: 2, disposition: { default: 1 } };
  expect(probed(cover, picture).video?.index).toBe(0);
  expect(probed(picture, { ...picture, index: 3 }).video?.index).toBe(0);
  expect(probed(picture, marked).video?.index).toBe(2);
  expect(probed(cover).video).toBeUndefined();
});

test('data is no sound; sound that says no channels is left to the check, which tries it', () => {
  const sound = { index: 1, codec_type: 'audio', codec_name: 'aac', channels: 2 };
  const found = probed(picture, sound, { ...sound, index: 2, channels: 0 }, { ...sound, index: 3, codec_type: 'data' });
  expect(found).toMatchObject({ tracks: 4, audio: [{ index: 1, codec: 'aac', channels: 2 }, { index: 2 }] });
  const text = { codec_type: 'subtitle', codec_name: 'mov_text' };
  expect(probed(picture, sound, { ...text, index: 4 }, { ...text, index: 5 }).subtitles).toBe(2);
});

test('of more than eight channels without names the first two are taken', () => {
  const mapping = (channels: number, more: object = {}) =>
    probed(picture, { index: 1, codec_type: 'audio', codec_name: 'pcm_s16le', channels, ...more }).audio[0]?.mapping;
  expect([mapping(8), mapping(9), mapping(9, { channel_layout: 'unknown' })]).toEqual([
    ...[undefined, 'FIRST_TWO', 'FIRST_TWO'],
  ]);
  expect(mapping(16, { channel_layout: 'hexadecagonal' })).toBeUndefined();
});

test('the length is the longest that the file or a track has, and the size that of the file', () => {
  expect(probed({ ...picture, duration: '61' })).toMatchObject({ durationS: 61, bytes: 1_000 });
  expect(probed({ ...picture, duration: 'N/A' }).durationS).toBe(60.5);
  expect(readProbe({ format: { format_name: 'avi' } })).toMatchObject({ durationS: undefined, bytes: 0, tracks: 0 });
});

test.each([
  ['4:3', { sample_aspect_ratio: '4:3' }, [1920, 1080]],
  ['narrow pixels', { sample_aspect_ratio: '1:2' }, [1440, 2160]],
  ['square pixels', { sample_aspect_ratio: '1:1' }, [1440, 1080]],
  ['no ratio', { sample_aspect_ratio: '0:1' }, [1440, 1080]],
  ['a ratio without end', { sample_aspect_ratio: '1:0' }, [1440, 1080]],
  ['turned', { side_data_list: [{ rotation: 90 }] }, [1080, 1440]],
  ['turned the other way', { side_data_list: [{}, { rotation: -90 }] }, [1080, 1440]],
  ['upside down', { tags: { rotate: '180' } }, [1440, 1080]],
  ['turned by nonsense', { tags: { rotate: 'up' } }, [1440, 1080]],
])('a picture with %s is seen as it is shown', (_, changes, size) => {
  const video = videoOf(changes);
  expect([video?.width, video?.height]).toEqual(size);
  expect([video?.codedWidth, video?.codedHeight]).toEqual([1440, 1080]);
});

test('rotation, interlacing and rates are read', () => {
  expect(videoOf({ side_data_list: [{ rotation: -90 }] })?.rotation).toBe(270);
  expect(videoOf({ tags: { rotate: '180' } })?.rotation).toBe(180);
  expect(
    ['tt', 'bb', 'tb', 'bt', 'progressive', undefined].map((order) => videoOf({ field_order: order })?.interlaced),
  ).toEqual([true, true, true, true, false, false]);
  const rates = { avg_frame_rate: '30000/1001', r_frame_rate: '0/0' };
  expect(videoOf(rates)).toMatchObject({ averageRate: { numerator: 30_000, denominator: 1_001 }, baseRate: undefined });
});

test.each([
  ['ger', 'de'],
  ['deu', 'de'],
  ['en', 'en'],
  ['pt-br', 'pt-BR'],
  ['und', undefined],
  ['x', undefined],
  ['not a tag', undefined],
  [undefined, undefined],
])('the language %s is %s', (language, expected) => {
  const tags = language === undefined ? {} : { language };
  const { audio } = probed({
    index: 1,
    codec_type: 'audio',
    channels: 1,
    tags: { ...tags, handler_name: 'x'.repeat(70) },
  });
  expect(audio).toMatchObject([{ language: expected, title: 'x'.repeat(60) }]);
});

test.each<[string, object, boolean]>([
  ['marked for people who do not see', { disposition: { visual_impaired: 1 } }, true],
  ['marked as a description', { disposition: { default: 0, descriptions: 1 } }, true],
  ['named so', { tags: { title: 'English [Audio Description]' } }, true],
  ['named so by the handler', { tags: { handler_name: 'Audiodescripción' } }, true],
  ['named in German', { tags: { title: 'Audiodeskription' } }, true],
  ['called a descriptive audio', { tags: { title: 'Descriptive Audio' } }, true],
  ['marked for people who do not hear', { disposition: { hearing_impaired: 1 } }, false],
  ['a commentary', { disposition: { comment: 1 }, tags: { title: 'Director’s commentary' } }, false],
  ['nothing in particular', {}, false],
])('a sound track that is %s: %#', (_, stream, isDescription) => {
  const { audio } = probed({ index: 1, codec_type: 'audio', channels: 2, ...stream });
  expect(audio).toMatchObject([{ isDescription }]);
});
