import { NoticeFactsService } from '@marquee/contracts/film/v1/notice_facts_pb';
import { PeopleService } from '@marquee/contracts/identity/v1/people_pb';
import { PictureService } from '@marquee/contracts/media/v1/pictures_pb';
import { type Base, defineService } from '@marquee/service/define-service';
import { PrismaClient } from '../gen/prisma/client.ts';
import { organizationBackOfficeRpc } from './back-office/organization-back-office-rpc.ts';
import { type FestivalConfig, festivalConfig } from './config.ts';
import { onAccountSuspended } from './organizations/on-account-suspended.ts';
import { pictureClient } from './organizations/organization-pictures.ts';
import { organizationRpc } from './organizations/organization-rpc.ts';
import { peopleCopy } from './people/people-copy.ts';
import { personalData } from './personal-data/personal-data.ts';
import { onFilmEvents, refreshFilms } from './programme/films-copy.ts';
import { programmeDeskRpc, programmeRpc } from './programme/programme-rpc.ts';
import type { FestivalResources } from './resources.ts';
import { teamRpc } from './team/team-rpc.ts';

const calls = { identity: PeopleService, media: PictureService, films: NoticeFactsService };

export const festival = defineService({
  name: 'festival',
  summary: 'organizations, events, tickets',
  entry: new URL('./main.ts', import.meta.url).href,
  prisma: PrismaClient,
  migrations: new URL('../prisma/migrations', import.meta.url).href,
  config: festivalConfig,
  calls,
  resources: (base: Base<FestivalConfig, typeof calls, PrismaClient>): FestivalResources => ({
    ...base,
    identity: base.calls.identity,
    pictures: pictureClient(base.calls.media),
    films: base.calls.films,
  }),
  rpc: [organizationRpc, teamRpc, organizationBackOfficeRpc, programmeRpc, programmeDeskRpc],
  events: [peopleCopy.onChange, onAccountSuspended, ...onFilmEvents],
  loops: [peopleCopy.loop, refreshFilms],
  personalData,
});
