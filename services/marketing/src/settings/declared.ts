import { DECLARED_SETTINGS, type DeclaredSetting } from '@marquee/rules/declared-settings';
import { settingNotFound } from './setting-errors.ts';
import type { SettingRow } from './settings.ts';

const BY_KEY = new Map(DECLARED_SETTINGS.map((setting) => [setting.key, setting]));

/** @throws DomainError NOT_FOUND, SETTING_NOT_FOUND */
export function declaredSetting(key: string): DeclaredSetting {
  const setting = BY_KEY.get(key);
  if (!setting) throw settingNotFound();
  return setting;
}

/** A setting as it is: its declaration, and the row of one that staff have changed. */
export type CurrentSetting = { declared: DeclaredSetting; row: SettingRow | undefined; value: unknown };

/** The value that holds: what staff have set, else the default. */
export function currentSetting(declared: DeclaredSetting, row: SettingRow | undefined): CurrentSetting {
  return { declared, row, value: row ? row.value : declared.default };
}
