import { timestampDate } from '@bufbuild/protobuf/wkt';
import { AssetKind, LicenseAgreementStatus, ProjectType, ReleaseType } from '@marquee/contracts/film/v1/film_pb';
import { StudioService, type UpdateFilmRequest } from '@marquee/contracts/film/v1/studio_pb';
import { createFilmSchema, updateFilmSchema } from '@marquee/rules/film';
import { ASSET_KINDS, type AssetKindName } from '@marquee/rules/film-types';
import { invalid } from '@marquee/runtime/errors';
import { implement } from '@marquee/runtime/rpc/implement';
import { parse } from '@marquee/runtime/schema';
import { requireAccount } from '@marquee/runtime/viewer';
import { knownNameOf, nameOf } from '../films/enum-names.ts';
import { writeOf } from '../films/write-once.ts';
import type { FilmResources } from '../resources.ts';
import type { AssetChoice } from './bind-assets.ts';
import { createFilm } from './create-film.ts';
import { deleteFilm } from './delete-film.ts';
import { getMyFilm, listMyFilms } from './list-my-films.ts';
import { publishFilm, unpublishFilm } from './publish-film.ts';
import { removeFilmAsset, setFilmAsset } from './set-film-asset.ts';
import { updateFilm } from './update-film.ts';

export function studioRpc(resources: FilmResources) {
  return implement(StudioService, {
    listMyFilms: (request, { viewer }) => listMyFilms(resources, requireAccount(viewer), request),

    async getMyFilm(request, { viewer }) {
      return { film: await getMyFilm(resources, viewer, request.filmId) };
    },

    createFilm(request, context) {
      const input = { ...request, projectType: nameOf(ProjectType, request.projectType) };
      return createFilm(resources, writeOf(request, context), parse(createFilmSchema, input));
    },

    updateFilm: (request, context) => updateFilm(resources, writeOf(request, context), updateOf(request)),

    setFilmAsset: (request, context) =>
      setFilmAsset(resources, writeOf(request, context), {
        filmId: request.filmId,
        kind: assetKindOf(request.kind),
        mediaId: request.mediaId,
      }),

    removeFilmAsset: (request, context) =>
      removeFilmAsset(resources, writeOf(request, context), {
        filmId: request.filmId,
        kind: assetKindOf(request.kind),
      }),

    publishFilm: (request, context) => publishFilm(resources, writeOf(request, context), request.filmId),

    unpublishFilm: (request, context) => unpublishFilm(resources, writeOf(request, context), request.filmId),

    async deleteFilm(request, context) {
      await deleteFilm(resources, writeOf(request, context), request.filmId);
      return {};
    },
  });
}

export function assetKindOf(kind: AssetKind): AssetKindName {
  const name = ASSET_KINDS.find((known) => AssetKind[known] === kind);
  if (!name) throw invalid([{ field: 'kind', message: 'Please choose what this file is.' }]);
  return name;
}

function updateOf(request: UpdateFilmRequest) {
  const fields = parse(updateFilmSchema, {
    ...request,
    languages: request.languages?.values,
    genres: request.genres?.values,
    projectType: request.projectType === undefined ? undefined : nameOf(ProjectType, request.projectType),
    releaseType: request.releaseType === undefined ? undefined : nameOf(ReleaseType, request.releaseType),
    usdCost: request.usdCost === undefined ? undefined : Number(request.usdCost),
    screeningStartTime: request.screeningStartTime && timestampDate(request.screeningStartTime),
    allowedLocations: request.allowedLocations?.values,
    blockedLocations: request.blockedLocations?.values,
  });
  return {
    filmId: request.filmId,
    fields,
    distribution: request.distribution,
    licenseAgreementStatus:
      request.licenseAgreementStatus === undefined
        ? undefined
        : knownNameOf(LicenseAgreementStatus, request.licenseAgreementStatus, 'licenseAgreementStatus'),
    assets: assetsOf(request),
    expectedVersion: request.expectedVersion,
  };
}

/** The assets of the snake_case update are named by their media id, or by an address that ends in it. */
function assetsOf(request: UpdateFilmRequest): AssetChoice[] {
  const given: [AssetKindName, string | undefined][] = [
    ['FILM_VIDEO', request.filmUri],
    ['TRAILER_VIDEO', request.trailerUri],
    ['TRAILER_IMAGE', request.trailerThumbnailUri],
    ['POSTER_IMAGE', request.posterUri],
  ];
  return given.flatMap(([kind, uri]) => (uri ? [{ kind, mediaId: uri.slice(uri.search(/[^/:]*$/)) }] : []));
}
