import { settingReason } from '@marquee/rules/settings';
import type { AccountViewer } from '@marquee/runtime/viewer';
import { z } from 'zod';
import type { MarketingWrite } from '../resources.ts';
import { type CurrentSetting, currentSetting, declaredSetting } from './declared.ts';
import { valueAt } from './get-setting-version.ts';
import * as settings from './settings.ts';
import { writeVersion } from './write-version.ts';

export const rollBackSettingSchema = z.object({
  key: z.string(),
  /** 0n for the default. */
  toVersion: z.bigint(),
  seenVersion: z.bigint(),
  reason: settingReason,
});

/** Saves the value of an earlier version again, as a new one: the history only grows [ADS-05]. */
export async function rollBackSetting(
  write: MarketingWrite,
  viewer: AccountViewer,
  { key, toVersion, seenVersion, reason }: z.output<typeof rollBackSettingSchema>,
): Promise<CurrentSetting> {
  const { tx } = write;
  const declared = declaredSetting(key);
  const value = await valueAt(tx, declared, toVersion);
  await writeVersion(write, {
    ...{ key, value, seenVersion, savedBy: viewer.accountId, reason },
    rolledBackTo: toVersion,
  });
  return currentSetting(declared, await settings.find(tx, key));
}
