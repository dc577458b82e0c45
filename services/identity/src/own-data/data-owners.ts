import { type Client, createClient, type Transport } from '@connectrpc/connect';
import { PersonalDataService } from '@marquee/contracts/personal_data/v1/personal_data_pb';
import { PERSONAL_DATA_OWNERS } from '@marquee/contracts/personal-data-owners';
import { closeSome, filesOf, type PersonalFile } from '@marquee/service/personal-data';
import { forgetCustomer } from '../payment-methods/forget-customer.ts';
import type { IdentityResources } from '../resources.ts';
import { personalData } from './personal-data.ts';

type Signals = { signal: AbortSignal };

/** A service that holds personal data, this one too. */
export type DataOwner = {
  name: string;
  /** Its files, each read to its end before the next. */
  files(accountId: string, signals: Signals): AsyncIterable<PersonalFile>;
  /** Does a part of closing an account; true while something is left. */
  close(accountId: string, signals: Signals): Promise<boolean>;
};

/** How long a service may take to export all that it holds of an account. */
const EXPORT_MS_MAX = 30 * 60_000;
const CLOSE_MS_MAX = 15_000;

type Opening = { name: string; transportTo(service: string): Transport };

/**
 * All services that hold personal data, by what they declare: nothing here names one. This one comes last, so that what
 * others need of an account is there until they are done.
 */
export function dataOwners({ name: own, transportTo }: Opening): (resources: IdentityResources) => DataOwner[] {
  // When it is needed: a service that is not deployed keeps identity from nothing else.
  const clientTo = (name: string) => createClient(PersonalDataService, transportTo(name));
  const others = PERSONAL_DATA_OWNERS.filter((name) => name !== own).map(
    (name): DataOwner => ({
      name,
      files: (accountId, { signal }) =>
        filesInPieces(clientTo(name).exportAccount({ accountId }, { signal, timeoutMs: EXPORT_MS_MAX })),
      close: async (accountId, { signal }) =>
        (await clientTo(name).closeAccount({ accountId }, { signal, timeoutMs: CLOSE_MS_MAX })).more,
    }),
  );
  return (resources) => [
    ...others,
    {
      name: own,
      files: (accountId) => filesOf(personalData, resources, accountId),
      async close(accountId) {
        await forgetCustomer(resources, accountId);
        return closeSome(personalData, resources, accountId);
      },
    },
  ];
}

type Answers = ReturnType<Client<typeof PersonalDataService>['exportAccount']>;

/** The files of a stream of pieces: each path that follows another begins a file. */
async function* filesInPieces(answers: Answers): AsyncGenerator<PersonalFile> {
  const pieces = answers[Symbol.asyncIterator]();
  try {
    let next = await pieces.next();
    while (!next.done) {
      const { path } = next.value;
      async function* ofFile() {
        while (!next.done && next.value.path === path) {
          yield next.value.data;
          next = await pieces.next();
        }
      }
      yield { path, pieces: ofFile() };
    }
  } finally {
    await pieces.return?.();
  }
}
