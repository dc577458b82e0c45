import { create } from '@bufbuild/protobuf';
import {
  ArrayItemType,
  type Setting,
  SettingType,
  type SettingValue,
  SettingValueSchema,
} from '@marquee/contracts/marketing/v1/settings_pb';
import { richtext, settingItems, settingText } from '@marquee/rules/settings';

/** An item while it is edited: with an id of its own, by which a list keeps its place when items move. */
export type DraftItem = { id: number; name: string; label: string; children: DraftItem[] };

/** A value while it is edited. A number is the text that was typed. */
export type DraftValue = { text: string; number: string; flag: boolean; items: DraftItem[] };

let lastId = 0;
export const newItem = (name = ''): DraftItem => ({ id: ++lastId, name, label: '', children: [] });

type Item = SettingValue['items'][number];
const draftItem = ({ name, label, children }: Item): DraftItem => ({
  ...newItem(name),
  label,
  children: children.map(draftItem),
});

export function draftOf(value: SettingValue | undefined): DraftValue {
  const { text = '', number = 0, flag = false, items = [] } = value ?? {};
  return { text, number: String(number), flag, items: items.map(draftItem) };
}

type Plain = { name: string; label: string; children: Plain[] };
const plainItem = ({ name, label, children }: DraftItem): Plain => ({ name, label, children: children.map(plainItem) });

/** What is sent: the field of the setting's type. */
export function valueOfDraft(type: SettingType, draft: DraftValue): SettingValue {
  const { text, number, flag, items } = draft;
  if (type === SettingType.NUMBER) return create(SettingValueSchema, { number: typedNumber(number) });
  if (type === SettingType.BOOLEAN) return create(SettingValueSchema, { flag });
  if (type === SettingType.ARRAY) return create(SettingValueSchema, { items: items.map(plainItem) });
  return create(SettingValueSchema, { text });
}

/** What is typed says whether something has changed, not the objects it is in. */
export const draftKey = (type: SettingType, draft: DraftValue): string => JSON.stringify(valueOfDraft(type, draft));

const typedNumber = (typed: string) => (typed.trim() === '' ? Number.NaN : Number(typed.trim().replace(',', '.')));

const KINDS = {
  [ArrayItemType.UNSPECIFIED]: 'OTHER',
  [ArrayItemType.USER]: 'USER',
  [ArrayItemType.FILM]: 'FILM',
  [ArrayItemType.OPTION]: 'OPTION',
  [ArrayItemType.OTHER]: 'OTHER',
} as const;

/** What is wrong with a value, and where in it: '' for all of it, `1.name` for a part of the second item. */
export type ValueProblem = { text: string; path: string };

/** What has to be mended before the value can be sent; the server checks it again, by the setting's own rule. */
export function problemOf({ facts }: Setting, draft: DraftValue): ValueProblem | undefined {
  if (!facts) return undefined;
  if (facts.type === SettingType.NUMBER) {
    return Number.isFinite(typedNumber(draft.number)) ? undefined : { text: 'Please enter a number.', path: '' };
  }
  if (facts.type === SettingType.BOOLEAN) return undefined;
  const checked =
    facts.type === SettingType.ARRAY
      ? settingItems(KINDS[facts.arrayItemType], facts.levels).safeParse(draft.items.map(plainItem))
      : (facts.type === SettingType.RICHTEXT ? richtext : settingText).safeParse(draft.text);
  const [issue] = checked.error?.issues ?? [];
  return issue && { text: issue.message, path: issue.path.join('.') };
}

/** The same of a value that the server refused: it names `value.items.1.name`. */
export function refusedValue(fields: readonly { field: string; message: string }[]): ValueProblem | undefined {
  const refused = fields.find(({ field }) => field.startsWith('value.'));
  return refused && { text: refused.message, path: refused.field.split('.').slice(2).join('.') };
}

/** The problem of a part, by where it is in the part; undefined for one of something else. */
export function problemIn(problem: ValueProblem | undefined, part: string): ValueProblem | undefined {
  if (problem?.path === part) return { ...problem, path: '' };
  if (!problem?.path.startsWith(`${part}.`)) return undefined;
  return { ...problem, path: problem.path.slice(part.length + 1) };
}
