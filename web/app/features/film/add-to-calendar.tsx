import { CalendarPlus } from 'lucide-react';
import type { ReactNode } from 'react';
import { _ } from '../../language/words.ts';
import { type ButtonVariant, buttonClass } from '../../ui/button.tsx';

/** The premiere as a file for the viewer's own calendar, which reminds them. */
export function AddToCalendar({ filmId, variant = 'primary' }: { filmId: string; variant?: ButtonVariant }) {
  return (
    <CalendarLink filmId={filmId} className={buttonClass(variant, 'large', 'justify-self-start max-sm:w-full')}>
      <CalendarPlus aria-hidden className="size-5" />
    </CalendarLink>
  );
}

/** The same as a link in a line of text. */
export function CalendarLink({
  filmId,
  className,
  children,
}: {
  filmId: string;
  className: string;
  children?: ReactNode;
}) {
  return (
    <a href={`/feed/${filmId}/premiere.ics`} download="premiere.ics" className={className}>
      {children}
      {_('Add to calendar')}
    </a>
  );
}
