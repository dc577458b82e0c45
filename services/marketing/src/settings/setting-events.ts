import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import { SettingChangedSchema } from '@marquee/contracts/events/v1/marketing_pb';
import { type DomainEvent, domainEvent } from '@marquee/events/outbox';
import type { Saved } from './settings.ts';

/** Who changed a setting and why, without its value: a list of accounts is personal data. */
export const settingChanged = ({ key, version, savedBy, savedAt, reason, rolledBackTo }: Saved): DomainEvent =>
  domainEvent(
    SettingChangedSchema,
    {
      ...{ key, version, savedBy, reason, savedAt: timestampFromDate(savedAt) },
      ...(rolledBackTo !== null && { rolledBackTo }),
    },
    { type: 'setting', id: key, version },
  );
