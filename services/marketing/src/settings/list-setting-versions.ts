import { keyset } from '@marquee/data/paging';
import type { AccountViewer } from '@marquee/runtime/viewer';
import { z } from 'zod';
import type { MarketingResources } from '../resources.ts';
import { declaredSetting } from './declared.ts';
import { settingKeySchema } from './get-setting.ts';
import * as settings from './settings.ts';

export const listSettingVersionsSchema = settingKeySchema.extend({ pageSize: z.number(), cursor: z.string() });

/** What a setting has been, newest first, with who saved it and why. */
export async function listSettingVersions(
  { db, config }: MarketingResources,
  _viewer: AccountViewer,
  { key, pageSize: size, cursor }: z.output<typeof listSettingVersionsSchema>,
): Promise<{ rows: settings.VersionRow[]; nextCursor: string }> {
  declaredSetting(key);
  const list = keyset<[version: string]>({ key: config.CURSOR_KEY, scope: `versions of ${key}`, size, cursor });
  const rows = await settings.versions(db, { key, before: list.after?.[0], limit: list.limit });
  return list.page(rows, ({ version }) => [String(version)]);
}
