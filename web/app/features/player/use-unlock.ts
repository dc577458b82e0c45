import { WatchService } from '@marquee/contracts/film/v1/watch_pb';
import { client } from '../../api/browser/client.ts';
import { useAttempt } from '../../data/use-attempt.ts';
import { _ } from '../../language/words.ts';

export type Unlock = { pending: boolean; error: string; unlock: () => void };

/** Unlocks a film, then calls `onUnlocked`. */
export function useUnlock(filmId: string, onUnlocked: () => void): Unlock {
  const [pending, error, attempt] = useAttempt();
  const unlock = () =>
    attempt(async () => {
      await client(WatchService).unlockFilm({ filmId });
      onUnlocked();
    }, _('We failed to unlock this film. Please try again later.'));
  return { pending, error, unlock: () => void unlock() };
}
