import { useEffect, useState } from 'react';
import { _ } from '../../language/words.ts';

/** How far a film is from being watchable; nothing is known until the first answer. */
export type Preparation =
  | { state: 'unknown' }
  | { state: 'preparing'; percent: number; waiting: boolean }
  /** It can be watched, or it could not be prepared. */
  | { state: 'done' };

const UNKNOWN: Preparation = { state: 'unknown' };

/** Follows films that are being prepared; each answer has those that are known. */
export function usePreparing(filmIds: readonly string[]): (filmId: string) => Preparation {
  const [known, setKnown] = useState<ReadonlyMap<string, Preparation>>(new Map());
  const wanted = filmIds.join();
  useEffect(() => {
    if (wanted === '') return;
    let ended = false;
    const stops: (() => void)[] = [];
    import('./watch-preparing.ts').then(
      ({ watchPreparing }) => {
        if (ended) return;
        for (const id of wanted.split(','))
          stops.push(watchPreparing(id, (now) => setKnown((all) => new Map(all).set(id, now))));
      },
      // A page that cannot load this part still says that the film is being prepared.
      () => {},
    );
    return () => {
      ended = true;
      for (const stop of stops) stop();
    };
  }, [wanted]);
  return (filmId) => known.get(filmId) ?? UNKNOWN;
}

/** In a few words, such as "Preparing: 42%". */
export function preparationText(preparation: Preparation): string {
  if (preparation.state !== 'preparing') return _('Being prepared');
  return preparation.waiting ? _('Waiting its turn') : _('Preparing: {percent}%', { percent: preparation.percent });
}
