import { SessionEndedSchema, SignedInSchema } from '@marquee/contracts/events/v1/identity_pb';
import { type DomainEvent, domainEvent } from '@marquee/events/outbox';
import type { Session } from './sessions.ts';

type SessionIds = Pick<Session, 'id' | 'accountId'>;

// The first of a session's life comes again when its browser signs in again; the second ends it.
export function signedIn({ id, accountId }: SessionIds): DomainEvent {
  return domainEvent(SignedInSchema, { accountId, sessionId: id }, { type: 'session', id, version: 1n });
}

export function sessionEnded({ id, accountId }: SessionIds): DomainEvent {
  return domainEvent(SessionEndedSchema, { accountId, sessionId: id }, { type: 'session', id, version: 2n });
}
