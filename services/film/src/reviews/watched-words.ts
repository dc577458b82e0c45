import { watchedWords } from '@marquee/rules/declared-settings';
import { fold } from '@marquee/rules/folded';
import type { Settings } from '@marquee/service/settings-reader';

const BETWEEN_WORDS = /[^\p{L}\p{N}]+/u;
/** More of one text are not kept. */
const NAMED_MAX = 10;

/** Words without case, accents and width, each between two spaces. */
const folded = (text: string): string => ` ${fold(text).split(BETWEEN_WORDS).filter(Boolean).join(' ')} `;

/** The entries of staff's list whose words, next to each other and whole, are in a text [FLM-16]. */
export function watchedIn(text: string, settings: Pick<Settings, 'get'>): string[] {
  if (!text) return [];
  const said = folded(text);
  return settings
    .get(watchedWords)
    .map(({ name }) => name)
    .filter((name) => folded(name).trim() !== '' && said.includes(folded(name)))
    .slice(0, NAMED_MAX);
}
