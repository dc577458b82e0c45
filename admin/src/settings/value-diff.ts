import { type SettingFacts, SettingType, type SettingValue } from '@marquee/contracts/marketing/v1/settings_pb';
import { diffLines, diffWordsWithSpace } from 'diff';

export type DiffPart = { text: string; kind: 'same' | 'added' | 'removed' };

type Item = SettingValue['items'][number];

/** A value as lines that people read. */
export function readable({ type }: SettingFacts, value: SettingValue | undefined): string {
  if (!value) return '';
  if (type === SettingType.NUMBER) return String(value.number);
  if (type === SettingType.BOOLEAN) return value.flag ? 'Yes' : 'No';
  if (type === SettingType.ARRAY) return value.items.map((item) => itemLines(item, '')).join('');
  return type === SettingType.RICHTEXT ? textOf(value.text) : value.text;
}

function itemLines({ name, label, children }: Item, indent: string): string {
  const own = `${indent}${name}${label && ` (${label})`}\n`;
  return own + children.map((child) => itemLines(child, `${indent}  `)).join('');
}

/** The words of a richtext, a line for each paragraph, heading and item. */
function textOf(html: string): string {
  const page = new DOMParser().parseFromString(html, 'text/html');
  for (const link of page.querySelectorAll('a[href]')) link.append(` (${link.getAttribute('href')})`);
  for (const line of page.querySelectorAll('p, h2, h3, h4, li, hr, br')) line.append('\n');
  for (const line of page.querySelectorAll('br, hr')) line.after('\n');
  return (page.body.textContent ?? '').replace(/\n{2,}/g, '\n').trim();
}

/** A diff of lines would put two short values into one, such as 36 and 24. */
const endedLines = (text: string) => (text === '' || text.endsWith('\n') ? text : `${text}\n`);

/** What became of one value in the other. */
export function diffOf(
  facts: SettingFacts,
  before: SettingValue | undefined,
  after: SettingValue | undefined,
): DiffPart[] {
  const [from, to] = [readable(facts, before), readable(facts, after)];
  const isText = facts.type === SettingType.RICHTEXT || facts.type === SettingType.TEXT;
  const parts = isText ? diffWordsWithSpace(from, to) : diffLines(endedLines(from), endedLines(to));
  return parts.map(({ value: text, added, removed }) => ({
    text,
    kind: added ? 'added' : removed ? 'removed' : 'same',
  }));
}
