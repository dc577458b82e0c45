import { SubscriptionChange, SubscriptionChangedSchema } from '@marquee/contracts/events/v1/identity_pb';
import { SubscriptionType } from '@marquee/contracts/identity/v1/account_pb';
import { type DomainEvent, domainEvent } from '@marquee/events/outbox';
import type { PlanName } from '@marquee/rules/entitlements';
import type { Subscription } from './subscriptions.ts';

export type ChangeKind = Exclude<keyof typeof SubscriptionChange, 'UNSPECIFIED'>;

/** What has happened to a subscription; `plan` is what the account has now, `isOfBefore` that a refund has brought it back. */
export const subscriptionChanged = (
  { id, accountId, version }: Subscription,
  plan: PlanName,
  change: ChangeKind,
  { isOfBefore = false } = {},
): DomainEvent =>
  domainEvent(
    SubscriptionChangedSchema,
    { accountId, plan: SubscriptionType[plan], change: SubscriptionChange[change], isOfBefore },
    { type: 'subscription', id, version },
  );
