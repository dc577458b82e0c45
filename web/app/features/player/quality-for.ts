import type { Quality } from './engine.ts';

/** The quality of a film that comes nearest to so many lines without being finer; undefined lets the engine choose. */
export function qualityFor(qualities: readonly Quality[], lines: number): Quality | undefined {
  if (lines === 0) return undefined;
  const finestFirst = [...qualities].sort((a, b) => b.lines - a.lines);
  return finestFirst.find((quality) => quality.lines <= lines) ?? finestFirst.at(-1);
}
