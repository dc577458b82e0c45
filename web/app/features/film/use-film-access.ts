import type { GetFilmAccessResponse } from '@marquee/contracts/film/v1/watch_pb';
import { useCallback, useEffect, useState } from 'react';

export type FilmAccess = { state: 'loading' } | { state: 'failed' } | { state: 'ready'; access: GetFilmAccessResponse };

/**
 * What this viewer may do with a film, and what they did with it. Asked for after hydration, because the page is the
 * same for everyone; parts of one page share one answer.
 */
export function useFilmAccess(filmId: string) {
  const [access, setAccess] = useState<FilmAccess>({ state: 'loading' });
  const load = useCallback(async () => {
    try {
      const { film } = await import('../../api/browser/film.ts');
      return { state: 'ready', access: await film.getFilmAccess({ filmId }) } as const;
    } catch {
      return { state: 'failed' } as const;
    }
  }, [filmId]);

  useEffect(() => {
    let stopped = false;
    setAccess({ state: 'loading' });
    load().then((found) => {
      if (!stopped) setAccess(found);
    });
    return () => {
      stopped = true;
    };
  }, [load]);

  const retry = useCallback(async () => {
    setAccess({ state: 'loading' });
    setAccess(await load());
  }, [load]);
  const change = useCallback((part: Partial<GetFilmAccessResponse>) => {
    setAccess((now) => (now.state === 'ready' ? { ...now, access: { ...now.access, ...part } } : now));
  }, []);
  return { access, retry, change };
}
