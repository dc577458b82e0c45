import { WatchService } from '@marquee/contracts/film/v1/watch_pb';
import { useState } from 'react';
import { messageOf } from '../../api/api-error.ts';
import { client } from '../../api/browser/client.ts';
import { usePending } from '../../data/use-pending.ts';
import { _ } from '../../language/words.ts';

export type Unlock = { pending: boolean; error: string; unlock: () => void };

/** Unlocks a film, then calls `onUnlocked`. */
export function useUnlock(filmId: string, onUnlocked: () => void): Unlock {
  const [pending, during] = usePending();
  const [error, setError] = useState('');
  const unlock = () =>
    during(async () => {
      setError('');
      try {
        await client(WatchService).unlockFilm({ filmId });
        onUnlocked();
      } catch (cause) {
        setError(messageOf(cause, _('We failed to unlock this film. Please try again later.')));
      }
    });
  return { pending, error, unlock: () => void unlock() };
}
