import type { AccountViewer } from '@marquee/runtime/viewer';
import { z } from 'zod';
import type { MarketingResources } from '../resources.ts';
import { type CurrentSetting, currentSetting, declaredSetting } from './declared.ts';
import * as settings from './settings.ts';

export const settingKeySchema = z.object({ key: z.string() });

/** One setting with its value. */
export async function getSetting(
  { db }: MarketingResources,
  _viewer: AccountViewer,
  { key }: z.output<typeof settingKeySchema>,
): Promise<CurrentSetting> {
  const declared = declaredSetting(key);
  return currentSetting(declared, await settings.find(db, key));
}
