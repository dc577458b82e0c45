import type { MessageInitShape } from '@bufbuild/protobuf';
import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import {
  ArrayItemType,
  type SaveSettingRequest,
  type SettingFactsSchema,
  type SettingSchema,
  SettingType,
  type SettingVersionSchema,
} from '@marquee/contracts/marketing/v1/settings_pb';
import type { DeclaredSetting } from '@marquee/rules/declared-settings';
import { settingValueMessage, settingValueOf } from '@marquee/service/setting-value';
import { type CurrentSetting, declaredSetting } from './declared.ts';
import type { SettingFactsRow, VersionRow } from './settings.ts';

/** The value as the type of the setting reads it. */
export function saveSettingInput({ key, value, seenVersion, reason }: SaveSettingRequest) {
  return { key, seenVersion, reason, value: settingValueOf(declaredSetting(key).type, value) };
}

export function factsMessage({
  declared,
  row,
}: {
  declared: DeclaredSetting;
  row: SettingFactsRow | undefined;
}): MessageInitShape<typeof SettingFactsSchema> {
  const { key, label, description, type, itemType, levels = 0 } = declared;
  return {
    ...{ key, label, description, levels },
    type: SettingType[type],
    ...(itemType && { arrayItemType: ArrayItemType[itemType] }),
    ...(row && {
      version: row.version,
      updatedAt: timestampFromDate(row.updatedAt),
      updatedBy: row.updatedBy,
      updatedByName: row.updatedByName,
    }),
  };
}

export function settingMessage(setting: CurrentSetting): { setting: MessageInitShape<typeof SettingSchema> } {
  const { declared, value } = setting;
  return {
    setting: {
      facts: factsMessage(setting),
      value: settingValueMessage(declared.type, value),
      rule: declared.rule,
    },
  };
}

export function versionMessage(row: VersionRow): MessageInitShape<typeof SettingVersionSchema> {
  const { rolledBackTo, savedAt, version, savedBy, savedByName, reason } = row;
  return {
    ...{ version, savedBy, savedByName, reason },
    savedAt: timestampFromDate(savedAt),
    ...(rolledBackTo !== null && { isRollBack: true, rolledBackTo }),
  };
}
