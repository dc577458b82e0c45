import { CalendarPlus } from 'lucide-react';
import { _ } from '../../language/words.ts';
import { type ButtonVariant, buttonClass } from '../../ui/button.tsx';

/** The premiere as a file for the viewer's own calendar, which reminds them. */
export function AddToCalendar({ filmId, variant = 'primary' }: { filmId: string; variant?: ButtonVariant }) {
  return (
    <a
      href={`/feed/${filmId}/premiere.ics`}
      download="premiere.ics"
      className={buttonClass(variant, 'large', 'justify-self-start max-sm:w-full')}
    >
      <CalendarPlus aria-hidden className="size-5" />
      {_('Add to calendar')}
    </a>
  );
}
