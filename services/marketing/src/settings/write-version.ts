import { SETTING_TOPIC } from '@marquee/service/settings-reader';
import type { MarketingWrite } from '../resources.ts';
import { settingConflict } from './setting-errors.ts';
import { settingChanged } from './setting-events.ts';
import * as settings from './settings.ts';

type NextVersion = {
  key: string;
  value: unknown;
  seenVersion: bigint;
  savedBy: string;
  reason: string;
  rolledBackTo?: bigint;
};

/**
 * Saves the version after the one that was seen, and tells everybody who reads the setting.
 * @throws DomainError CONFLICT, SETTING_CHANGED
 */
export async function writeVersion(
  { tx, clock, emit, touch }: MarketingWrite,
  { key, seenVersion, rolledBackTo, ...next }: NextVersion,
): Promise<void> {
  const now = await settings.lock(tx, key);
  if ((now?.version ?? 0n) !== seenVersion) throw settingConflict(now);
  const version = seenVersion + 1n;
  const saved = { ...next, key, version, savedAt: clock.now(), rolledBackTo: rolledBackTo ?? null };
  if (!(await settings.save(tx, saved))) throw settingConflict(await settings.find(tx, key));
  await emit(settingChanged(saved));
  touch(SETTING_TOPIC, { id: key, version });
}
