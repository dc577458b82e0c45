import { TEXT_TRACK_LIMITS } from '@marquee/rules/text-tracks';
import { decodeText } from './decode-text.ts';
import { parseCues } from './parse-cues.ts';
import { writeVtt } from './write-vtt.ts';

const written = (text: string) => {
  const parsed = parseCues(text);
  return parsed.ok ? writeVtt(parsed.cues) : parsed;
};
const srt = (...blocks: string[]) => blocks.join('\n\n');
const one = (body: string) => srt(`1\n00:00:01,000 --> 00:00:02,500\n${body}`);
const vttOf = (body: string) => `WEBVTT\n\n00:00:01.000 --> 00:00:02.500\n${body}\n`;

test.each([
  ['SRT', one('Hello\nyou'), vttOf('Hello\nyou')],
  ['SRT with Windows line ends', one('Hello\nyou').replaceAll('\n', '\r\n'), vttOf('Hello\nyou')],
  ['SRT without numbers', '00:00:01,000 --> 00:00:02,500\nHello', vttOf('Hello')],
  ['times with one digit', '0:0:1,0 --> 0:00:2,5\nHello', vttOf('Hello')],
  ['WebVTT without hours', 'WEBVTT title\nKind: captions\n\nid\n00:01.000 --> 00:02.500\nHello', vttOf('Hello')],
  ['WebVTT with notes and styles', `WEBVTT\n\nNOTE a\nb\n\nSTYLE\n::cue{}\n\n${one('Hello').slice(2)}`, vttOf('Hello')],
  ['tags that are kept', one('<I>a</I> <v Bob>b</v>'), vttOf('<i>a</i> <v Bob>b</v>')],
  ['tags that are dropped', one('<font color="red">a</font> <c.x>b</c>{\\i1}'), vttOf('a b')],
  [
    'what is no tag',
    one('a < b & c --> <script>x</script>'),
    vttOf('a &lt; b &amp; c --&gt; &lt;script&gt;x&lt;/script&gt;'),
  ],
  ['entities', one('a &amp; b &lt;'), vttOf('a &amp; b &lt;')],
  ['an empty line in a text', one('a\n\nb'), vttOf('a\nb')],
  ['a text without words', srt(one(' '), '2\n00:00:01,000 --> 00:00:02,500\nHello'), vttOf('Hello')],
  [
    'cues that are out of order, without an empty line between them',
    '1\n00:00:05,000 --> 00:00:06,000\nb\n2\n00:00:01,000 --> 00:00:02,500\na',
    `${vttOf('a')}\n00:00:05.000 --> 00:00:06.000\nb\n`,
  ],
  [
    'settings that are known',
    'WEBVTT\n\n00:01.000 --> 00:02.500 line:0 region:x align:start evil:1\na',
    'WEBVTT\n\n00:00:01.000 --> 00:00:02.500 line:0 align:start\na\n',
  ],
  [
    'the last second of a day',
    one('a').replace('00:00:02,500', '24:00:00,000'),
    vttOf('a').replace('00:00:02.500', '24:00:00.000'),
  ],
  [
    'the last moment of a minute',
    one('a').replace('00:00:02,500', '00:59:59,999'),
    vttOf('a').replace('00:00:02.500', '00:59:59.999'),
  ],
  ['a text as long as allowed', one('x'.repeat(2_000)), vttOf('x'.repeat(2_000))],
  ['notes in SRT, which has none', one('NOTE a'), vttOf('NOTE a')],
  ['a place at the top', one('{\\an8}a'), 'WEBVTT\n\n00:00:01.000 --> 00:00:02.500 line:0\na\n'],
])('%s becomes clean WebVTT [STU-12:subtitles]', (_what, text, vtt) => {
  expect(written(text)).toBe(vtt);
});

