import { MapPin, MonitorPlay } from 'lucide-react';
import type { ReactNode } from 'react';
import { _ } from '../../language/words.ts';
import { Badge } from '../../ui/badge.tsx';
import { Poster } from '../../ui/picture.tsx';
import { EventTimes } from './event-times.tsx';
import { type EventView, eventPath, placeText } from './event-view.ts';
import { StarButton } from './star-button.tsx';

/** An event in a schedule. */
export function EventRow({
  event,
  withDay = true,
  withFestival = false,
  heading: Heading = 'h3',
  note,
}: {
  event: EventView;
  withDay?: boolean;
  withFestival?: boolean;
  /** One level below what stands above it. */
  heading?: 'h2' | 'h3';
  note?: ReactNode;
}) {
  return (
    <article className="relative flex items-start justify-between gap-4 rounded-panel bg-surface p-4 shadow-lit">
      {event.poster ? (
        <span className="w-16 shrink-0 overflow-hidden rounded-poster sm:w-20">
          <Poster source={event.poster} alt="" sizes="5rem" fallback={<span />} />
        </span>
      ) : null}
      <div className="grid min-w-0 grow content-start gap-1.5">
        <Heading className="wrap-anywhere font-medium text-lead">
          {/* The whole of the card leads to the event. */}
          <a
            href={eventPath(event)}
            className="after:absolute after:inset-0 after:rounded-panel hover:text-action-ink hover:underline"
          >
            {event.name}
          </a>
        </Heading>
        {withFestival ? (
          <a
            href={event.festivalPath}
            className="z-1 wrap-anywhere justify-self-start text-ink-muted text-small hover:text-action-ink"
          >
            {event.festivalName}
          </a>
        ) : null}
        <div className="text-small">
          <EventTimes event={event} withDay={withDay} />
        </div>
        <p className="flex items-center gap-1.5 text-ink-muted text-small">
          {event.isVirtual ? (
            <MonitorPlay aria-hidden className="size-4 shrink-0" />
          ) : (
            <MapPin aria-hidden className="size-4 shrink-0" />
          )}
          <span className="wrap-anywhere">{placeText(event)}</span>
        </p>
        {event.status === 'CANCELLED' ? (
          <span>
            <Badge tone="danger">{_('Cancelled')}</Badge>
          </span>
        ) : null}
        {note}
      </div>
      <div className="relative z-1 empty:hidden">
        <StarButton event={event} />
      </div>
    </article>
  );
}
