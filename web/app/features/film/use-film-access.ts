import { type GetFilmAccessResponse, WatchService } from '@marquee/contracts/film/v1/watch_pb';
import { type Own, useOwn } from '../../data/use-own.ts';
import { useEventsSent } from '../player/use-events-sent.ts';

export type FilmAccess = Own<GetFilmAccessResponse>;

/** What this viewer may do with a film, and what they did with it. */
export function useFilmAccess(filmId: string) {
  const { own: access, retry, change } = useOwn(WatchService.method.getFilmAccess, { filmId }, useEventsSent());
  return { access, retry, change };
}
