import { timestampDate } from '@bufbuild/protobuf/wkt';
import { SettingChangedSchema } from '@marquee/contracts/events/v1/marketing_pb';
import { on } from '@marquee/events/consumer';
import type { IdentityWrite } from '../resources.ts';
import * as auditLog from './audit-log.ts';

/** Notes a change of a setting beside what else staff do; its values are in the setting's own history [ADU-10]. */
export const onSettingChanged = on(SettingChangedSchema, async ({ tx, clock }: IdentityWrite, change) => {
  const { key, version, savedBy, savedAt, reason, rolledBackTo } = change;
  // Published by a release that did not say who.
  if (savedBy === '') return;
  const versions = { field: 'version', before: String(version - 1n), after: String(version) };
  const source = { field: 'rolledBackTo', before: '', after: String(rolledBackTo ?? '') };
  await auditLog.append(tx, {
    ...{ actorId: savedBy, objectKind: 'SETTING', objectId: key, reason },
    kind: rolledBackTo === undefined ? 'SETTING_CHANGED' : 'SETTING_ROLLED_BACK',
    changes: rolledBackTo === undefined ? [versions] : [versions, source],
    now: savedAt ? timestampDate(savedAt) : clock.now(),
  });
});
