import type { MessageInitShape } from '@bufbuild/protobuf';
import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import {
  AccountStatus,
  AccountType,
  AvailabilityKind,
  ConsumerType,
  type PersonSchema,
  type ProfileSchema,
  ProfileVisibility,
  Role,
  SubscriptionType,
  type UserSchema,
} from '@marquee/contracts/identity/v1/account_pb';
import { type AvailabilityPeriod, upcomingPeriods } from '@marquee/rules/availability';
import type { GalleryPhoto } from '@marquee/rules/gallery';
import { isListed } from '../profile/profile-rights.ts';
import type { Account } from './accounts.ts';

const CONSUMER_TYPES: Record<string, ConsumerType> = {
  MOVIE_LOVER: ConsumerType.MOVIE_LOVER,
  ENTERTAINMENT_PRO: ConsumerType.ENTERTAINMENT_PRO,
  B2B: ConsumerType.B2B,
};
const ACCOUNT_TYPES: Record<string, AccountType> = {
  INDIVIDUAL: AccountType.INDIVIDUAL,
  COMPANY: AccountType.COMPANY,
};
const ROLES: Record<string, Role> = { ADMIN: Role.ADMIN, SUPER_USER: Role.SUPER_USER };
const SUBSCRIPTIONS: Record<string, SubscriptionType> = {
  NONE: SubscriptionType.NONE,
  FREEMIUM: SubscriptionType.FREEMIUM,
  PRO: SubscriptionType.PRO,
  PREMIUM: SubscriptionType.PREMIUM,
};

const VISIBILITIES: Record<string, ProfileVisibility> = {
  PUBLIC: ProfileVisibility.PUBLIC,
  HIDDEN: ProfileVisibility.HIDDEN,
  PRIVATE: ProfileVisibility.PRIVATE,
};

function visibilityMessage(visibility: string): ProfileVisibility {
  return VISIBILITIES[visibility] ?? ProfileVisibility.UNSPECIFIED;
}

export function consumerTypeMessage(type: string | null): ConsumerType {
  return CONSUMER_TYPES[type ?? ''] ?? ConsumerType.UNSPECIFIED;
}

function accountTypeMessage(type: string | null): AccountType {
  return ACCOUNT_TYPES[type ?? ''] ?? AccountType.UNSPECIFIED;
}

/** Suspension counts before bounced mail: it says more. */
function statusOf(account: Account): AccountStatus {
  if (account.suspendedAt) return AccountStatus.SUSPENDED;
  return account.emailBouncedAt ? AccountStatus.BOUNCED_EMAIL : AccountStatus.ACTIVE;
}

/** The person's own view of their account. */
export function userMessage(account: Account): MessageInitShape<typeof UserSchema> {
  return {
    id: account.id,
    firstName: account.firstName,
    lastName: account.lastName,
    email: account.email ?? '',
    phone: account.phone ?? '',
    bio: account.bio,
    country: account.country,
    state: account.state,
    city: account.city,
    type: accountTypeMessage(account.accountType),
    talents: account.talents,
    consumerType: consumerTypeMessage(account.consumerType),
    roles: account.roles.map((role) => ROLES[role] ?? Role.UNSPECIFIED),
    status: statusOf(account),
    verified: true,
    isOnboarding: account.isOnboarding,
    preferredLanguage: account.preferredLanguage,
    subscriptionType: SUBSCRIPTIONS[account.subscriptionType] ?? SubscriptionType.UNSPECIFIED,
    source: account.source,
    sourceId: account.sourceId,
    referrerId: account.referrerId,
    invitationId: account.invitationId,
    createdAt: timestampFromDate(account.createdAt),
    ...(account.lastSignedInAt && { lastSignedInAt: timestampFromDate(account.lastSignedInAt) }),
    profilePicture: account.profilePicture,
    socialLinks: account.socialLinks,
    union: account.union,
    profileVisibility: visibilityMessage(account.profileVisibility),
    gallery: galleryMessage(account.gallery),
    ...(account.closingAt && { closingAt: timestampFromDate(account.closingAt) }),
    availability: account.availability.map((period) => ({ ...periodMessage(period), note: period.note })),
  };
}

const periodMessage = ({ kind, firstDay, lastDay }: AvailabilityPeriod) => ({
  kind: AvailabilityKind[kind],
  firstDay,
  lastDay,
});

const galleryMessage = (gallery: readonly GalleryPhoto[]) => gallery.map((photo, order) => ({ ...photo, order }));

export const currentUserMessage = (account: Account) => ({ user: userMessage(account) });

/** The person, and where they go. */
export function userNextMessage({ account, next }: { account: Account; next: string }) {
  return { user: userMessage(account), next };
}

/** What a person's page shows. */
export function profileMessage({ account, now }: { account: Account; now: Date }): {
  profile: MessageInitShape<typeof ProfileSchema>;
} {
  const { id, firstName, lastName, talents, country, state, city, bio, union, socialLinks } = account;
  return {
    profile: {
      ...{ id, firstName, lastName, talents, country, state, city, bio, union, socialLinks },
      consumerType: consumerTypeMessage(account.consumerType),
      type: accountTypeMessage(account.accountType),
      profilePicture: account.profilePicture,
      gallery: galleryMessage(account.gallery),
      availability: upcomingPeriods(account.availability, now).map(periodMessage),
      listed: isListed(account),
      version: account.version,
    },
  };
}

type PublicFields = Pick<
  Account,
  | 'id'
  | 'firstName'
  | 'lastName'
  | 'consumerType'
  | 'accountType'
  | 'talents'
  | 'profilePicture'
  | 'profileVisibility'
  | 'version'
> & { closingAt?: Date | null };

/** What anybody may see of a person: of one whose account is closing, that there was somebody. */
export function personMessage(account: PublicFields): MessageInitShape<typeof PersonSchema> {
  if (account.closingAt) {
    return { id: account.id, version: account.version, profileVisibility: ProfileVisibility.PRIVATE };
  }
  return {
    id: account.id,
    firstName: account.firstName,
    lastName: account.lastName,
    consumerType: consumerTypeMessage(account.consumerType),
    type: accountTypeMessage(account.accountType),
    talents: account.talents,
    profilePicture: account.profilePicture,
    version: account.version,
    profileVisibility: visibilityMessage(account.profileVisibility),
  };
}

export function peopleMessage({ rows, nextCursor }: { rows: PublicFields[]; nextCursor: string }) {
  return { people: rows.map(personMessage), nextCursor };
}
