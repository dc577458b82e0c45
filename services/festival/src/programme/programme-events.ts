import { EventChangedSchema } from '@marquee/contracts/events/v1/festival_pb';
import { type DomainEvent, domainEvent } from '@marquee/events/outbox';
import type { Event } from './events.ts';

/** What a public page shows of it changed, or whether it is shown. */
export const eventChanged = ({ id, festivalId, version }: Pick<Event, 'id' | 'festivalId' | 'version'>): DomainEvent =>
  domainEvent(EventChangedSchema, { eventId: id, festivalId }, { type: 'event', id, version });
