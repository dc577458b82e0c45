import { setTimeout as pause } from 'node:timers/promises';
import DataLoader from 'dataloader';

/** A question that is not answered within this time holds the next one up no longer. */
const HELD_UP_MS = 50;

/**
 * Asks one question about everything that came while the one before was on its way: the busier the other side, the more it is
 * asked at once, and nothing waits where nothing is on its way.
 *
 * @param most how much one question may be about
 * @param ask gives an answer for each, in their order
 */
export function askedTogether<K, V>(most: number, ask: (about: K[]) => Promise<V[]>): (about: K) => Promise<V> {
  let answered: Promise<unknown> = Promise.resolve();
  const loader = new DataLoader<K, V>(
    (about) => {
      const answer = ask([...about]);
      const over = answer.catch(() => undefined);
      answered = Promise.race([over, pause(HELD_UP_MS, undefined, { ref: false })]);
      return answer;
    },
    { cache: false, maxBatchSize: most, batchScheduleFn: (begin) => void answered.then(begin) },
  );
  return (about) => loader.load(about);
}
