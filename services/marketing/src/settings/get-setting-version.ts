import type { Query } from '@marquee/data/database';
import type { DeclaredSetting } from '@marquee/rules/declared-settings';
import type { AccountViewer } from '@marquee/runtime/viewer';
import { z } from 'zod';
import type { MarketingResources } from '../resources.ts';
import { declaredSetting } from './declared.ts';
import { settingKeySchema } from './get-setting.ts';
import { settingVersionNotFound } from './setting-errors.ts';
import * as settings from './settings.ts';

export const getSettingVersionSchema = settingKeySchema.extend({ version: z.bigint() });

/** The value that a setting had. */
export async function getSettingVersion(
  { db }: MarketingResources,
  _viewer: AccountViewer,
  { key, version }: z.output<typeof getSettingVersionSchema>,
): Promise<{ declared: DeclaredSetting; value: unknown }> {
  const declared = declaredSetting(key);
  return { declared, value: await valueAt(db, declared, version) };
}

const VERSION_MAX = 2n ** 63n - 1n;

/**
 * The value of a version; of version 0 the default.
 * @throws DomainError NOT_FOUND, SETTING_VERSION_NOT_FOUND
 */
export async function valueAt(db: { query: Query }, declared: DeclaredSetting, version: bigint): Promise<unknown> {
  if (version === 0n) return declared.default;
  const saved = version <= VERSION_MAX ? await settings.valueIn(db, declared.key, version) : undefined;
  if (!saved) throw settingVersionNotFound();
  return saved.value;
}
