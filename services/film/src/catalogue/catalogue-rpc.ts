import { CatalogueService } from '@marquee/contracts/film/v1/catalogue_pb';
import { sitemapPartSchema } from '@marquee/rules/sitemap';
import { rpc } from '@marquee/service/rpc';
import { noInput, read, writeWithoutTransaction } from '@marquee/service/use-case';
import { crewPageMessage } from '../crew/crew-message.ts';
import { listCrew, listCrewSchema } from '../crew/list-crew.ts';
import { filmMessage } from '../films/film-message.ts';
import { filmIdSchema } from '../films/request-schemas.ts';
import type { FilmResources } from '../resources.ts';
import {
  awardsMessage,
  feedMessage,
  filmsMessage,
  listFilmsInput,
  pageViewInput,
  personFilmsMessage,
  trailerMessage,
} from './catalogue-message.ts';
import { countPageView, countPageViewSchema } from './count-page-view.ts';
import { getFeed } from './get-feed.ts';
import { getFilm, getFilmSchema } from './get-film.ts';
import { getTrailer } from './get-trailer.ts';
import { listAwards } from './list-awards.ts';
import { listFilms, listFilmsSchema } from './list-films.ts';
import { listPersonFilms, listPersonFilmsSchema } from './list-person-films.ts';
import { listPreparing, listPreparingSchema } from './list-preparing.ts';
import { listSitemapFilms } from './list-sitemap-films.ts';

export const catalogueRpc = rpc<FilmResources>()(CatalogueService, {
  getFeed: read(noInput, getFeed, feedMessage),
  listFilms: read(listFilmsSchema, listFilms, filmsMessage, { from: listFilmsInput }),
  getFilm: read(getFilmSchema, getFilm, (film) => ({ film: filmMessage(film) })),
  listPreparing: read(listPreparingSchema, listPreparing, (films) => ({ films })),
  getTrailer: read(filmIdSchema, getTrailer, trailerMessage),
  listCrew: read(listCrewSchema, listCrew, crewPageMessage),
  listAwards: read(filmIdSchema, listAwards, awardsMessage),
  listPersonFilms: read(listPersonFilmsSchema, listPersonFilms, personFilmsMessage),
  listSitemapFilms: read(sitemapPartSchema, listSitemapFilms),
  countPageView: writeWithoutTransaction(countPageViewSchema, countPageView, () => ({}), { from: pageViewInput }),
});
