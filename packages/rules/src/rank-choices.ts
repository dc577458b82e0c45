import { fold } from './folded.ts';

const WORDS = /[\p{L}\p{N}]+/gu;
const EXACT = 0;
const BEGINNING = 1;
const WORD_BEGINNINGS = 2;
const ANYWHERE = 3;

/** How well a text answers what was typed, the smallest number best; undefined when it does not. */
function rankOf(text: string, typed: string): number | undefined {
  const folded = fold(text).trim();
  if (folded === typed) return EXACT;
  if (folded.startsWith(typed)) return BEGINNING;
  const words = folded.match(WORDS) ?? [];
  const asked = typed.match(WORDS) ?? [];
  const all = (matches: (word: string) => boolean) => asked.length > 0 && asked.every(matches);
  if (all((part) => words.some((word) => word.startsWith(part)))) return WORD_BEGINNINGS;
  return folded.includes(typed) || all((part) => folded.includes(part)) ? ANYWHERE : undefined;
}

/**
 * The choices that match what somebody typed into a list, the best first: the same text, one that begins with it, one
 * with words that begin with its words, then one that holds it anywhere; accents and case do not matter, and among equals
 * the given order stays. With `keepAll` the others follow, for choices that a server has found by its own rule.
 */
export function rankChoices<C>(
  choices: readonly C[],
  typed: string,
  { textOf, keepAll = false }: { textOf: (choice: C) => string; keepAll?: boolean },
): C[] {
  const query = fold(typed).trim();
  const worst = ANYWHERE + 1;
  return choices
    .map((choice) => ({ choice, rank: rankOf(textOf(choice), query) ?? worst }))
    .filter(({ rank }) => keepAll || rank < worst)
    .sort((a, b) => a.rank - b.rank)
    .map(({ choice }) => choice);
}
