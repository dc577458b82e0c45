import { FIRST_LETTER, lexeme } from './vector.ts';
import { isLittleWord, wordsOf } from './words.ts';

/** Characters of a search; the rest is left out. */
const CHARACTERS_MAX = 200;
/** Words of a search; the rest is left out. */
const WORDS_MAX = 12;
/** So many words from the end may be beginnings: each stands for many words. */
const BEGINNINGS_MAX = 4;

/** A word of a search. What is found holds every deciding one; the others only make a match better. */
export type TypedWord = { text: string; isLittle: boolean; isDeciding: boolean };

/** Weights of a term: in titles, names and facts alone, or in prose too. */
export const [NAMED, ANYWHERE] = [':ABC', ''];

/** Words of the field that need not be in what is found, such as `film`, unless the search has no others. */
export type LittleWords = ReadonlySet<string>;

const isLetter = (word: string) => [...word].length === 1;

export function typedWords(query: string, littleWords?: LittleWords): TypedWord[] {
  const words = wordsOf(query.slice(0, CHARACTERS_MAX)).slice(0, WORDS_MAX);
  const little = words.map((word) => isLittleWord(word) || (littleWords?.has(word) ?? false));
  const areAllLittle = !little.includes(false);
  return words.map((text, index) => {
    const isLittle = !areAllLittle && little[index] === true;
    // A last letter is the beginning of a word that is still being typed.
    const isUnfinished = index > 0 && index === words.length - 1 && isLetter(text);
    return { text, isLittle, isDeciding: !isLittle && !isUnfinished };
  });
}

/** The term for words that begin so, with these weights. One letter begins too many words: it stands for itself. */
export function beginningOf(word: string, weights: string): string {
  if (isLetter(word)) return lexeme(word) + weights;
  return `${lexeme(word)}${weights || ':'}*`;
}

export const and = (terms: readonly string[]): string => terms.join(' & ');

/**
 * Documents with all deciding words: the last four as beginnings, those before them whole. For a single letter, those whose
 * title begins with it.
 */
export function beginningsOf(words: readonly TypedWord[], weights: string): string {
  const deciding = [...new Set(words.filter(({ isDeciding }) => isDeciding).map(({ text }) => text))];
  const letter = deciding.length > 0 ? deciding.join('') : (words.at(-1)?.text ?? '');
  if (isLetter(letter)) return `${beginningOf(letter, weights)} | ${lexeme(FIRST_LETTER + letter)}`;
  const isEarly = (index: number) => index < deciding.length - BEGINNINGS_MAX;
  return and(deciding.map((word, index) => (isEarly(index) ? lexeme(word) + weights : beginningOf(word, weights))));
}
