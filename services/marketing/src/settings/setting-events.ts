import { SettingChangedSchema } from '@marquee/contracts/events/v1/marketing_pb';
import { type DomainEvent, domainEvent } from '@marquee/events/outbox';

export const settingChanged = (key: string, version: bigint): DomainEvent =>
  domainEvent(SettingChangedSchema, { key, version }, { type: 'setting', id: key, version });
