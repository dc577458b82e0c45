import type { MessageInitShape } from '@bufbuild/protobuf';
import type { SignInIntentSchema } from '@marquee/contracts/identity/v1/auth_pb';

export type Intent = MessageInitShape<typeof SignInIntentSchema>;

const isSet = (value: string | null) => value === '1' || value === 'true';

/** The purpose of a sign-in and where it leads afterwards, from the address [AUT-05] [AUT-07]. */
export function intentOf(params: URLSearchParams): Intent {
  return {
    returnTo: params.get('returnTo') ?? '',
    addNewAccount: isSet(params.get('addNewAccount')),
    fromLaunchFestival: isSet(params.get('fromLaunchFestival')),
    getStart: isSet(params.get('getStart')),
    referrerId: params.get('referrerId') ?? '',
    invitationId: params.get('invitationId') ?? '',
    festivalSponsorshipCode: params.get('festivalSponsorshipCode') ?? '',
  };
}

/** In the address of who is signed in and proves once more who they are [AUT-17]. */
const AGAIN = 'again';

export const signsInAgain = (params: URLSearchParams): boolean => isSet(params.get(AGAIN));

/** Where somebody who is signed in proves once more who they are, and comes back. */
export const signInAgainPath = (returnTo: string): string =>
  `/sign-in?${new URLSearchParams({ returnTo, [AGAIN]: '1' })}`;

const CARRIED = [
  'returnTo',
  AGAIN,
  'addNewAccount',
  'fromLaunchFestival',
  'getStart',
  'referrerId',
  'invitationId',
  'festivalSponsorshipCode',
];

/** Where the challenge of a waiting screen was started, with what its address carries. */
export function startPath(params: URLSearchParams): string {
  const signIn = isSet(params.get('addNewAccount')) ? '/add-account' : '/sign-in';
  return onward(isSet(params.get('createAccount')) ? '/create-account' : signIn, params);
}

/** The address of the next screen, with the parameters that this one carries. */
export function onward(path: string, params: URLSearchParams, added: Record<string, string> = {}): string {
  const next = new URLSearchParams();
  for (const name of CARRIED) {
    const value = params.get(name);
    if (value) next.set(name, value);
  }
  for (const [name, value] of Object.entries(added)) if (value) next.set(name, value);
  const query = next.toString();
  return query ? `${path}?${query}` : path;
}
