import { StaffNoticeSentSchema } from '@marquee/contracts/events/v1/identity_pb';
import { type DomainEvent, domainEvent } from '@marquee/events/outbox';

/** Published once for each notice. */
export const staffNoticeSent = ({ id }: { id: string }): DomainEvent =>
  domainEvent(StaffNoticeSentSchema, { staffNoticeId: id }, { type: 'staff_notice', id, version: 1n });
