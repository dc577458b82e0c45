import { BallotChangedSchema, BallotCountedSchema, BallotOpenedSchema } from '@marquee/contracts/events/v1/festival_pb';
import { type DomainEvent, domainEvent } from '@marquee/events/outbox';
import type { Ballot } from './ballots.ts';

type Changed = Pick<Ballot, 'id' | 'eventId' | 'version'>;

const ballot = ({ id, version }: Changed) => ({ type: 'ballot', id, version });

/** A ballot was made or changed. */
export const ballotChanged = (row: Changed): DomainEvent =>
  domainEvent(BallotChangedSchema, { ballotId: row.id, eventId: row.eventId }, ballot(row));

/** A ballot takes votes from now on. */
export const ballotOpened = (row: Changed & Pick<Ballot, 'blockId'>): DomainEvent =>
  domainEvent(BallotOpenedSchema, { ballotId: row.id, eventId: row.eventId, blockId: row.blockId ?? '' }, ballot(row));

/** A ballot is over and counted: its results are open to all. */
export const ballotCounted = (row: Changed): DomainEvent =>
  domainEvent(BallotCountedSchema, { ballotId: row.id, eventId: row.eventId }, ballot(row));
