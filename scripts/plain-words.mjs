// Words of this code base's earlier dialect, which strangers had to read twice, and the standard terms to use instead.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './generated.mjs';
import { isText, repositoryFiles } from './machine-traces.mjs';

const DIALECT = [
  { words: /\baway\b|[a-z]Away|_AWAY\b/i, instead: 'unavailable, cannot be reached, offline, removed' },
  { words: /\bTold\b|\bWish[A-Z]?|\bletGo\b|\bPatience\b|\bFilmDesk\b/, instead: 'a name of what it is or does' },
  { words: /\btold\b/i, instead: 'reported, notified, logged, distinguished' },
  { words: /\bwhoever\b/i, instead: 'anybody who, a caller who' },
  { words: /\b(go|goes|going|gone|went) on\b/i, instead: 'continues, keeps serving' },
  { words: /\banew\b/i, instead: 'again, reloads' },
  { words: /\blet(s|ting)? go\b/i, instead: 'releases, closes' },
  { words: /\b(knows everybody|everybody knows)\b/i, instead: 'has all people' },
  { words: /\bwithout a word\b/i, instead: 'silently' },
  { words: /\b(in the making|half made)\b/i, instead: 'unfinished' },
  { words: /\bback in line\b/i, instead: 'back to the queue' },
];

// The prose of the demo's films is fiction, applied migrations never change, and this list has to name the words.
const EXEMPT = [
  /^demo\/catalogue\//,
  /\/migrations\/[^/]+\.sql$/,
  /^scripts\/plain-words\.mjs$/,
  /^package-lock\.json$/,
];

/** The uses of dialect words in the repository's text files, each with what to write instead. */
export async function dialectWords() {
  const files = repositoryFiles().filter((path) => isText(path) && !EXEMPT.some((exempt) => exempt.test(path)));
  return files.flatMap((path) => {
    const lines = readFileSync(join(root, path), 'utf8').split('\n');
    return lines.flatMap((line, index) =>
      DIALECT.flatMap(({ words, instead }) => {
        const found = words.exec(line)?.[0];
        return found ? [`${path}:${index + 1} says "${found}"; write for example: ${instead}`] : [];
      }),
    );
  });
}
