import { StudioService } from '@marquee/contracts/film/v1/studio_pb';
import { createFilmSchema } from '@marquee/rules/film';
import {
  filmIdSchema,
  listMyFilmsSchema,
  removeFilmAssetSchema,
  setFilmAssetSchema,
  updateFilmRequestSchema,
} from '@marquee/rules/film-requests';
import { rpc } from '@marquee/service/rpc';
import { read, write } from '@marquee/service/use-case';
import type { FilmResources } from '../resources.ts';
import { bindAssets, releaseUnused } from './bind-assets.ts';
import { createFilm } from './create-film.ts';
import { deleteFilm } from './delete-film.ts';
import { getMyFilm } from './get-my-film.ts';
import { listMyFilms } from './list-my-films.ts';
import { publishFilm } from './publish-film.ts';
import { removeFilmAsset } from './remove-film-asset.ts';
import { setFilmAsset } from './set-film-asset.ts';
import { assetInput, createFilmInput, filmAnswer, studioPageMessage, updateFilmInput } from './studio-message.ts';
import { unpublishFilm } from './unpublish-film.ts';
import { updateFilm } from './update-film.ts';

export const studioRpc = rpc<FilmResources>()(StudioService, {
  listMyFilms: read(listMyFilmsSchema, listMyFilms, studioPageMessage),
  getMyFilm: read(filmIdSchema, getMyFilm, filmAnswer),
  createFilm: write(createFilmSchema, createFilm, filmAnswer, { from: createFilmInput }),
  updateFilm: write(updateFilmRequestSchema, updateFilm, filmAnswer, {
    from: updateFilmInput,
    before: (resources, viewer, { filmId, assets }) => bindAssets(resources, viewer, filmId, assets),
    undo: releaseUnused,
  }),
  setFilmAsset: write(setFilmAssetSchema, setFilmAsset, filmAnswer, {
    from: assetInput,
    before: (resources, viewer, { filmId, ...asset }) => bindAssets(resources, viewer, filmId, [asset]),
    undo: releaseUnused,
  }),
  removeFilmAsset: write(removeFilmAssetSchema, removeFilmAsset, filmAnswer, { from: assetInput }),
  publishFilm: write(filmIdSchema, publishFilm, filmAnswer),
  unpublishFilm: write(filmIdSchema, unpublishFilm, filmAnswer),
  deleteFilm: write(filmIdSchema, deleteFilm, () => ({})),
});
