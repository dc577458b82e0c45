import type { Query } from '@marquee/data/database';
import { chooseSpellings } from './spellings.ts';
import { ANYWHERE, and, beginningsOf, type LittleWords, NAMED, typedWords } from './typed-words.ts';
import { lexeme } from './vector.ts';
import { titleKey } from './words.ts';

type Queryable = { query: Query };

/** With fewer matches than this other spellings are looked for. */
const LITTLE = 3;

/** What search_found looks for: queries in PostgreSQL's notation. */
export type SearchPlan = {
  whole: string;
  beginning: string;
  anywhere: string;
  spelled: string;
  /** Titles that were typed, if it is a title: as it is compared, and in other spellings. */
  titles: string[];
  /** Other spellings that are looked for as well, because little or nothing matches; the best first, three at most. */
  spellings: string[];
  /** Whether something matches the search as it was typed. */
  matches: boolean;
};

/** All words of a search, each whole or as a beginning, anywhere in a document: for lists that have an order of their own. */
export function anywhereQuery(query: string): string {
  return beginningsOf(typedWords(query), ANYWHERE);
}

/**
 * Plans a search, with other spellings when little matches what was typed. Undefined when it holds no word. The work is
 * bounded whatever was typed: 12 words, each with its deletions looked up by equality.
 */
export async function planSearch(
  db: Queryable,
  query: string,
  { collection, littleWords }: { collection: string; littleWords?: LittleWords },
): Promise<SearchPlan | undefined> {
  const words = typedWords(query, littleWords);
  if (words.length === 0) return undefined;
  const anywhere = beginningsOf(words, ANYWHERE);
  const matches = await countUpTo(db, collection, anywhere, LITTLE);
  const spellings = matches < LITTLE ? await chooseSpellings(db, { collection, words, matches }) : [];
  const respelled = spellings.map(({ text }) => text);
  return {
    whole: and(words.filter(({ isLittle }) => !isLittle).map(({ text }) => lexeme(text) + NAMED)),
    beginning: beginningsOf(words, NAMED),
    anywhere,
    spelled: spellings.map(({ terms }) => `(${and(terms.map(({ term }) => term))})`).join(' | '),
    titles: [words.map(({ text }) => text).join(' '), ...respelled].map(titleKey),
    spellings: respelled,
    matches: matches > 0,
  };
}

const COUNT = `
  SELECT count(*)::int AS count
  FROM (SELECT 1 FROM search_documents WHERE collection = $1 AND vector @@ $2::tsquery LIMIT $3) AS matching`;

async function countUpTo(db: Queryable, collection: string, query: string, max: number): Promise<number> {
  const values = [collection, query, max];
  const [row] = await db.query<{ count: number }>({ name: 'search.count-matches', text: COUNT, values });
  return row?.count ?? 0;
}
