import type { DeclaredSetting } from '@marquee/rules/declared-settings';
import { DECLARED_SETTINGS } from '@marquee/rules/declared-settings';
import type { Viewer } from '@marquee/runtime/viewer';
import { z } from 'zod';
import type { MarketingResources } from '../resources.ts';
import * as settings from './settings.ts';

const KEYS_MAX = 100;
const KEY_LENGTH_MAX = 100;

export const exportSettingsSchema = z.object({
  keys: z.array(z.string().min(1).max(KEY_LENGTH_MAX)).min(1).max(KEYS_MAX),
});

/** The values that staff have set, for a service that reads these settings. */
export async function exportSettings(
  { db }: MarketingResources,
  _viewer: Viewer,
  { keys }: z.output<typeof exportSettingsSchema>,
): Promise<{ declared: DeclaredSetting; version: bigint; value: unknown }[]> {
  const asked = DECLARED_SETTINGS.filter(({ key }) => keys.includes(key));
  const rows = new Map(
    (
      await settings.values(
        db,
        asked.map(({ key }) => key),
      )
    ).map((row) => [row.key, row]),
  );
  return asked.flatMap((declared) => {
    const row = rows.get(declared.key);
    return row ? [{ declared, version: row.version, value: row.value }] : [];
  });
}
