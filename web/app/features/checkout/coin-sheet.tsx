import { timestampDate } from '@bufbuild/protobuf/wkt';
import type { Order } from '@marquee/contracts/film/v1/checkout_pb';
import { PAYMENT_MESSAGES } from '@marquee/rules/payments';
import { useState } from 'react';
import { _ } from '../../language/words.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { CoinOffer } from './coin-offer.tsx';
import { paidText, WatchNow } from './film-paid.tsx';
import { Outcome } from './pay-sheet.tsx';
import type { UnlockHours } from './unlock-terms.ts';

type Props = { film: { id: string; title: string; coins: number }; hours: UnlockHours; onClose: () => void };

/** Unlocks a film that costs coins only. */
export default function CoinSheet({ film, hours, onClose }: Props) {
  const [unlocked, setUnlocked] = useState<{ order: Order | undefined; waitsForStart: boolean }>();
  const until = unlocked?.order?.watchUntil;
  return (
    <Dialog title={_('Unlock this film')} open onOpenChange={(open) => !open && onClose()}>
      {unlocked ? (
        <Outcome
          tone="good"
          message={
            unlocked.order
              ? paidText(until && timestampDate(until), unlocked.waitsForStart)
              : _(PAYMENT_MESSAGES.alreadyUnlocked)
          }
        >
          <WatchNow filmId={film.id} />
        </Outcome>
      ) : (
        <CoinOffer {...{ film, hours }} onUnlocked={(order, waitsForStart) => setUnlocked({ order, waitsForStart })} />
      )}
    </Dialog>
  );
}
