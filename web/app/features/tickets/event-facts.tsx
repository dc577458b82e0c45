import { timestampDate } from '@bufbuild/protobuf/wkt';
import type { TicketEvent } from '@marquee/contracts/festival/v1/tickets_pb';
import { formatMoment } from '../../language/format.ts';
import { _ } from '../../language/words.ts';

/** When and where an event is, in its own time zone. */
export function EventFacts({ event }: { event: TicketEvent }) {
  const { startTime, timeZone, eventVirtual, venueName, venuePlace } = event;
  const start = startTime && timestampDate(startTime);
  return (
    <span className="grid gap-0.5 text-ink-muted text-small">
      {start ? <time dateTime={start.toISOString()}>{formatMoment(start, timeZone)}</time> : null}
      <span className="wrap-anywhere">
        {eventVirtual ? _('Online') : [venueName, venuePlace].filter(Boolean).join(', ')}
      </span>
    </span>
  );
}
