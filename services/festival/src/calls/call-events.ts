import { CallChangedSchema } from '@marquee/contracts/events/v1/festival_pb';
import { type DomainEvent, domainEvent } from '@marquee/events/outbox';
import type { Call } from './calls.ts';

type Versioned = Pick<Call, 'id' | 'festivalId' | 'version'>;

/** What a public page shows of it changed, or whether it is shown. */
export const callChanged = ({ id, festivalId, version }: Versioned): DomainEvent =>
  domainEvent(CallChangedSchema, { callId: id, festivalId }, { type: 'call', id, version });
