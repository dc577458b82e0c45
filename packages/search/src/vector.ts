import { placedWordsOf, titleKey } from './words.ts';

/** What a document is found by, in the order of weight. */
export type SearchDocument = {
  collection: string;
  id: string;
  title: string;
  /** Names that a search often means, such as a director's. */
  main?: readonly string[];
  /** Other names and facts. */
  facts?: readonly string[];
  /** Prose is found last, and its words correct no spelling. */
  prose?: string;
};

/** A document as it is stored: its vector in PostgreSQL's notation, and the words that correct spellings. */
export type StoredDocument = { collection: string; id: string; title: string; vector: string; words: Set<string> };

const WEIGHTS = ['A', 'B', 'C', 'D'] as const;
/** What comes after this place in a document is left out; PostgreSQL counts to 16,383. */
const PLACE_MAX = 16_000;
/** PostgreSQL keeps no more. */
const PLACES_OF_A_WORD_MAX = 255;
/** Letters of all different words of a document; PostgreSQL takes 1 MiB. */
const LETTERS_MAX = 150_000;
/** So far apart that words of different texts are no neighbours. */
const GAP = 10;
/** Marks the lexeme of a title's first letter; no word holds it. */
export const FIRST_LETTER = '^';

/** Quotes a lexeme. Words hold letters and digits alone. */
export const lexeme = (word: string): string => `'${word}'`;

export function storedDocument({ collection, id, title, main, facts, prose }: SearchDocument): StoredDocument {
  const places = new Map<string, string[]>();
  const words = new Set<string>();
  let place = 0;
  let letters = 0;
  for (const [index, texts] of [[title], main ?? [], facts ?? [], [prose ?? '']].entries()) {
    for (const text of texts) {
      place += GAP;
      for (const atPlace of placedWordsOf(text)) {
        if (place >= PLACE_MAX || letters >= LETTERS_MAX) break;
        place += 1;
        for (const word of atPlace) {
          if (!places.has(word)) letters += word.length;
          const at = places.get(word) ?? [];
          places.set(word, at);
          if (at.length < PLACES_OF_A_WORD_MAX) at.push(`${place}${WEIGHTS[index]}`);
          if (index < 3) words.add(word);
        }
      }
    }
  }
  const key = titleKey(title);
  const lexemes = [...places].map(([word, at]) => `${lexeme(word)}:${at.join(',')}`);
  if (key) lexemes.push(lexeme(FIRST_LETTER + [...key][0]));
  return { collection, id, title: key, vector: lexemes.join(' '), words };
}
