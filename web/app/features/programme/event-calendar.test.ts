import ICAL from 'ical.js';
import { calendarResponse, eventCalendar } from './event-calendar.ts';
import { anEvent } from './testing/an-event.ts';

/** The events of the file, as another library reads it. */
function eventsOf(text: string) {
  expect(text.split('\r\n').every((line) => Buffer.byteLength(line) <= 75)).toBe(true);
  return new ICAL.Component(ICAL.parse(text)).getAllSubcomponents('vevent').map((part) => new ICAL.Event(part));
}
const iso = (time: ICAL.Time) => time.toJSDate().toISOString();

test('an event is in a calendar with its times, its place and its page [FES-11:ics]', () => {
  const event = anEvent({ id: 'e1', version: '7' });
  const [read] = eventsOf(eventCalendar([event], 'https://marquee.example'));
  expect([iso(read?.startDate as ICAL.Time), iso(read?.endDate as ICAL.Time)]).toEqual([
    event.startTime,
    event.endTime,
  ]);
  expect(read).toMatchObject({
    ...{ uid: 'event-e1@marquee.example', sequence: 7, summary: 'Opening night · Lumen', description: 'Two films.' },
    location: 'Lumen Hall, Lisbon, Rua da Luz 1',
  });
  expect(read?.component.getFirstPropertyValue('url')).toBe('https://marquee.example/events/e1');
  expect(read?.component.getFirstPropertyValue('status')).toBe('CONFIRMED');
});

test('a whole schedule is one file, and says what is cancelled and what is online [FES-11:ics]', () => {
  const text = eventCalendar(
    [anEvent({ id: 'e1', status: 'CANCELLED' }), anEvent({ id: 'e2', isVirtual: true, venue: undefined })],
    'https://marquee.example',
  );
  const [first, second] = eventsOf(text);
  expect(first?.component.getFirstPropertyValue('status')).toBe('CANCELLED');
  expect(second?.location).toBe('https://marquee.example/events/e2');
});

test.each([
  'Salt, light; and\nBEGIN:VALARM',
  'Ça, 塩 🧂 and a name that is so long that its line is longer than 75 octets',
])('the name %j is kept as it is', (name) => {
  const [read] = eventsOf(eventCalendar([anEvent({ name, description: name })], 'https://marquee.example'));
  expect([read?.summary, read?.description]).toEqual([`${name} · Lumen`, name]);
  expect(read?.component.getAllSubcomponents()).toEqual([]);
});

test('the file is saved under its name', () => {
  const { headers } = calendarResponse('BEGIN:VCALENDAR', 'my-schedule');
  expect(headers.get('content-disposition')).toBe('attachment; filename="my-schedule.ics"');
});