test.each([
  ['a text without times', 'Hello\n\nyou', 'NO_TIMES', 1],
  ['an empty text', '', 'NO_TIMES', 1],
  ['a cue without times', srt(one('a'), '2\nb\nc'), 'TIMES_MISSING', 6],
  ['a wrong arrow', srt(one('a'), '2\n00:00:03,000 -> 00:00:04,000\nb'), 'TIMES_MISSING', 6],
  ['a minute of 99 seconds', srt(one('a'), '2\n00:00:99,000 --> 00:02:00,000\nb'), 'TIMES_WRONG', 6],
  ['times in words', srt(one('a'), '2\none --> two\nb'), 'TIMES_WRONG', 6],
  ['an end before the start', srt(one('a'), '2\n00:00:09,000 --> 00:00:04,000\nb'), 'ENDS_BEFORE_START', 6],
  ['a time after a day', srt(one('a'), '2\n25:00:00,000 --> 25:00:01,000\nb'), 'TOO_LATE', 6],
  ['a text that is too long', one('x'.repeat(2_001)), 'CUE_TOO_LONG', 2],
  ['an end at the start', srt(one('a'), '2\n00:00:04,000 --> 00:00:04,000\nb'), 'ENDS_BEFORE_START', 6],
  ['a time a moment after a day', srt(one('a'), '2\n00:00:03,000 --> 24:00:00,001\nb'), 'TOO_LATE', 6],
  ['sixty seconds', srt(one('a'), '2\n00:00:60,000 --> 00:02:00,000\nb'), 'TIMES_WRONG', 6],
  ['sixty minutes', srt(one('a'), '2\n00:60:00,000 --> 01:02:00,000\nb'), 'TIMES_WRONG', 6],
  ['an end that cannot be', srt(one('a'), '2\n00:00:01,000 --> 00:02:60,000\nb'), 'TIMES_WRONG', 6],
  ['a number alone', srt(one('a'), '2'), 'TIMES_MISSING', 5],
  ['a text before the first times', srt('Hello', one('a')), 'TIMES_MISSING', 1],
  ['an identifier of two lines', srt(one('a'), 'b\nc\n00:00:03,000 --> 00:00:04,000\nd'), 'TIMES_MISSING', 5],
  ['texts that are all empty', one('{\\i1}'), 'NO_TIMES', 1],
  ['a text that becomes too long', srt(one('x'.repeat(1_999)), 'yy'), 'CUE_TOO_LONG', 5],
])('%s is refused with its line [STU-12:subtitles]', (_what, text, refusal, line) => {
  expect(parseCues(text)).toEqual({ ok: false, refusal, line });
});

test('a file has a limit of cues, and one at the limit is read in a moment', () => {
  const cues = (count: number) => '00:00:01,000 --> 00:00:02,000\na\n\n'.repeat(count);
  expect(parseCues(cues(TEXT_TRACK_LIMITS.cuesMax)).ok).toBe(true);
  expect(parseCues(cues(TEXT_TRACK_LIMITS.cuesMax + 1))).toMatchObject({ refusal: 'TOO_MANY_CUES', line: 60_001 });
});

const utf16 = (text: string) => Buffer.from(text, 'utf16le');
test.each([
  ['UTF-8', Buffer.from('Été 日本', 'utf8'), 'fr', 'Été 日本'],
  ['UTF-8 with a mark', Buffer.from('\uFEFFÉté', 'utf8'), 'fr', 'Été'],
  ['UTF-16', Buffer.concat([Buffer.from([0xff, 0xfe]), utf16('Été')]), 'fr', 'Été'],
  ['UTF-16 from the other end', Buffer.concat([Buffer.from([0xfe, 0xff]), utf16('Été').swap16()]), 'fr', 'Été'],
  ['UTF-16 without a mark', utf16('1\n00:00:01,000 --> Été'), 'fr', '1\n00:00:01,000 --> Été'],
  ['UTF-16 without a mark from the other end', utf16('1\n00:00:01,000').swap16(), 'fr', '1\n00:00:01,000'],
  ['UTF-16 of other letters', Buffer.concat([Buffer.from([0xff, 0xfe]), utf16('日本語')]), 'ja', '日本語'],
  [
    'UTF-16 of other letters from the other end',
    Buffer.concat([Buffer.from([0xfe, 0xff]), utf16('日本語').swap16()]),
    'ja',
    '日本語',
  ],
  ['Latin-1 that begins like a mark', Buffer.from([0xff, 0x41, 0x42, 0x43]), 'fr', 'ÿABC'],
  ['Latin-1 that begins like a mark from the other end', Buffer.from([0xfe, 0x41, 0x42, 0x43]), 'fr', 'þABC'],
  ['Latin-1', Buffer.from('Été à Paris', 'latin1'), 'fr', 'Été à Paris'],
  ['the encoding of Russian', Buffer.from([0xcf, 0xf0, 0xe8, 0xe2, 0xe5, 0xf2]), 'ru', 'Привет'],
  ['a picture', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 0x0d]), 'fr', undefined],
])('%s is recognized [STU-12:subtitles]', (_what, bytes, language, text) => {
  expect(decodeText(bytes, language)).toBe(text);
});
