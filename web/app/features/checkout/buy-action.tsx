import { Lock } from 'lucide-react';
import { lazy, Suspense, useEffect, useState } from 'react';
import { _ } from '../../language/words.ts';
import { Button } from '../../ui/button.tsx';
import { priceText } from '../coins/coins-text.ts';
import { readOrder } from './kept-order.ts';
import type { UnlockHours } from './unlock-terms.ts';

/** Loaded when somebody buys. */
const FilmPaySheet = lazy(() => import('./film-pay-sheet.tsx'));
const CoinSheet = lazy(() => import('./coin-sheet.tsx'));

/** The way to buy a film. A payment that was on its way when the page was left is shown again. */
export function BuyAction({
  film,
  hours,
  onClosed,
}: {
  film: { id: string; title: string; usdCents: number; coins?: number };
  /** What an unlock gives. */
  hours: UnlockHours;
  /** The film may be the viewer's by now. */
  onClosed: () => void;
}) {
  const [isOpen, setIsOpen] = useState(false);
  const { usdCents, coins = 0 } = film;
  const close = () => {
    setIsOpen(false);
    onClosed();
  };
  useEffect(() => {
    if (readOrder(film.id)?.isPaying) setIsOpen(true);
  }, [film.id]);
  return (
    <>
      <Button
        variant="primary"
        size="large"
        className="max-sm:w-full"
        icon={<Lock aria-hidden className="size-5" />}
        aria-haspopup="dialog"
        onClick={() => setIsOpen(true)}
      >
        {_('Unlock for {price}', { price: priceText({ usdCents, coins }) })}
      </Button>
      {isOpen ? (
        <Suspense>
          {usdCents > 0 ? (
            <FilmPaySheet film={film} hours={hours} onClose={close} />
          ) : (
            <CoinSheet film={{ ...film, coins }} hours={hours} onClose={close} />
          )}
        </Suspense>
      ) : null}
    </>
  );
}
