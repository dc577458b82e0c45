import ical from 'ical-generator';
import { _ } from '../../language/words.ts';
import type { FilmView } from './film-view.ts';

/** The length in a calendar of a film whose running time is not known. */
const LENGTH_UNKNOWN_S = 2 * 3600;

/** A premiere as an iCalendar file (RFC 5545), for a calendar of the viewer's own. */
export function premiereCalendar(film: FilmView & { screeningAt: string }, publicUrl: string): string {
  const start = new Date(film.screeningAt);
  const lengthS = film.runningTimeS || LENGTH_UNKNOWN_S;
  const url = `${publicUrl}/feed/${film.id}/premiere`;
  const calendar = ical({ prodId: '//Marquee//Premieres//EN' });
  calendar.createEvent({
    // The same for every download, so that a calendar replaces the event when the premiere was moved.
    id: `premiere-${film.id}@${new URL(publicUrl).hostname}`,
    ...{ start, end: new Date(start.getTime() + lengthS * 1000) },
    ...{ summary: _('Premiere: {title}', { title: film.title }), description: film.logLine, url, location: url },
  });
  return calendar.toString();
}
