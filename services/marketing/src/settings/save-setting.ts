import type { DeclaredSetting } from '@marquee/rules/declared-settings';
import { SETTING_LIMITS, type SettingItem, settingReason } from '@marquee/rules/settings';
import { parse } from '@marquee/runtime/schema';
import type { AccountViewer } from '@marquee/runtime/viewer';
import { VALUE_FIELDS } from '@marquee/service/setting-value';
import { z } from 'zod';
import * as people from '../people/people.ts';
import type { MarketingWrite } from '../resources.ts';
import { type CurrentSetting, currentSetting, declaredSetting } from './declared.ts';
import { sanitizeRichtext } from './sanitize-richtext.ts';
import { notUsers } from './setting-errors.ts';
import * as settings from './settings.ts';
import { writeVersion } from './write-version.ts';

export const saveSettingSchema = z.object({
  key: z.string(),
  value: z.unknown(),
  /** The version that was changed; 0n for the default. */
  seenVersion: z.bigint(),
  reason: settingReason,
});

/** Changes a setting, unless somebody has since the viewer saw it. The value is checked by the setting's own schema. */
export async function saveSetting(
  write: MarketingWrite,
  viewer: AccountViewer,
  { key, value, seenVersion, reason }: z.output<typeof saveSettingSchema>,
): Promise<CurrentSetting> {
  const declared = declaredSetting(key);
  const checked = checkedValue(declared, value);
  if (declared.itemType === 'USER') await requireUsers(write, checked as SettingItem[]);
  await writeVersion(write, { key, value: checked, seenVersion, savedBy: viewer.accountId, reason });
  return currentSetting(declared, await settings.find(write.tx, key));
}

/** @throws DomainError INVALID, INVALID_INPUT, under the name of the field that the value came in */
function checkedValue({ type, schema }: DeclaredSetting, value: unknown): unknown {
  const field = VALUE_FIELDS[type];
  // Sanitised first: what is left has to have words. What is too long is refused without being read.
  const isHtml = type === 'RICHTEXT' && typeof value === 'string' && value.length <= SETTING_LIMITS.richtext;
  const given = isHtml ? sanitizeRichtext(value) : value;
  const { value: checked } = parse(z.object({ value: z.object({ [field]: schema }) }), { value: { [field]: given } });
  return checked[field];
}

async function requireUsers({ tx }: MarketingWrite, items: readonly SettingItem[]): Promise<void> {
  const unknown = new Set(
    await people.unknownAmong(
      tx,
      items.map(({ name }) => name),
    ),
  );
  if (unknown.size === 0) return;
  throw notUsers(items.flatMap(({ name }, index) => (unknown.has(name) ? [index] : [])));
}
