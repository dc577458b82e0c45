import { timestampDate } from '@bufbuild/protobuf/wkt';
import { PAYMENT_MESSAGES } from '@marquee/rules/payments';
import { useMemo, useState } from 'react';
import { formatUsd } from '../../language/format.ts';
import { _ } from '../../language/words.ts';
import { CoinOffer } from './coin-offer.tsx';
import { paidText, WatchNow } from './film-paid.tsx';
import { filmSale } from './film-sale.ts';
import { Bill, Outcome, PaySheet } from './pay-sheet.tsx';
import { promiseText, type UnlockHours } from './unlock-terms.ts';

type Props = {
  film: { id: string; title: string; usdCents: number; coins?: number };
  hours: UnlockHours;
  onClose: () => void;
};

/** Sells a film: what one gets and until when. */
export default function FilmPaySheet({ film: { id, title, usdCents, coins = 0 }, hours, onClose }: Props) {
  const sale = useMemo(() => filmSale({ id, usdCents }), [id, usdCents]);
  const [isTheirs, setIsTheirs] = useState(false);
  const theirs = (
    <Outcome tone="good" message={_(PAYMENT_MESSAGES.alreadyUnlocked)}>
      <WatchNow filmId={id} />
    </Outcome>
  );
  return (
    <PaySheet
      title={_('Unlock this film')}
      sale={sale}
      onClose={onClose}
      bill={({ filmTitle, amount }) => (
        <Bill title={filmTitle} price={formatUsd(amount)}>
          {promiseText(sale.hours() ?? hours)}
        </Bill>
      )}
      texts={{
        priceChanged: _(PAYMENT_MESSAGES.priceChanged),
        checking: _('We are checking your payment. You can close this page: the film opens as soon as it is paid.'),
        tooLate: _('This film could not be unlocked any more, so your money goes back to your card by itself.'),
        reversed: _('Your payment was reversed, so this film is no longer unlocked.'),
      }}
      otherWay={({ onPaid, onFailed, isAlone }) =>
        coins === 0 ? null : isTheirs ? (
          theirs
        ) : (
          <>
            <p className="flex items-center gap-3 text-ink-muted text-small before:h-px before:grow before:bg-line after:h-px after:grow after:bg-line">
              {_('or with coins')}
            </p>
            <CoinOffer
              film={{ id, title, coins }}
              {...(isAlone ? { hours } : {})}
              onUnlocked={(order) => (order ? onPaid(order) : setIsTheirs(true))}
              onFailed={onFailed}
            />
          </>
        )
      }
      yours={theirs}
      paid={({ watchUntil }) => (
        <Outcome
          tone="good"
          message={paidText(watchUntil && timestampDate(watchUntil), (sale.hours() ?? hours).watchHours > 0)}
        >
          <WatchNow filmId={id} />
        </Outcome>
      )}
    />
  );
}
