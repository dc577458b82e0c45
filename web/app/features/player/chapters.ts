import type { Chapter } from '@marquee/rules/chapters';

/** A chapter and where the next one begins, or the film ends. */
export type ChapterSpan = Chapter & { endS: number };

/** The chapters that begin within the film, in order. Before the duration is known there are none. */
export function spansOf(chapters: readonly Chapter[], durationS: number): ChapterSpan[] {
  const within = chapters.filter(({ startS }) => startS < durationS).sort((a, b) => a.startS - b.startS);
  return within.map((chapter, index) => ({ ...chapter, endS: within[index + 1]?.startS ?? durationS }));
}

/** The chapter of a moment; undefined before the first. */
export const chapterAt = (spans: readonly ChapterSpan[], second: number): ChapterSpan | undefined =>
  spans.findLast(({ startS }) => startS <= second);

/** So far into a chapter, going back goes to its beginning. */
const BEGINNING_S = 3;

/** Where the next or the previous chapter begins; undefined where there is none. */
export function chapterFrom(spans: readonly ChapterSpan[], second: number, step: 1 | -1): number | undefined {
  if (step === 1) return spans.find(({ startS }) => startS > second)?.startS;
  return spans.findLast(({ startS }) => startS < second - BEGINNING_S)?.startS ?? (spans.length > 0 ? 0 : undefined);
}

/** The chapters as a WebVTT file, for the browser's own controls and assistive technology. */
export function chaptersFile(spans: readonly ChapterSpan[]): string {
  const cues = spans.map(
    ({ startS, endS, title }, index) => `${index + 1}\n${vttTime(startS)} --> ${vttTime(endS)}\n${escaped(title)}\n`,
  );
  return ['WEBVTT\n', ...cues].join('\n');
}

function vttTime(second: number): string {
  const parts = [second / 3_600, (second / 60) % 60, second % 60].map((part) =>
    String(Math.floor(part)).padStart(2, '0'),
  );
  return `${parts.join(':')}.${String(Math.floor((second % 1) * 1_000)).padStart(3, '0')}`;
}

const escaped = (title: string): string =>
  title.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
