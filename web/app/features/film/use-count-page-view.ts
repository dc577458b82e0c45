import { CatalogueService } from '@marquee/contracts/film/v1/catalogue_pb';
import { useEffect } from 'react';
import { client } from '../../api/browser/client.ts';

/** Counts a view of this page. The page does not depend on it: a failure is ignored [FLM-13]. */
export function useCountPageView(filmId: string, counts: boolean): void {
  useEffect(() => {
    if (counts)
      client(CatalogueService)
        .countPageView({ filmId })
        .catch(() => {});
  }, [filmId, counts]);
}
