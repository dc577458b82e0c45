import { PersonFactsService } from '@marquee/contracts/identity/v1/person_facts_pb';
import { rpc } from '@marquee/service/rpc';
import { read } from '@marquee/service/use-case';
import { personMessage } from '../account/account-message.ts';
import type { IdentityResources } from '../resources.ts';
import { describePeople, describePeopleSchema } from './describe-people.ts';
import { getTextAddress, getTextAddressSchema } from './get-text-address.ts';

type Described = Awaited<ReturnType<typeof describePeople>>;

const describedMessage = ({ rows }: Described) => ({
  people: rows.map(personMessage),
  languages: Object.fromEntries(rows.map(({ id, preferredLanguage }) => [id, preferredLanguage])),
});

/** What notification asks of people. */
export const personFactsRpc = rpc<IdentityResources>()(PersonFactsService, {
  describePeople: read(describePeopleSchema, describePeople, describedMessage),
  getTextAddress: read(getTextAddressSchema, getTextAddress),
});
