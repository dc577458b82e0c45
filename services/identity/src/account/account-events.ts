import {
  AccountCreatedSchema,
  AccountReinstatedSchema,
  AccountSuspendedSchema,
  CoinsGrantedSchema,
  OnboardingFinishedSchema,
  ProfileChangedSchema,
  ProfilePicturesChangedSchema,
} from '@marquee/contracts/events/v1/identity_pb';
import { type DomainEvent, domainEvent } from '@marquee/events/outbox';
import { type CoinGrant, grantIdOf } from '../profile/coin-grants.ts';
import { consumerTypeMessage, personMessage } from './account-message.ts';
import type { Account } from './accounts.ts';

const aggregate = ({ id, version }: Pick<Account, 'id' | 'version'>) => ({ type: 'account', id, version });

/** A new account has version 2: this is its first event, profileChanged its second. */
export function accountCreated({ id, consumerType, source, version }: Account): DomainEvent {
  const fields = { accountId: id, consumerType: consumerTypeMessage(consumerType), source };
  return domainEvent(AccountCreatedSchema, fields, aggregate({ id, version: version - 1n }));
}

export function profileChanged(account: Account): DomainEvent {
  return domainEvent(ProfileChangedSchema, { person: personMessage(account) }, aggregate(account));
}

/** Before `before` events of the same change. */
export function onboardingFinished({ id, version }: Account, before: number): DomainEvent {
  const aggregateVersion = version - BigInt(before);
  return domainEvent(OnboardingFinishedSchema, { accountId: id }, aggregate({ id, version: aggregateVersion }));
}

export function accountSuspended(account: Account): DomainEvent {
  return domainEvent(AccountSuspendedSchema, { accountId: account.id }, aggregate(account));
}

export function accountReinstated(account: Account): DomainEvent {
  return domainEvent(AccountReinstatedSchema, { accountId: account.id }, aggregate(account));
}

/** What the account shows after a change; `before` of its events follow. */
export function profilePicturesChanged({ id, version }: Account, pictureIds: string[], before: number): DomainEvent {
  const fields = { accountId: id, pictureIds };
  return domainEvent(ProfilePicturesChangedSchema, fields, aggregate({ id, version: version - BigInt(before) }));
}

export function coinsGranted({ id, version }: Account, { reason, coins }: CoinGrant, before: number): DomainEvent {
  const fields = { grantId: grantIdOf(id, reason), accountId: id, reason, coins };
  return domainEvent(CoinsGrantedSchema, fields, aggregate({ id, version: version - BigInt(before) }));
}
