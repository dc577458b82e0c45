import ical, { ICalEventStatus } from 'ical-generator';
import { type EventView, eventPath, placeText } from './event-view.ts';

/** Events as an iCalendar file (RFC 5545), for a calendar of the viewer's own [FES-11]. */
export function eventCalendar(events: readonly EventView[], publicUrl: string): string {
  const calendar = ical({ prodId: '//Marquee//Events//EN' });
  for (const event of events) {
    const url = `${publicUrl}${eventPath(event)}`;
    calendar.createEvent({
      // The same for every download, so that a calendar replaces the event when it was moved.
      id: `event-${event.id}@${new URL(publicUrl).hostname}`,
      ...{ start: new Date(event.startTime), end: new Date(event.endTime), url },
      // A higher number than before says that the event has changed.
      sequence: Number(event.version),
      ...{ summary: `${event.name} · ${event.festivalName}`, description: event.description },
      location: event.isVirtual ? url : [placeText(event), event.venue?.address].filter(Boolean).join(', '),
      status: event.status === 'CANCELLED' ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
    });
  }
  return calendar.toString();
}

/** The answer that a browser saves as a file. */
export const calendarResponse = (text: string, name: string): Response =>
  new Response(text, {
    headers: {
      'content-type': 'text/calendar; charset=utf-8',
      'content-disposition': `attachment; filename="${name}.ics"`,
    },
  });
