import { useEffect } from 'react';

/** Counts that this page was looked at; a film's page is the same whether that arrives or not [FLM-13]. */
export function useCountPageView(filmId: string, counts: boolean): void {
  useEffect(() => {
    if (!counts) return;
    const requestId = crypto.randomUUID();
    void import('../../api/browser/film.ts')
      .then(({ film }) => film.countPageView({ filmId, requestId }))
      .catch(() => {});
  }, [filmId, counts]);
}
