import { type Client, Code, ConnectError } from '@connectrpc/connect';
import type { StudioService } from '@marquee/contracts/film/v1/studio_pb';
import { FILM_MESSAGES } from '@marquee/rules/film-messages';
import { DomainError } from '@marquee/runtime/errors';

/** Questions to film, asked on behalf of the viewer of the call. */
export type EditableFilms = {
  /** @throws when the viewer may not edit the film, or it does not exist */
  requireEditable(filmId: string): Promise<void>;
  /** True when the published film shows this file. A replacement that waits for approval is not live. */
  isLive(filmId: string, assetId: string): Promise<boolean>;
};

export function editableFilms(film: Pick<Client<typeof StudioService>, 'getMyFilm'>): EditableFilms {
  const myFilm = async (filmId: string) => {
    try {
      return (await film.getMyFilm({ filmId })).film;
    } catch (error) {
      throw refusalOf(error);
    }
  };
  return {
    requireEditable: async (filmId) => void (await myFilm(filmId)),
    async isLive(filmId, assetId) {
      const found = await myFilm(filmId);
      const slot = found?.assets.find(({ mediaId, awaitingApproval }) => mediaId === assetId && !awaitingApproval);
      return Boolean(found?.film?.published && slot);
    },
  };
}

function refusalOf(error: unknown): DomainError {
  const { code } = ConnectError.from(error);
  if (code === Code.NotFound || code === Code.InvalidArgument) {
    return new DomainError({ kind: 'NOT_FOUND', reason: 'FILM_NOT_FOUND', message: FILM_MESSAGES.filmNotFound });
  }
  if (code === Code.PermissionDenied || code === Code.Unauthenticated) {
    return new DomainError({ kind: 'FORBIDDEN', reason: 'FILM_NOT_YOURS', message: FILM_MESSAGES.notYours });
  }
  const message = 'The film could not be asked for. Please try again in a moment.';
  return new DomainError({ kind: 'UNAVAILABLE', reason: 'FILM_AWAY', message, cause: error });
}
