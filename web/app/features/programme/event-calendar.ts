import { calendarOf } from '@marquee/rules/event-calendar';
import { type EventView, placeText } from './event-view.ts';

/** Events as an iCalendar file, for a calendar of the viewer's own [FES-11]. */
export const eventCalendar = (events: readonly EventView[], publicUrl: string): string =>
  calendarOf(
    events.map((event) => ({
      ...{ id: event.id, name: event.name, festivalName: event.festivalName, description: event.description },
      ...{ startTime: new Date(event.startTime), endTime: new Date(event.endTime), version: Number(event.version) },
      location: event.isVirtual ? '' : [placeText(event), event.venue?.address].filter(Boolean).join(', '),
      cancelled: event.status === 'CANCELLED',
    })),
    publicUrl,
  );

/** The answer that a browser saves as a file. */
export const calendarResponse = (text: string, name: string): Response =>
  new Response(text, {
    headers: {
      'content-type': 'text/calendar; charset=utf-8',
      'content-disposition': `attachment; filename="${name}.ics"`,
    },
  });
