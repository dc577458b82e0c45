import { useState } from 'react';
import { messageOf } from '../../api/api-error.ts';
import { film } from '../../api/browser/film.ts';

export type Unlock = { pending: boolean; error: string; unlock: () => void };

/** Unlocks a film and goes on. One request id for one wish, so that a second click costs nothing. */
export function useUnlock(filmId: string, onUnlocked: () => void): Unlock {
  const [pending, setPending] = useState(false);
  const [error, setError] = useState('');
  const [requestId] = useState(() => crypto.randomUUID());
  const unlock = async () => {
    setPending(true);
    setError('');
    try {
      await film.unlockFilm({ filmId, requestId });
      onUnlocked();
    } catch (cause) {
      setError(messageOf(cause, 'We failed to unlock this film. Please try again later.'));
    } finally {
      setPending(false);
    }
  };
  return { pending, error, unlock: () => void unlock() };
}
