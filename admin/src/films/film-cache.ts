import { clone, create } from '@bufbuild/protobuf';
import { createConnectQueryKey, useTransport } from '@connectrpc/connect-query';
import {
  FilmBackOfficeService,
  type GetAnyFilmResponse,
  GetAnyFilmResponseSchema,
} from '@marquee/contracts/film/v1/back_office_pb';
import type { StudioFilm } from '@marquee/contracts/film/v1/film_pb';
import { ModerationService } from '@marquee/contracts/film/v1/moderation_pb';
import { useQueryClient } from '@tanstack/react-query';

/** Replaces the film that is shown by the one that a write returned, and reloads the lists. */
export function useFilmCache(filmId: string) {
  const queries = useQueryClient();
  const transport = useTransport();
  const { getAnyFilm, listAllFilms } = FilmBackOfficeService.method;
  const key = createConnectQueryKey({ schema: getAnyFilm, transport, input: { filmId }, cardinality: 'finite' });
  const change = (change: { film?: StudioFilm; makerAutoApproved?: boolean }) =>
    queries.setQueryData(key, (shown: GetAnyFilmResponse | undefined) =>
      Object.assign(
        shown ? clone(GetAnyFilmResponseSchema, shown) : create(GetAnyFilmResponseSchema),
        change,
        // Who changed it last comes with the next load.
        change.film && { updatedBy: '', updatedByName: '' },
      ),
    );
  return {
    async put(film: StudioFilm | undefined): Promise<void> {
      if (film) change({ film });
      const lists = createConnectQueryKey({ schema: listAllFilms, transport, cardinality: undefined });
      await queries.invalidateQueries({ queryKey: lists, refetchType: 'none' });
      const history = { schema: ModerationService.method.listFilmActions, transport, cardinality: undefined };
      await queries.invalidateQueries({ queryKey: createConnectQueryKey(history) });
    },
    /** What staff set for the film's maker. */
    putMaker: (makerAutoApproved: boolean) => change({ makerAutoApproved }),
  };
}
