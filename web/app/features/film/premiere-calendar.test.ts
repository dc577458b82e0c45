import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import { ReleaseType } from '@marquee/contracts/film/v1/film_pb';
import { aFilm, FILM_ID } from '@marquee/testing/contract-messages';
import ICAL from 'ical.js';
import { filmView } from './film-view.ts';
import { premiereCalendar } from './premiere-calendar.ts';

const STARTS = '2026-12-01T20:00:00.000Z';

/** The event of the file, as another library reads it. */
function eventOf(part: Parameters<typeof aFilm>[0]) {
  const screeningStartTime = timestampFromDate(new Date(STARTS));
  const film = filmView(aFilm({ releaseType: ReleaseType.SCREENING, screeningStartTime, ...part }));
  const text = premiereCalendar({ ...film, screeningAt: STARTS }, 'https://marquee.example');
  expect(text.split('\r\n').every((line) => Buffer.byteLength(line) <= 75)).toBe(true);
  const [event] = new ICAL.Component(ICAL.parse(text)).getAllSubcomponents('vevent');
  return new ICAL.Event(event as ICAL.Component);
}
const iso = (time: ICAL.Time) => time.toJSDate().toISOString();

test('a premiere lasts as long as its film, in a calendar', () => {
  const event = eventOf({ runningTime: 5_400 });
  expect([iso(event.startDate), iso(event.endDate)]).toEqual([STARTS, '2026-12-01T21:30:00.000Z']);
  expect(event.startDate.zone.tzid).toBe('UTC');
  expect(event.uid).toBe(`premiere-${FILM_ID}@marquee.example`);
  expect(event.location).toBe(`https://marquee.example/feed/${FILM_ID}/premiere`);
});

test('where the length is not known, two hours are kept free', () => {
  expect(iso(eventOf({ runningTime: 0 }).endDate)).toBe('2026-12-01T22:00:00.000Z');
});

test.each([
  'Salt, light; and\nBEGIN:VALARM',
  'Ça, 塩 🧂 and a title that is so long that its line is longer than seventy-five octets',
])('the title %j is kept as it is', (filmTitle) => {
  const event = eventOf({ filmTitle, logLine: filmTitle });
  expect(event.summary).toBe(`Premiere: ${filmTitle}`);
  expect(event.description).toBe(filmTitle);
  expect(event.component.getAllSubcomponents()).toEqual([]);
});
