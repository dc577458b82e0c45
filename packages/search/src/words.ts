import { fold } from '@marquee/rules/folded';

/** Longer words are cut, in documents and in searches alike. */
const WORD_CHARACTERS_MAX = 40;
/** A shorter word has too many neighbours to guess which was meant. */
const CORRECTABLE_CHARACTERS_MIN = 3;

const APOSTROPHES = /['’‘ʼ`´]/gu;
/** The end of `keeper's` and `don't`, which is no word. */
const ENDINGS = /['’‘ʼ`´]\p{L}(?![\p{L}\p{N}])/gu;
const JOINTS = /(?<=[\p{L}\p{N}])['’‘ʼ`´.\-‐‑–&](?=[\p{L}\p{N}])/gu;
const WORDS = /[\p{L}\p{N}]+/gu;
const LETTERS = /^\p{L}+$/u;

const cut = (word: string) => [...word].slice(0, WORD_CHARACTERS_MAX).join('');
const wordsIn = (folded: string) => (folded.match(WORDS) ?? []).map(cut);

/** The words of a search, in its order: folded, apostrophes left out, all else that is no letter or digit a gap. */
export function wordsOf(text: string): string[] {
  return wordsIn(fold(text).replace(APOSTROPHES, ''));
}

/**
 * The words of a text that is searched. One with an apostrophe, dot or hyphen counts both as one word and as its parts,
 * at the same place: `L'Avventura` is found by `avventura` and by `lavventura`.
 */
export function placedWordsOf(text: string): string[][] {
  return fold(text)
    .split(/\s+/u)
    .map((piece) => [...new Set([...wordsIn(piece.replace(ENDINGS, '')), ...wordsIn(piece.replace(JOINTS, ''))])])
    .filter((words) => words.length > 0);
}

const ARTICLES = new Set(['the', 'a', 'an']);
/** Words that say little: one in a search need not be in what it finds, unless the search has no others. */
const LITTLE_WORDS = new Set([...ARTICLES, 'and', 'at', 'by', 'for', 'from', 'in', 'of', 'on', 'or', 'to', 'with']);

export const isLittleWord = (word: string): boolean => LITTLE_WORDS.has(word);

/** A title as it is compared with a search: its words without an article at the beginning. */
export function titleKey(text: string): string {
  const words = wordsOf(text);
  return (words.length > 1 && ARTICLES.has(words[0] ?? '') ? words.slice(1) : words).join(' ');
}

/** Whether other spellings of the word are looked for. Years and other numbers are meant as they are written. */
export function isCorrectable(word: string): boolean {
  return LETTERS.test(word) && [...word].length >= CORRECTABLE_CHARACTERS_MIN;
}

/** The word, and the word with each of its letters left out. */
export function deletionsOf(word: string): string[] {
  const letters = [...word];
  return [...new Set([word, ...letters.map((_, left) => letters.filter((_, index) => index !== left).join(''))])];
}

/**
 * How many slips lie between two words that share a deletion: 0, 1 for a letter that is missing, too many, wrong or swapped
 * with its neighbour, else 2.
 */
export function slipsBetween(one: string, other: string): 0 | 1 | 2 {
  if (one === other) return 0;
  const [a, b] = [[...one], [...other]];
  while (a.length > 0 && b.length > 0 && a[0] === b[0]) {
    a.shift();
    b.shift();
  }
  while (a.length > 0 && b.length > 0 && a.at(-1) === b.at(-1)) {
    a.pop();
    b.pop();
  }
  const isOneLetter = Math.max(a.length, b.length) === 1;
  const isSwap = a.length === 2 && b.length === 2 && a[0] === b[1] && a[1] === b[0];
  return isOneLetter || isSwap ? 1 : 2;
}
