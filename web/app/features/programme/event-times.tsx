import { localTime } from '@marquee/rules/zoned-times';
import { useEffect, useState } from 'react';
import { formatClock, formatDay, formatTimeZone } from '../../language/format.ts';
import { _ } from '../../language/words.ts';
import { ownTimeZone } from '../notices/time-zones.ts';
import type { EventView } from './event-view.ts';

const DAY_MS = 86_400_000;

type Times = Pick<EventView, 'startTime' | 'endTime' | 'timeZone'>;

/** The day on which an event begins, where it is, as 2026-11-23. */
export const dayOf = ({ startTime, timeZone }: Times): string => localTime(new Date(startTime), timeZone).slice(0, 10);

/** From when until when, on the clocks of a zone; the day of the end where that is not clear by itself. */
export function rangeText({ startTime, endTime }: Times, timeZone: string): string {
  const [start, end] = [new Date(startTime), new Date(endTime)];
  const isClear = end.getTime() - start.getTime() < DAY_MS;
  const until = isClear ? formatClock(end, timeZone) : `${formatDay(end, timeZone)}, ${formatClock(end, timeZone)}`;
  return `${formatClock(start, timeZone)} – ${until}\u00a0${formatTimeZone(start, timeZone)}`;
}

/** When an event is: where it is, and after hydration in the viewer's own time where that is another [FES-11]. */
export function EventTimes({ event, withDay = true }: { event: Times; withDay?: boolean }) {
  const [zone, setZone] = useState('');
  useEffect(() => setZone(ownTimeZone()), []);
  const start = new Date(event.startTime);
  const differs = zone !== '' && localTime(start, zone) !== localTime(start, event.timeZone);
  return (
    <span className="grid gap-0.5">
      <time dateTime={event.startTime}>
        {withDay ? `${formatDay(start, event.timeZone)}, ` : ''}
        {rangeText(event, event.timeZone)}
      </time>
      {differs ? (
        <span className="text-ink-muted text-small">
          {_('Your time: {time}', { time: `${formatDay(start, zone)}, ${rangeText(event, zone)}` })}
        </span>
      ) : null}
    </span>
  );
}
