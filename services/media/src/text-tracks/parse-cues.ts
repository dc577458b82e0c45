import { TEXT_TRACK_LIMITS, type TextTrackRefusal } from '@marquee/rules/text-tracks';

export type Cue = { startMs: number; endMs: number; settings: string; text: string };
export type ParsedCues = { ok: true; cues: Cue[] } | { ok: false; refusal: TextTrackRefusal; line: number };

const ARROW = '-->';
const TIME = String.raw`(?:(\d{1,3}):)?(\d{1,2}):(\d{1,2})[.,](\d{1,3})`;
const TIMES = new RegExp(`^${TIME}\\s*-->\\s*${TIME}(?:\\s+(.*))?$`);
/** The settings of WebVTT that are kept; all others are dropped. */
const SETTING =
  /^(?:line:-?\d{1,3}(?:\.\d+)?%?(?:,(?:start|center|end))?|(?:position|size):\d{1,3}(?:\.\d+)?%(?:,(?:line-left|center|line-right))?|align:(?:start|center|end|left|right))$/;
const NUMBER = /^\d+$/;
const NOT_A_CUE = /^(?:NOTE|STYLE|REGION)(?:\s|$)/;
/** Of SubStation Alpha, which SRT players know: at the top of the picture. */
const AT_TOP = /\{\\an[789]\}/;

class Refused extends Error {
  readonly refusal: TextTrackRefusal;
  readonly line: number;

  constructor(refusal: TextTrackRefusal, line: number) {
    super(refusal);
    this.refusal = refusal;
    this.line = line;
  }
}

/** The cues of a WebVTT or SRT file, in the order of their start, or why it was refused and in which line. */
export function parseCues(text: string): ParsedCues {
  try {
    return { ok: true, cues: readCues(text.split(/\r\n|\n|\r/)) };
  } catch (error) {
    if (error instanceof Refused) return { ok: false, refusal: error.refusal, line: error.line };
    throw error;
  }
}

function readCues(lines: readonly string[]): Cue[] {
  const isVtt = /^WEBVTT(?:\s|$)/.test(lines[0] ?? '');
  if (!lines.some((line) => line.includes(ARROW))) throw new Refused('NO_TIMES', 1);
  const cues: Cue[] = [];
  // The header of WebVTT ends with the first empty line.
  let at = isVtt ? endOfBlock(lines, 0) : 0;
  while (at < lines.length) {
    if (lines[at]?.trim() === '') {
      at += 1;
      continue;
    }
    const end = endOfBlock(lines, at);
    const isNote = isVtt && NOT_A_CUE.test(lines[at] ?? '');
    if (!isNote) {
      if (cues.length === TEXT_TRACK_LIMITS.cuesMax) throw new Refused('TOO_MANY_CUES', at + 1);
      const cue = readCue(lines.slice(at, end), at + 1, cues.at(-1));
      if (cue) cues.push(cue);
    }
    at = end;
  }
  if (cues.length === 0) throw new Refused('NO_TIMES', 1);
  return cues.sort((a, b) => a.startMs - b.startMs);
}

/** A block ends before an empty line, or where the next cue begins without one. */
function endOfBlock(lines: readonly string[], from: number): number {
  let hasTimes = false;
  for (let at = from; at < lines.length; at += 1) {
    const line = lines[at]?.trim() ?? '';
    if (line === '') return at;
    if (!TIMES.test(line)) continue;
    if (hasTimes) return NUMBER.test(lines[at - 1]?.trim() ?? '') ? at - 1 : at;
    hasTimes = true;
  }
  return lines.length;
}

/** The cue of a block, or undefined for one without text, and for an empty line within the text of the cue before. */
function readCue(block: readonly string[], firstLine: number, before: Cue | undefined): Cue | undefined {
  const at = block.findIndex((line) => line.includes(ARROW));
  // An identifier is one line at the most.
  if (at < 0 || at > 1) {
    const isText = before !== undefined && at < 0 && !NUMBER.test(block[0]?.trim() ?? '');
    if (!isText) throw new Refused('TIMES_MISSING', firstLine + (block.length > 1 && at < 0 ? 1 : 0));
    before.text = cueText([before.text, ...block].join('\n'), firstLine);
    return undefined;
  }
  const line = firstLine + at;
  const times = TIMES.exec(block[at]?.trim() ?? '');
  if (!times) throw new Refused('TIMES_WRONG', line);
  const [startMs, endMs] = [milliseconds(times.slice(1, 5), line), milliseconds(times.slice(5, 9), line)];
  if (endMs <= startMs) throw new Refused('ENDS_BEFORE_START', line);
  if (endMs > TEXT_TRACK_LIMITS.endMsMax) throw new Refused('TOO_LATE', line);
  const body = block.slice(at + 1).join('\n');
  const text = cueText(body, line);
  const settings = (times[9] ?? '').split(/\s+/).filter((setting) => SETTING.test(setting));
  if (AT_TOP.test(body)) settings.push('line:0');
  return text === '' ? undefined : { startMs, endMs, settings: settings.join(' '), text };
}

function milliseconds([hours, minutes, seconds, fraction]: string[], line: number): number {
  if (Number(minutes) > 59 || Number(seconds) > 59) throw new Refused('TIMES_WRONG', line);
  const wholeS = (Number(hours ?? 0) * 60 + Number(minutes)) * 60 + Number(seconds);
  return wholeS * 1000 + Number((fraction ?? '').padEnd(3, '0'));
}

/** The tags that are kept: italic, bold, underlined, and who speaks. */
const TAG = /<(?:(\/)?([ibu])(?:\.[\w.-]*)?|v(?:\.[\w.-]*)?\s+([^<>\n]{1,100})|\/v)>/gi;
const ENTITY = /&(?!(?:amp|lt|gt|nbsp|lrm|rlm|#\d{1,7}|#x[\da-f]{1,6});)/gi;
/** Of SRT's fonts, of WebVTT's classes, languages, ruby and times, and of SubStation Alpha. */
const OTHER_TAG = /<\/?(?:font|c|lang|ruby|rt|span)(?:[\s.][^<>]*)?>|<\d{1,3}:[\d:.]+>|\{\\[^{}]*\}/gi;

/** The text as WebVTT, with known tags alone; anything else that looks like a tag is shown as it is written. */
function cueText(raw: string, line: number): string {
  const text = raw.replace(OTHER_TAG, '').trim();
  if (text.length > TEXT_TRACK_LIMITS.cueCharactersMax) throw new Refused('CUE_TOO_LONG', line);
  let written = '';
  let from = 0;
  for (const tag of text.matchAll(TAG)) {
    written += escaped(text.slice(from, tag.index)) + cleanTag(tag);
    from = tag.index + tag[0].length;
  }
  return written + escaped(text.slice(from));
}

function cleanTag([whole, slash = '', name, speaker]: RegExpExecArray | RegExpMatchArray): string {
  if (name) return `<${slash}${name.toLowerCase()}>`;
  return speaker ? `<v ${escaped(speaker.trim())}>` : whole.toLowerCase();
}

function escaped(text: string): string {
  return text.replace(ENTITY, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');
}
