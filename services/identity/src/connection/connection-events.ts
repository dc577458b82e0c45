import {
  ConnectionAcceptedSchema,
  ConnectionEndedSchema,
  ConnectionRequestedSchema,
} from '@marquee/contracts/events/v1/identity_pb';
import { type DomainEvent, domainEvent } from '@marquee/events/outbox';
import type { Connection } from './connections.ts';

type Asked = { requesterId: string; recipientId: string };

const aggregate = ({ id, version }: Connection) => ({ type: 'connection', id, version });

export function connectionRequested(connection: Connection, asked: Asked): DomainEvent {
  return domainEvent(ConnectionRequestedSchema, asked, aggregate(connection));
}

export function connectionAccepted(connection: Connection, asked: Asked): DomainEvent {
  return domainEvent(ConnectionAcceptedSchema, asked, aggregate(connection));
}

/** @param accountId who has ended it */
export function connectionEnded(connection: Connection, ended: { accountId: string; otherId: string }): DomainEvent {
  return domainEvent(ConnectionEndedSchema, ended, aggregate(connection));
}
