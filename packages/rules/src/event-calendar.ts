import ical, { ICalEventStatus } from 'ical-generator';

/** An event as a calendar has it. */
export type CalendarEvent = {
  id: string;
  /** Rises with each change, which tells a calendar that the event has changed. */
  version: number;
  name: string;
  festivalName: string;
  description?: string;
  startTime: Date;
  endTime: Date;
  /** Where it is; '' for one that is online, whose place is its page. */
  location: string;
  cancelled: boolean;
};

/** Events as an iCalendar file (RFC 5545); each has the address of its page [FES-11]. */
export function calendarOf(events: readonly CalendarEvent[], publicUrl: string): string {
  const calendar = ical({ prodId: '//Marquee//Events//EN' });
  for (const event of events) {
    const url = `${publicUrl}/events/${event.id}`;
    calendar.createEvent({
      // The same for every file, so that a calendar replaces the event when it was moved.
      id: `event-${event.id}@${new URL(publicUrl).hostname}`,
      ...{ start: event.startTime, end: event.endTime, url, sequence: event.version },
      ...{ summary: `${event.name} · ${event.festivalName}`, description: event.description ?? '' },
      location: event.location || url,
      status: event.cancelled ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
    });
  }
  return calendar.toString();
}
