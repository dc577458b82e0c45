import { StudioService } from '@marquee/contracts/film/v1/studio_pb';
import { createFilmSchema } from '@marquee/rules/film';
import { rpc } from '@marquee/service/rpc';
import { read, write } from '@marquee/service/use-case';
import { filmIdSchema } from '../films/request-schemas.ts';
import type { FilmResources } from '../resources.ts';
import { bindAssets, releaseUnused } from './bind-assets.ts';
import { createFilm } from './create-film.ts';
import { deleteFilm } from './delete-film.ts';
import { getMyFilm } from './get-my-film.ts';
import { listMyFilms, listMyFilmsSchema } from './list-my-films.ts';
import { publishFilm } from './publish-film.ts';
import { removeFilmAsset, removeFilmAssetSchema } from './remove-film-asset.ts';
import { sendFilmForReview } from './send-film-for-review.ts';
import { setFilmAsset, setFilmAssetSchema } from './set-film-asset.ts';
import {
  assetInput,
  createFilmInput,
  listMyFilmsInput,
  oneFilmMessage,
  studioPageMessage,
  updateFilmInput,
} from './studio-message.ts';
import { unpublishFilm } from './unpublish-film.ts';
import { updateFilm, updateFilmRequestSchema } from './update-film.ts';

export const studioRpc = rpc<FilmResources>()(StudioService, {
  listMyFilms: read(listMyFilmsSchema, listMyFilms, studioPageMessage, { from: listMyFilmsInput }),
  getMyFilm: read(filmIdSchema, getMyFilm, oneFilmMessage),
  createFilm: write(createFilmSchema, createFilm, oneFilmMessage, { from: createFilmInput }),
  updateFilm: write(updateFilmRequestSchema, updateFilm, oneFilmMessage, {
    from: updateFilmInput,
    before: (resources, viewer, { filmId, assets }) => bindAssets(resources, viewer, filmId, assets),
    undo: releaseUnused,
  }),
  setFilmAsset: write(setFilmAssetSchema, setFilmAsset, oneFilmMessage, {
    from: assetInput,
    before: (resources, viewer, { filmId, ...asset }) => bindAssets(resources, viewer, filmId, [asset]),
    undo: releaseUnused,
  }),
  removeFilmAsset: write(removeFilmAssetSchema, removeFilmAsset, oneFilmMessage, { from: assetInput }),
  publishFilm: write(filmIdSchema, publishFilm, oneFilmMessage),
  unpublishFilm: write(filmIdSchema, unpublishFilm, oneFilmMessage),
  sendFilmForReview: write(filmIdSchema, sendFilmForReview, oneFilmMessage),
  deleteFilm: write(filmIdSchema, deleteFilm, () => ({})),
});
