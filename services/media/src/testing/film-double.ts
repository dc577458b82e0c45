import { StudioService } from '@marquee/contracts/film/v1/studio_pb';
import { DomainError } from '@marquee/runtime/errors';
import { implement } from '@marquee/runtime/rpc/implement';
import { serve } from '@marquee/runtime/rpc/serve';
import { requireAccount } from '@marquee/runtime/viewer';
import type { Platform } from '@marquee/service/platform';

type KnownFilm = {
  ownerId: string;
  title?: string;
  published?: boolean;
  liveMediaId?: string;
  waitingMediaId?: string;
};

/** Film, as media sees it: who may edit which film, and what is live in it. */
export type FilmDouble = { address: string; films: Map<string, KnownFilm>; stop(): Promise<void> };

export async function startFilmDouble(platform: Pick<Platform, 'log' | 'verifier' | 'clock'>): Promise<FilmDouble> {
  const films = new Map<string, KnownFilm>();
  const never = () => {
    throw new Error('media asks film nothing but this');
  };
  const studio = implement(StudioService, {
    ...{ listMyFilms: never, createFilm: never, updateFilm: never, deleteFilm: never },
    ...{
      setFilmAsset: never,
      removeFilmAsset: never,
      publishFilm: never,
      unpublishFilm: never,
      sendFilmForReview: never,
    },
    async getMyFilm({ filmId }, { viewer }) {
      const known = films.get(filmId);
      if (!known) throw new DomainError({ kind: 'NOT_FOUND', reason: 'FILM_NOT_FOUND', message: 'Film not found' });
      if (known.ownerId !== requireAccount(viewer).accountId) {
        throw new DomainError({ kind: 'FORBIDDEN', reason: 'FILM_NOT_YOURS', message: 'Not yours.' });
      }
      const assets = [
        { mediaId: known.liveMediaId ?? '', awaitingApproval: false },
        { mediaId: known.waitingMediaId ?? '', awaitingApproval: true },
      ].filter(({ mediaId }) => mediaId !== '');
      return {
        film: { film: { id: filmId, filmTitle: known.title ?? '', published: known.published ?? false }, assets },
      };
    },
  });
  const { log, verifier, clock } = platform;
  const rpc = await serve({
    service: 'film',
    host: '127.0.0.1',
    port: 0,
    log,
    verifier,
    clock,
    implementations: [studio],
  });
  return { address: `127.0.0.1:${rpc.port}`, films, stop: () => rpc.drain(1_000) };
}
