import { NoticeFactsService } from '@marquee/contracts/film/v1/notice_facts_pb';
import { rpc } from '@marquee/service/rpc';
import { read } from '@marquee/service/use-case';
import type { FilmResources } from '../resources.ts';
import { countEventViewers, countEventViewersSchema } from './count-event-viewers.ts';
import { describeFilms, describeFilmsSchema } from './describe-films.ts';
import { listCreditedPeople, listCreditedPeopleSchema } from './list-credited-people.ts';
import { listFilmAccounts } from './list-film-accounts.ts';

/** What notification asks of films. */
export const noticeFactsRpc = rpc<FilmResources>()(NoticeFactsService, {
  describeFilms: read(describeFilmsSchema, describeFilms),
  listFilmAccounts: read(describeFilmsSchema, listFilmAccounts),
  countEventViewers: read(countEventViewersSchema, countEventViewers, (viewers) => ({ viewers })),
  listCreditedPeople: read(listCreditedPeopleSchema, listCreditedPeople),
});
