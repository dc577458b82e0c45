import { timestampDate } from '@bufbuild/protobuf/wkt';
import { PAYMENT_MESSAGES } from '@marquee/rules/payments';
import { Play } from 'lucide-react';
import { useMemo } from 'react';
import { Link } from 'react-router';
import { formatMoment, formatUsd } from '../../language/format.ts';
import { _ } from '../../language/words.ts';
import { buttonClass } from '../../ui/button.tsx';
import { windowsText } from '../film/windows-text.ts';
import { type FilmSale, filmSale } from './film-sale.ts';
import { Bill, Outcome, PaySheet } from './pay-sheet.tsx';

type Props = {
  film: { id: string; usdCents: number };
  onClose: () => void;
};

/** Sells a film: what one gets and until when. */
export default function FilmPaySheet({ film: { id, usdCents }, onClose }: Props) {
  const sale = useMemo(() => filmSale({ id, usdCents }), [id, usdCents]);
  return (
    <PaySheet
      title={_('Unlock this film')}
      sale={sale}
      onClose={onClose}
      bill={({ filmTitle, amount }) => (
        <Bill title={filmTitle} price={formatUsd(amount)}>
          {promiseText(sale)}
        </Bill>
      )}
      texts={{
        priceChanged: _(PAYMENT_MESSAGES.priceChanged),
        checking: _('We are checking your payment. You can close this page: the film opens as soon as it is paid.'),
        refunded: _('This film could not be unlocked any more, so your money goes back to your card by itself.'),
      }}
      yours={
        <Outcome tone="good" message={_(PAYMENT_MESSAGES.alreadyUnlocked)}>
          <WatchNow filmId={id} />
        </Outcome>
      }
      paid={({ watchUntil }) => (
        <Outcome tone="good" message={paidText(watchUntil && timestampDate(watchUntil), sale.watchHours() > 0)}>
          <WatchNow filmId={id} />
        </Outcome>
      )}
    />
  );
}

/** Until when it can be watched, said before it is paid [WAT-15]. */
function promiseText(sale: FilmSale): string {
  const [start, hours] = [sale.unlockHours(), sale.watchHours()];
  if (hours > 0) return windowsText(start, hours);
  return _(
    '{hours, plural, one {Yours for # hour from when it is paid.} other {Yours for # hours from when it is paid.}}',
    { hours: start },
  );
}

function paidText(until: Date | undefined, waitsForStart: boolean): string {
  if (!until) return _('Thank you.');
  const moment = formatMoment(until);
  if (waitsForStart) return _('Thank you. Start the film by {moment}: your time begins then.', { moment });
  return _('Thank you. The film is yours until {moment}.', { moment });
}

function WatchNow({ filmId }: { filmId: string }) {
  return (
    <Link to={`/feed/${filmId}/watch`} className={buttonClass('primary', 'large')}>
      <Play aria-hidden className="size-5 fill-current" />
      {_('Watch now')}
    </Link>
  );
}
