import { timestampDate } from '@bufbuild/protobuf/wkt';
import type { TicketEvent } from '@marquee/contracts/festival/v1/tickets_pb';
import type { Wording } from '../language/wording.ts';
import { quotedTitle } from './people-text.ts';

/** The event of a ticket, as mails say it. */
export type MailedEvent = {
  id: string;
  name: string;
  festivalName: string;
  startTime: Date;
  endTime: Date;
  timeZone: string;
  /** '' for one that is online. */
  place: string;
};

export function mailedEvent(event: TicketEvent): MailedEvent | undefined {
  const { id, name, festivalName, startTime, endTime, timeZone, eventVirtual, venueName, venuePlace } = event;
  if (!startTime || !endTime) return undefined;
  const place = eventVirtual ? '' : [venueName, venuePlace].filter(Boolean).join(', ');
  return {
    ...{ id, name, festivalName, timeZone, place },
    startTime: timestampDate(startTime),
    endTime: timestampDate(endTime),
  };
}

/** What, when and where, as a person can check it. The wording is in the time zone of the event. */
export const eventFacts = ({ t, moment }: Wording, event: MailedEvent): { label: string; value: string }[] => [
  { label: t('Event'), value: quotedTitle(event.name) },
  { label: t('Organizer'), value: quotedTitle(event.festivalName) },
  { label: t('When'), value: moment(event.startTime) },
  { label: t('Where'), value: quotedTitle(event.place) || t('Online') },
];
