import { Resvg } from '@resvg/resvg-js';
import type { FontFile, FontFiles, TextStyle } from './font-files.ts';

/** Texts are measured at this size and scaled. */
const MEASURED_AT = 100;
/** In ems. */
const SPACE = 0.26;
const WORDS_MAX = 60;
const ELLIPSIS = '…';
const EMOJI = /(?![©®™])\p{Extended_Pictographic}|\p{Emoji_Modifier}|\p{Regional_Indicator}|\u200d|\ufe0f|\u20e3/gu;
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;
const LETTER = /\p{L}/u;

type Run = { text: string; file: FontFile; left: number; width: number };
type Word = { runs: Run[]; width: number; rightToLeft: boolean | undefined };
type Line = { words: Word[]; width: number };

export type SetText = { svg: string; height: number };
export type Setting = {
  style: TextStyle;
  x: number;
  y: number;
  width: number;
  /** Sizes that are tried, the largest first. */
  sizes: readonly number[];
  linesMax: number;
  fill: string;
};

/**
 * Sets texts as SVG. Each run of letters that one file has is a text of its own at a measured place, so that the renderer
 * never looks for a font: it would draw boxes for what it does not find.
 */
export function textSetter({ fileOf }: FontFiles) {
  /** @returns nothing when the text has letters that no font has; emoji are left out */
  return function setText(text: string, setting: Setting): SetText | undefined {
    const plain = text.normalize('NFC').replace(EMOJI, '').replace(/\s+/gu, ' ').trim();
    if (plain === '') return undefined;
    const words: Word[] = [];
    for (const one of plain.split(' ').slice(0, WORDS_MAX)) {
      const word = wordOf(one, setting.style);
      if (!word) return undefined;
      words.push(word);
    }
    const ends = wordOf(ELLIPSIS, setting.style);
    const rightToLeft = words.find((word) => word.rightToLeft !== undefined)?.rightToLeft ?? false;
    const sized = setting.sizes.map((size) => ({ size, lines: wrap(words, setting.width / size) }));
    const fitting = sized.find(
      ({ size, lines }) =>
        lines.length <= setting.linesMax && lines.every(({ width }) => width * size <= setting.width),
    );
    const { size, lines } = fitting ?? cut(words, setting, ends);
    const leading = size * (setting.style === 'title' ? 1.12 : 1.4);
    const svg = lines.map((line, index) =>
      lineSvg(line, setting, size, setting.y + size + index * leading, rightToLeft),
    );
    return { svg: svg.join(''), height: lines.length * leading };
  };

  function wordOf(text: string, style: TextStyle): Word | undefined {
    const runs: { text: string; file: FontFile }[] = [];
    for (const letter of text) {
      const last = runs.at(-1);
      // A mark belongs to the letter before it.
      const file = /\p{M}/u.test(letter) && last ? last.file : fileOf(letter, style);
      if (!file) return undefined;
      if (last?.file === file) last.text += letter;
      else runs.push({ text: letter, file });
    }
    const measured = runs.map((run) => ({ ...run, ...measure(run) }));
    const rightToLeft = LETTER.test(text) ? RIGHT_TO_LEFT.test(text) : undefined;
    return { runs: measured, width: sum(measured), rightToLeft };
  }
}

/** In ems. */
function measure({ text, file }: { text: string; file: FontFile }): { left: number; width: number } {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg">${textSvg(text, file, 0, 0, MEASURED_AT, '#000')}</svg>`;
  const box = new Resvg(svg, { font: { loadSystemFonts: false, fontFiles: [file.path] } }).getBBox();
  const left = Math.max(0, box?.x ?? 0) / MEASURED_AT;
  return { left, width: (box?.width ?? 0) / MEASURED_AT + 2 * left };
}

/** Fills lines one after the other; a word that is wider than a line has its own. */
function wrap(words: Word[], width: number): Line[] {
  const lines: Line[] = [];
  for (const word of words) {
    const last = lines.at(-1);
    if (last && last.width + SPACE + word.width <= width) {
      last.words.push(word);
      last.width += SPACE + word.width;
    } else lines.push({ words: [word], width: word.width });
  }
  return lines;
}

/** At the smallest size, the lines that there is room for, with an ellipsis; one long word is made smaller still. */
function cut(
  words: Word[],
  { sizes, width, linesMax }: Setting,
  ends: Word | undefined,
): { size: number; lines: Line[] } {
  const smallest = sizes.at(-1) ?? 1;
  const all = wrap(words, width / smallest);
  const lines = all.slice(0, linesMax);
  const last = lines.at(-1);
  if (all.length > linesMax && last && ends) {
    while (last.words.length > 1 && last.width + ends.width > width / smallest) {
      last.width -= SPACE + (last.words.pop()?.width ?? 0);
    }
    const word = last.words.pop();
    if (word) last.words.push({ ...word, runs: [...word.runs, ...ends.runs], width: word.width + ends.width });
    last.width += ends.width;
  }
  const widest = Math.max(...lines.map((line) => line.width));
  return { size: Math.min(smallest, width / widest), lines };
}

function lineSvg({ words }: Line, { x, width, fill }: Setting, size: number, y: number, rightToLeft: boolean): string {
  let at = rightToLeft ? x + width : x;
  const texts: string[] = [];
  for (const { runs, width: ems } of inOrder(words, rightToLeft)) {
    if (rightToLeft) at -= ems * size;
    let within = at;
    for (const run of runs) {
      texts.push(textSvg(run.text, run.file, within, y, size, fill));
      within += run.width * size;
    }
    at = rightToLeft ? at - SPACE * size : at + (ems + SPACE) * size;
  }
  return texts.join('');
}

/** Words against the direction of the text keep their own order among each other, as in a name within a sentence. */
function inOrder(words: Word[], rightToLeft: boolean): Word[] {
  const isAgainst = (word: Word | undefined) => (word?.rightToLeft ?? rightToLeft) !== rightToLeft;
  const ordered: Word[] = [];
  for (let from = 0; from < words.length; ) {
    let to = from + 1;
    while (isAgainst(words[from]) && isAgainst(words[to]) && to < words.length) to += 1;
    ordered.push(...words.slice(from, to).reverse());
    from = to;
  }
  return ordered;
}

function textSvg(text: string, { family }: FontFile, x: number, y: number, size: number, fill: string): string {
  const letters = text.replace(/[<>&"]/g, (letter) => `&#${letter.charCodeAt(0)};`);
  return `<text x="${x.toFixed(1)}" y="${y.toFixed(1)}" font-family="${family}" font-size="${size.toFixed(1)}" fill="${fill}">${letters}</text>`;
}

function sum(runs: { width: number }[]): number {
  return runs.reduce((total, { width }) => total + width, 0);
}
