import { CatalogueService, FilmSort, RailKind } from '@marquee/contracts/film/v1/catalogue_pb';
import { ProjectType, ReleaseType } from '@marquee/contracts/film/v1/film_pb';
import { implement } from '@marquee/runtime/rpc/implement';
import { listCrew } from '../crew/list-crew.ts';
import { knownNameOf } from '../films/enum-names.ts';
import { cardMessage, filmMessage } from '../films/film-message.ts';
import { requireVisibleTo } from '../films/film-rights.ts';
import { getFilm as findFilm } from '../films/film-store.ts';
import type { FilmResources } from '../resources.ts';
import type { FilmSortName } from './catalogue-store.ts';
import { listAwards } from './catalogue-store.ts';
import { countPageView } from './count-page-view.ts';
import { getFeed } from './get-feed.ts';
import { getFilm } from './get-film.ts';
import { getTrailer } from './get-trailer.ts';
import { listFilms } from './list-films.ts';

export function catalogueRpc(resources: FilmResources) {
  return implement(CatalogueService, {
    async getFeed() {
      const { hero, rails } = await getFeed(resources);
      return {
        ...(hero && { hero: cardMessage(hero) }),
        rails: rails.map(({ rail, genre, title, films }) => ({
          kind: RailKind[rail],
          genre,
          title,
          films: films.map(cardMessage),
        })),
      };
    },

    async listFilms(request) {
      const { films, nextCursor } = await listFilms(resources, {
        query: request.query,
        filters: {
          genre: request.genre,
          projectType: knownNameOf(ProjectType, request.projectType, 'projectType'),
          releaseType: knownNameOf(ReleaseType, request.releaseType, 'releaseType'),
          country: request.country,
          language: request.language,
        },
        sort: (knownNameOf(FilmSort, request.sort, 'sort') || undefined) as FilmSortName | undefined,
        pageSize: request.pageSize,
        cursor: request.cursor,
      });
      return { films: films.map(cardMessage), nextCursor };
    },

    async getFilm(request, { viewer }) {
      return { film: filmMessage(await getFilm(resources, viewer, request)) };
    },

    async getTrailer(request, { viewer }) {
      return getTrailer(resources, viewer, request.filmId);
    },

    async listCrew(request, { viewer }) {
      return listCrew(resources, viewer, request);
    },

    async listAwards(request, { viewer }) {
      const film = await findFilm(resources.db, request.filmId);
      requireVisibleTo(viewer, film);
      const awards = await listAwards(resources, film.id);
      return {
        awards: awards.map((award) => ({
          id: award.id,
          festivalName: award.festival_name,
          festivalId: award.festival_id ?? '',
          category: award.category,
          year: award.year,
          winner: award.winner,
        })),
      };
    },

    async countPageView(request, context) {
      await countPageView(resources, context, request);
      return {};
    },
  });
}
