import { PeopleService } from '@marquee/contracts/identity/v1/people_pb';
import { sitemapPartSchema } from '@marquee/rules/sitemap';
import { rpc } from '@marquee/service/rpc';
import { read } from '@marquee/service/use-case';
import { peopleMessage, profileMessage } from '../account/account-message.ts';
import type { IdentityResources } from '../resources.ts';
import { exportPeople, exportPeopleSchema } from './export-people.ts';
import { getMailAddress, getMailAddressSchema } from './get-mail-address.ts';
import { getProfile, getProfileSchema } from './get-profile.ts';
import { listSitemapProfiles } from './list-sitemap-profiles.ts';
import { searchPeople, searchPeopleSchema } from './search-people.ts';

/** People as others see them. */
export const peopleRpc = rpc<IdentityResources>()(PeopleService, {
  getProfile: read(getProfileSchema, getProfile, profileMessage),
  listSitemapProfiles: read(sitemapPartSchema, listSitemapProfiles),
  searchPeople: read(searchPeopleSchema, searchPeople, peopleMessage),
  exportPeople: read(exportPeopleSchema, exportPeople, peopleMessage),
  getMailAddress: read(getMailAddressSchema, getMailAddress),
});
