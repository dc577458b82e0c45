import { type Timestamp, timestampDate } from '@bufbuild/protobuf/wkt';
import {
  AccountStatus,
  AccountType,
  ConsumerType,
  ProfileVisibility,
  Role,
  SubscriptionType,
  type User,
} from '@marquee/contracts/identity/v1/account_pb';
import { formatMoment } from '@marquee/rules/format';

export const consumerTypeLabel: Record<ConsumerType, string> = {
  [ConsumerType.UNSPECIFIED]: '–',
  [ConsumerType.MOVIE_LOVER]: 'Movie Lover',
  [ConsumerType.ENTERTAINMENT_PRO]: 'Entertainment Pro',
  [ConsumerType.B2B]: 'b2b',
};

export const accountTypeLabel: Record<AccountType, string> = {
  [AccountType.UNSPECIFIED]: '–',
  [AccountType.INDIVIDUAL]: 'Individual',
  [AccountType.COMPANY]: 'Company',
};

export const roleLabel: Record<Role, string> = {
  [Role.UNSPECIFIED]: '',
  [Role.ADMIN]: 'ADMIN',
  [Role.SUPER_USER]: 'SUPER-USER',
};

export const subscriptionLabel: Record<SubscriptionType, string> = {
  [SubscriptionType.UNSPECIFIED]: 'None',
  [SubscriptionType.NONE]: 'None',
  [SubscriptionType.FREEMIUM]: 'Freemium',
  [SubscriptionType.PRO]: 'Pro',
  [SubscriptionType.PREMIUM]: 'Premium',
};

export const visibilityLabel: Record<ProfileVisibility, string> = {
  [ProfileVisibility.UNSPECIFIED]: '–',
  [ProfileVisibility.PUBLIC]: 'Public',
  [ProfileVisibility.HIDDEN]: 'Hidden',
  [ProfileVisibility.PRIVATE]: 'Private',
};

export const statusOf = ({ status, isOnboarding }: User): { label: string; tone: 'good' | 'warn' | 'action' } => {
  if (status === AccountStatus.SUSPENDED) return { label: 'SUSPENDED', tone: 'action' };
  if (status === AccountStatus.BOUNCED_EMAIL) return { label: 'BOUNCED EMAIL', tone: 'warn' };
  return isOnboarding ? { label: 'ONBOARDING', tone: 'warn' } : { label: 'ACTIVE', tone: 'good' };
};

/** A name, or the id of somebody who has not given one yet. */
export const nameOf = ({ firstName, lastName, id }: Pick<User, 'firstName' | 'lastName' | 'id'>): string =>
  `${firstName} ${lastName}`.trim() || id;

/** To the minute, in the reader's own time. */
export function timeText(at: Timestamp | undefined): string {
  return at ? formatMoment(timestampDate(at)) : '–';
}
