import { FESTIVAL_SOURCE_MS } from '@marquee/rules/challenge';
import { type OnboardingAccount, onboardingPath } from '../profile/onboarding.ts';
import type { InvitationTarget } from './invitation-target.ts';
import type { SignInIntent } from './sign-in-intent.ts';

export type SignedInAccount = OnboardingAccount & {
  isOnboarding: boolean;
  source: string;
  sourceId: string;
  createdAt: Date;
  closingAt?: Date | null;
};

/** Where a person goes after signing in: the first that matches [AUT-10]. */
export function nextAfterSignIn(
  account: SignedInAccount,
  intent: SignInIntent,
  invitation: InvitationTarget | undefined,
  now: Date,
): string {
  // Where they can keep the account.
  if (account.closingAt) return '/settings/close-account';
  if (intent.addNewAccount) return '/settings';
  if (intent.festivalSponsorshipCode || intent.fromLaunchFestival) return '/user/orgs';
  if (invitation) return invitationPath(invitation);
  if (isFreshFromFestival(account, now)) return `/festivals/${encodeURIComponent(account.sourceId)}`;
  if (account.isOnboarding) return onboardingPath(account);
  return intent.returnTo || '/';
}

function isFreshFromFestival({ source, sourceId, createdAt }: SignedInAccount, now: Date): boolean {
  return source === 'FESTIVAL' && sourceId !== '' && now.getTime() - createdAt.getTime() < FESTIVAL_SOURCE_MS;
}

function invitationPath(invitation: InvitationTarget): string {
  if (invitation.type === 'CREDIT') {
    const { filmId, filmVisible, invitationToken } = invitation;
    return filmVisible
      ? `/feed/${encodeURIComponent(filmId)}`
      : `/credits?${new URLSearchParams({ invitation: invitationToken })}`;
  }
  return `/events/${encodeURIComponent(invitation.eventId)}/tickets/${encodeURIComponent(invitation.userTicketId)}`;
}
