import { Play } from 'lucide-react';
import { Link } from 'react-router';
import { formatMoment } from '../../language/format.ts';
import { _ } from '../../language/words.ts';
import { buttonClass } from '../../ui/button.tsx';

/** Until when it can be watched, or by when it has to be started. */
export function paidText(until: Date | undefined, waitsForStart: boolean): string {
  if (!until) return _('Thank you.');
  const moment = formatMoment(until);
  if (waitsForStart) return _('Thank you. Start the film by {moment}: your time begins then.', { moment });
  return _('Thank you. The film is yours until {moment}.', { moment });
}

/** The way to the film that was paid. */
export function WatchNow({ filmId }: { filmId: string }) {
  return (
    <Link to={`/feed/${filmId}/watch`} className={buttonClass('primary', 'large')}>
      <Play aria-hidden className="size-5 fill-current" />
      {_('Watch now')}
    </Link>
  );
}
