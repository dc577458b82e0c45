import type { MessageInitShape } from '@bufbuild/protobuf';
import type { SettingItemSchema, SettingValue, SettingValueSchema } from '@marquee/contracts/marketing/v1/settings_pb';
import type { SettingType } from '@marquee/rules/declared-settings';
import type { SettingItem } from '@marquee/rules/settings';

/** The field of a SettingValue that counts for each type. */
export const VALUE_FIELDS = {
  RICHTEXT: 'text',
  TEXT: 'text',
  NUMBER: 'number',
  BOOLEAN: 'flag',
  ARRAY: 'items',
} as const satisfies Record<SettingType, keyof SettingValue>;

/** What a message says the value of a setting is; not yet checked by the setting's schema. */
export function settingValueOf(type: SettingType, message: SettingValue | undefined): unknown {
  const value = message?.[VALUE_FIELDS[type]];
  return type === 'ARRAY' ? (value as SettingValue['items'] | undefined)?.map(itemOf) : value;
}

/** The message of a value that the setting's schema made. */
export function settingValueMessage(type: SettingType, value: unknown): MessageInitShape<typeof SettingValueSchema> {
  const field = VALUE_FIELDS[type];
  return { [field]: field === 'items' ? (value as SettingItem[]).map(itemMessage) : value };
}

function itemOf({ name, label, children }: SettingValue['items'][number]): SettingItem {
  return { name, label, children: children.map(itemOf) };
}

function itemMessage({ name, label, children }: SettingItem): MessageInitShape<typeof SettingItemSchema> {
  return { name, label, children: children.map(itemMessage) };
}
