import { PersonFactsService } from '@marquee/contracts/identity/v1/person_facts_pb';
import { rpc } from '@marquee/service/rpc';
import { read } from '@marquee/service/use-case';
import { personMessage } from '../account/account-message.ts';
import type { IdentityResources } from '../resources.ts';
import { areConnected, areConnectedSchema } from './are-connected.ts';
import { describePeople, describePeopleSchema } from './describe-people.ts';
import { findRecipient, findRecipientSchema } from './find-recipient.ts';
import { getTextAddress, getTextAddressSchema } from './get-text-address.ts';
import { mayMakeFilms, mayMakeFilmsSchema } from './may-make-films.ts';

type Described = Awaited<ReturnType<typeof describePeople>>;

const describedMessage = ({ rows }: Described) => ({
  people: rows.map(personMessage),
  languages: Object.fromEntries(rows.map(({ id, preferredLanguage }) => [id, preferredLanguage])),
});

/** What other services ask of people. */
export const personFactsRpc = rpc<IdentityResources>()(PersonFactsService, {
  describePeople: read(describePeopleSchema, describePeople, describedMessage),
  areConnected: read(areConnectedSchema, areConnected),
  mayMakeFilms: read(mayMakeFilmsSchema, mayMakeFilms),
  getTextAddress: read(getTextAddressSchema, getTextAddress),
  findRecipient: read(findRecipientSchema, findRecipient, (accountId) => ({ accountId })),
});
