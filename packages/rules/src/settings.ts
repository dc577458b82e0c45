import { z } from 'zod';
import { oneLine } from './plain-text.ts';

/** Limits of system settings. */
export const SETTING_LIMITS = {
  /** Characters of an item's name and of its label. */
  itemText: 45,
  /** Items of an array, and children of an item. */
  items: 200,
  /** How many levels of children an item may have where the setting does not say. */
  levels: 1,
  /** Characters of a richtext, tags included. */
  richtext: 60_000,
  /** Characters of a setting that is a text of one line. */
  text: 200,
  /** Characters of the reason for a change. */
  reason: 200,
} as const;

/** Texts about settings, word for word [ADS-02, ADS-03, ADS-04]. */
export const SETTING_MESSAGES = {
  itemWithoutName: 'One of your items does not have a name',
  childWithoutName: 'One of your child items does not have a name',
  selectUser: 'Please select a User',
  selectFilm: 'Please select a Film',
  failedToLoadSettings: 'Failed to load settings',
  failedToLoadData: 'We failed to load the data',
  failedToLoad: 'Failed to load',
  failedToSave: 'Failed to save. Please try again later.',
  itemTextTooLong: 'The text of an item has at most 45 characters.',
  tooManyItems: 'A list has at most 200 items.',
  tooDeep: 'Items of this list cannot have children at this level.',
  twice: 'This is in the list already.',
  textMissing: 'Please add some text.',
  textTooLong: 'A text has at most 60,000 characters, its markup included.',
  lineTooLong: 'A text has at most 200 characters.',
  reasonMissing: 'Please say why.',
  reasonTooLong: 'A reason has at most 200 characters.',
} as const;

/** What the items of an array name: an account, a film, one of several choices, or anything else. */
export type ArrayItemType = 'USER' | 'FILM' | 'OPTION' | 'OTHER';

/** An item of an array. The name of a USER or FILM is its id. */
export type SettingItem = { name: string; label: string; children: SettingItem[] };

/** Why staff change a setting. */
export const settingReason = oneLine()
  .min(1, SETTING_MESSAGES.reasonMissing)
  .max(SETTING_LIMITS.reason, SETTING_MESSAGES.reasonTooLong);

/** Formatted text as HTML. The server removes what is not allowed in it. */
export const richtext = z
  .string()
  .max(SETTING_LIMITS.richtext, SETTING_MESSAGES.textTooLong)
  .refine(hasWords, SETTING_MESSAGES.textMissing);

/** A text of one line. */
export const settingText = oneLine()
  .min(1, SETTING_MESSAGES.textMissing)
  .max(SETTING_LIMITS.text, SETTING_MESSAGES.lineTooLong);

/** A number within bounds, which the message names. */
export function settingNumber({ min, max, whole = false }: { min: number; max: number; whole?: boolean }) {
  const message = `Please enter a ${whole ? 'whole number' : 'number'} from ${min} to ${max}.`;
  const number = z.number(message).min(min, message).max(max, message);
  return whole ? number.int(message) : number;
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** The items of an array: each with a name, children only up to `levels` below the items, each name once in its list. */
export function settingItems(type: ArrayItemType, levels: number = SETTING_LIMITS.levels): z.ZodType<SettingItem[]> {
  return listOf(type, levels, 0);
}

function listOf(type: ArrayItemType, levels: number, depth: number): z.ZodType<SettingItem[]> {
  if (depth > levels) return z.array(z.any()).max(0, SETTING_MESSAGES.tooDeep) as z.ZodType<SettingItem[]>;
  const item = z.object({
    name: nameOf(type, depth),
    label: oneLine().max(SETTING_LIMITS.itemText, SETTING_MESSAGES.itemTextTooLong).default(''),
    children: z.lazy(() => listOf(type, levels, depth + 1)).default([]),
  });
  return z
    .array(item)
    .max(SETTING_LIMITS.items, SETTING_MESSAGES.tooManyItems)
    .superRefine((items, context) => {
      const seen = new Set<string>();
      items.forEach(({ name }, index) => {
        if (seen.has(name)) {
          context.addIssue({ code: 'custom', path: [index, 'name'], message: SETTING_MESSAGES.twice });
        }
        seen.add(name);
      });
    });
}

function nameOf(type: ArrayItemType, depth: number): z.ZodType<string> {
  const missing = depth === 0 ? SETTING_MESSAGES.itemWithoutName : SETTING_MESSAGES.childWithoutName;
  const name = oneLine()
    .min(1, { error: missing, abort: true })
    .max(SETTING_LIMITS.itemText, SETTING_MESSAGES.itemTextTooLong);
  if (type === 'USER') return name.regex(UUID, SETTING_MESSAGES.selectUser);
  if (type === 'FILM') return name.regex(UUID, SETTING_MESSAGES.selectFilm);
  return name;
}

/** True for HTML with a letter or a digit to read. */
function hasWords(html: string): boolean {
  return /[\p{L}\p{N}]/u.test(html.replace(/<[^>]*>/g, ''));
}
