import type { Query } from '@marquee/data/database';
import { beginningOf, NAMED, type TypedWord } from './typed-words.ts';
import { lexeme } from './vector.ts';
import { deletionsOf, isCorrectable, slipsBetween } from './words.ts';

type Queryable = { query: Query };

/** Spellings that one search is answered with. */
const SPELLINGS_MAX = 3;
/** Words that may be meant by one that was typed. */
const ALTERNATIVES_MAX = 6;
/** In a shorter word two slips leave too little of what was meant. */
const TWO_SLIPS_CHARACTERS_MIN = 6;
/** Documents that are looked at to see which spellings occur together. */
const DOCUMENTS_MAX = 50;
const CANDIDATES_MAX = 2_000;

/** A word that may have been meant: its term in a query, and by how many slips it differs. */
export type Alternative = { text: string; term: string; slips: number; documents: number };

/** A search in other words, each of which occurs in one and the same document. */
export type Spelling = { text: string; terms: Alternative[] };

/**
 * Other spellings of a search, the likeliest first: by slips, then by how common their words are. Where something matches
 * as typed, only words that nothing holds and nothing begins with are doubted; where nothing does, each may be wrong.
 */
export async function chooseSpellings(
  db: Queryable,
  { collection, words, matches }: { collection: string; words: readonly TypedWord[]; matches: number },
): Promise<Spelling[]> {
  const deciding = words.filter(({ isDeciding }) => isDeciding).map(({ text }) => text);
  const known = await knownWords(db, collection, deciding);
  const doubted = deciding.filter((word) => isCorrectable(word) && (matches === 0 || !known.has(word)));
  if (doubted.length === 0) return [];
  const candidates = await candidatesFor(db, collection, doubted);
  const alternatives = deciding.map((word) => [
    ...(known.has(word) ? [{ text: word, term: beginningOf(word, NAMED), slips: 0, documents: 0 }] : []),
    ...(candidates.get(word) ?? []),
  ]);
  if (alternatives.some((some) => some.length === 0)) return [];
  return occurring(await choicesInDocuments(db, collection, alternatives), words);
}

const KNOWN = `
  SELECT typed FROM unnest($2::text[]) AS t (typed)
  WHERE EXISTS (SELECT 1 FROM search_words
    WHERE collection = $1 AND word >= typed COLLATE "C" AND word < (typed || chr(1114111)) COLLATE "C")`;

// The range ends before the last character of Unicode.
/** Those that a word of the collection is or begins with. */
async function knownWords(db: Queryable, collection: string, words: readonly string[]): Promise<Set<string>> {
  const rows = await db.query<{ typed: string }>({ name: 'search.known', text: KNOWN, values: [collection, words] });
  return new Set(rows.map(({ typed }) => typed));
}

const CANDIDATES = `
  SELECT DISTINCT t.typed, d.word, w.documents
  FROM unnest($2::text[], $3::text[]) AS t (typed, deletion)
  JOIN search_deletions d ON d.collection = $1 AND d.deletion = t.deletion COLLATE "C"
  JOIN search_words w ON w.collection = $1 AND w.word = d.word
  LIMIT $4`;

type Candidate = { typed: string; word: string; documents: number };

/** The nearest words to each of these, the commonest first. */
async function candidatesFor(
  db: Queryable,
  collection: string,
  words: readonly string[],
): Promise<Map<string, Alternative[]>> {
  const pairs = words.flatMap((word) => deletionsOf(word).map((deletion) => [word, deletion] as const));
  const values = [collection, pairs.map(([word]) => word), pairs.map(([, deletion]) => deletion), CANDIDATES_MAX];
  const rows = await db.query<Candidate>({ name: 'search.candidates', text: CANDIDATES, values });
  const found = new Map<string, Alternative[]>();
  for (const { typed, word, documents } of rows) {
    const slips = slipsBetween(typed, word);
    const slipsMax = [...typed].length < TWO_SLIPS_CHARACTERS_MIN ? 1 : 2;
    if (slips > 0 && slips <= slipsMax)
      found.set(typed, [...(found.get(typed) ?? []), alternative(word, slips, documents)]);
  }
  for (const [typed, some] of found) {
    some.sort(byLikelihood);
    found.set(typed, some.filter(({ slips }) => slips === some[0]?.slips).slice(0, ALTERNATIVES_MAX));
  }
  return found;
}

const alternative = (text: string, slips: number, documents: number): Alternative => ({
  ...{ text, slips, documents, term: lexeme(text) + NAMED },
});

type Likelihood = Pick<Alternative, 'text' | 'slips' | 'documents'>;

const byLikelihood = (a: Likelihood, b: Likelihood) =>
  a.slips - b.slips || b.documents - a.documents || (a.text < b.text ? -1 : 1);

// Each alternative once more, to see which of them a document holds.
const CHOICES = `
  SELECT ARRAY(SELECT n FROM unnest($3::text[]) WITH ORDINALITY AS a (term, n) WHERE f.vector @@ a.term::tsquery)::int[] AS held
  FROM (SELECT vector FROM search_documents WHERE collection = $1 AND vector @@ $2::tsquery
    ORDER BY ts_rank(vector, $2::tsquery) DESC, id DESC LIMIT $4) AS f`;

/** What documents hold of the alternatives of each word, the likeliest of each. */
async function choicesInDocuments(
  db: Queryable,
  collection: string,
  alternatives: readonly Alternative[][],
): Promise<Alternative[][]> {
  const query = alternatives.map((some) => `(${some.map(({ term }) => term).join(' | ')})`).join(' & ');
  const terms = alternatives.flat().map(({ term }) => term);
  const values = [collection, query, terms, DOCUMENTS_MAX];
  const rows = await db.query<{ held: number[] }>({ name: 'search.choices', text: CHOICES, values });
  const places = alternatives.map((_, index) => alternatives.slice(0, index).flat().length);
  return rows.map(({ held }) => {
    const isHeld = new Set(held.map((n) => n - 1));
    return alternatives.map((some, index) =>
      some.find((_, own) => isHeld.has((places[index] ?? 0) + own)),
    ) as Alternative[];
  });
}

/** The spellings of these choices, the likeliest first, with the other words as they were typed. */
function occurring(choices: readonly Alternative[][], words: readonly TypedWord[]): Spelling[] {
  const spellings = new Map<string, Spelling>();
  for (const terms of choices) {
    const rest = [...terms];
    const text = words.map((word) => (word.isDeciding ? (rest.shift()?.text ?? '') : word.text)).join(' ');
    spellings.set(text, { text, terms });
  }
  const sum = (of: Spelling, what: 'slips' | 'documents') => of.terms.reduce((total, one) => total + one[what], 0);
  const likelihood = (spelling: Spelling) => ({
    ...{ text: spelling.text, slips: sum(spelling, 'slips'), documents: sum(spelling, 'documents') },
  });
  return [...spellings.values()].sort((a, b) => byLikelihood(likelihood(a), likelihood(b))).slice(0, SPELLINGS_MAX);
}
