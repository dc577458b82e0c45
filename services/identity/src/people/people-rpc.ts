import { PeopleService } from '@marquee/contracts/identity/v1/people_pb';
import { sitemapPartSchema } from '@marquee/rules/sitemap';
import { rpc } from '@marquee/service/rpc';
import { read } from '@marquee/service/use-case';
import { peopleMessage, profileMessage } from '../account/account-message.ts';
import { exportBlocks, exportBlocksSchema } from '../block/export-blocks.ts';
import type { IdentityResources } from '../resources.ts';
import { exportPeople, exportPeopleSchema } from './export-people.ts';
import { getMailAddress, getMailAddressSchema } from './get-mail-address.ts';
import { getProfile } from './get-profile.ts';
import { getProfileCounters } from './get-profile-counters.ts';
import { listSitemapProfiles } from './list-sitemap-profiles.ts';
import { searchPeople, searchPeopleSchema } from './search-people.ts';
import { profileIdSchema } from './visible-person.ts';

/** People as others see them. */
export const peopleRpc = rpc<IdentityResources>()(PeopleService, {
  getProfile: read(profileIdSchema, getProfile, profileMessage),
  getProfileCounters: read(profileIdSchema, getProfileCounters),
  listSitemapProfiles: read(sitemapPartSchema, listSitemapProfiles),
  searchPeople: read(searchPeopleSchema, searchPeople, peopleMessage),
  exportPeople: read(exportPeopleSchema, exportPeople),
  exportBlocks: read(exportBlocksSchema, exportBlocks),
  getMailAddress: read(getMailAddressSchema, getMailAddress),
});
