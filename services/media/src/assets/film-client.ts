import { type Client, Code, ConnectError } from '@connectrpc/connect';
import type { StudioService } from '@marquee/contracts/film/v1/studio_pb';
import { ifFound } from '@marquee/runtime/rpc/if-found';
import { filmNotFound, filmNotYours, filmUnavailable } from './asset-errors.ts';
import type { EditableFilms } from './editable-films.ts';

/** Asks film by RPC. */
export function filmClient(film: Pick<Client<typeof StudioService>, 'getMyFilm'>): EditableFilms {
  const myFilm = async (filmId: string) => {
    const found = await ifFound(film.getMyFilm({ filmId })).catch((error: unknown) => {
      throw refusalOf(error);
    });
    if (!found) throw filmNotFound();
    return found.film;
  };
  return {
    requireEditable: async (filmId) => ({ title: (await myFilm(filmId))?.film?.filmTitle ?? '' }),
    async isLive(filmId, assetId) {
      const found = await myFilm(filmId);
      const slot = found?.assets.find(({ mediaId, awaitingApproval }) => mediaId === assetId && !awaitingApproval);
      return Boolean(found?.film?.published && slot);
    },
  };
}

function refusalOf(error: unknown): Error {
  const { code } = ConnectError.from(error);
  if (code === Code.PermissionDenied || code === Code.Unauthenticated) return filmNotYours();
  return filmUnavailable(error);
}
