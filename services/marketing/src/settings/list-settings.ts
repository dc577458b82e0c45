import { DECLARED_SETTINGS, type DeclaredSetting } from '@marquee/rules/declared-settings';
import type { MarketingResources } from '../resources.ts';
import * as settings from './settings.ts';

/** Every declared setting with who changed it last, by label. */
export async function listSettings({
  db,
}: MarketingResources): Promise<{ declared: DeclaredSetting; row: settings.SettingFactsRow | undefined }[]> {
  const rows = new Map((await settings.list(db)).map((row) => [row.key, row]));
  return DECLARED_SETTINGS.map((declared) => ({ declared, row: rows.get(declared.key) })).sort((a, b) =>
    a.declared.label.localeCompare(b.declared.label, 'en'),
  );
}
