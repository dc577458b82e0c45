import { watchedWords } from '@marquee/rules/declared-settings';
import { fold } from '@marquee/rules/folded';
import type { SettingItem } from '@marquee/rules/settings';
import type { Settings } from '@marquee/service/settings-reader';

const BETWEEN_WORDS = /[^\p{L}\p{N}]+/u;
/** More of one text are not kept. */
const NAMED_MAX = 10;

/** Words without case, accents and width, each between two spaces. */
const folded = (text: string): string => ` ${fold(text).split(BETWEEN_WORDS).filter(Boolean).join(' ')} `;

/** The entries of staff's list whose words, next to each other and whole, are in a text, in one of their spellings [FLM-16]. */
export function watchedIn(text: string, settings: Pick<Settings, 'get'>): string[] {
  if (!text) return [];
  const said = folded(text);
  const isSaid = ({ name }: SettingItem) => folded(name).trim() !== '' && said.includes(folded(name));
  return settings
    .get(watchedWords)
    .filter((item) => [item, ...item.children].some(isSaid))
    .map(({ name }) => name)
    .slice(0, NAMED_MAX);
}
