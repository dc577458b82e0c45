import { EventChangedSchema, FestivalAwardsChangedSchema } from '@marquee/contracts/events/v1/festival_pb';
import { type DomainEvent, domainEvent } from '@marquee/events/outbox';
import { localYear } from '@marquee/rules/zoned-times';
import type { Transaction } from '@marquee/service/use-case';
import { screeningMessage } from '../screenings/screening-message.ts';
import type { Screening } from '../screenings/screenings.ts';
import * as screenings from '../screenings/screenings.ts';
import type { EventAward } from './awards.ts';
import type { Event, ShownEvent } from './events.ts';

type Versioned = Pick<Event, 'id' | 'festivalId' | 'version'>;

const aggregate = ({ id, version }: Versioned) => ({ type: 'event', id, version });

/** What a public page shows of it changed, or whether it is shown, or what it shows. */
const eventChanged = (row: Versioned, screening: Screening | undefined): DomainEvent =>
  domainEvent(
    EventChangedSchema,
    { eventId: row.id, festivalId: row.festivalId, ...(screening && { screening: screeningMessage(screening) }) },
    aggregate(row),
  );

/** Publishes that an event changed, with what it shows as it is written by now. The event is locked. */
export async function emitEventChanged({ tx, emit }: Pick<Transaction, 'tx' | 'emit'>, row: Versioned): Promise<void> {
  await emit(eventChanged(row, await screenings.find(tx, row.id)));
}

/** All awards of an event, after a change by somebody. */
export const awardsChanged = (row: ShownEvent, awards: readonly EventAward[], accountId: string): DomainEvent => {
  const { id: eventId, festivalId, festivalName, startTime, timeZone } = row;
  return domainEvent(
    FestivalAwardsChangedSchema,
    {
      ...{ eventId, festivalId, festivalName, accountId, year: localYear(startTime, timeZone) },
      awards: awards.map(({ id, filmId, category, winner }) => ({ id, filmId, category, winner })),
    },
    aggregate(row),
  );
};
