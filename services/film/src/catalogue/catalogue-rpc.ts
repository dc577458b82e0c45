import { CatalogueService } from '@marquee/contracts/film/v1/catalogue_pb';
import {
  filmIdSchema,
  getFilmSchema,
  listCrewSchema,
  listFilmsSchema,
  noInputSchema,
} from '@marquee/rules/film-requests';
import { rpc } from '@marquee/service/rpc';
import { read } from '@marquee/service/use-case';
import { crewPageMessage } from '../crew/crew-message.ts';
import { listCrew } from '../crew/list-crew.ts';
import { cardMessage, filmMessage } from '../films/film-message.ts';
import type { FilmResources } from '../resources.ts';
import { awardsMessage, feedMessage, listFilmsInput, trailerMessage } from './catalogue-message.ts';
import { countPageView } from './count-page-view.ts';
import { getFeed } from './get-feed.ts';
import { getFilm } from './get-film.ts';
import { getTrailer } from './get-trailer.ts';
import { listAwards } from './list-awards.ts';
import { listFilms } from './list-films.ts';

export const catalogueRpc = rpc<FilmResources>()(CatalogueService, {
  getFeed: read(noInputSchema, getFeed, feedMessage),
  listFilms: read(
    listFilmsSchema,
    listFilms,
    ({ films, nextCursor }) => ({ films: films.map(cardMessage), nextCursor }),
    { from: listFilmsInput },
  ),
  getFilm: read(getFilmSchema, getFilm, (film) => ({ film: filmMessage(film) })),
  getTrailer: read(filmIdSchema, getTrailer, trailerMessage),
  listCrew: read(listCrewSchema, listCrew, crewPageMessage),
  listAwards: read(filmIdSchema, listAwards, awardsMessage),
  countPageView: async (request, context, resources) => {
    await countPageView(resources, context, request);
    return {};
  },
});
