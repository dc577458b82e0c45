import { create } from '@bufbuild/protobuf';
import {
  AccountCreatedSchema,
  AccountReinstatedSchema,
  AccountSuspendedSchema,
  ProfileChangedSchema,
  SessionEndedSchema,
  SignedInSchema,
} from '@marquee/contracts/events/v1/identity_pb';
import type { DomainEvent } from '@marquee/events/outbox';
import { consumerTypeMessage, personMessage } from './account-messages.ts';
import type { Account } from './account-store.ts';

const ofAccount = (account: Account, version = account.version) => ({
  aggregateType: 'account',
  aggregateId: account.id,
  aggregateVersion: version,
});

/** A new account has version 2: this is its first event, profileChanged its second. */
export function accountCreated(account: Account): DomainEvent {
  const message = create(AccountCreatedSchema, {
    accountId: account.id,
    consumerType: consumerTypeMessage(account.consumerType),
    source: account.source,
  });
  return { schema: AccountCreatedSchema, message, ...ofAccount(account, account.version - 1n) };
}

export function profileChanged(account: Account): DomainEvent {
  const message = create(ProfileChangedSchema, { person: personMessage(account) });
  return { schema: ProfileChangedSchema, message, ...ofAccount(account) };
}

export function accountSuspended(account: Account): DomainEvent {
  const message = create(AccountSuspendedSchema, { accountId: account.id });
  return { schema: AccountSuspendedSchema, message, ...ofAccount(account) };
}

export function accountReinstated(account: Account): DomainEvent {
  const message = create(AccountReinstatedSchema, { accountId: account.id });
  return { schema: AccountReinstatedSchema, message, ...ofAccount(account) };
}

type SessionIds = { id: string; accountId: string };

export function signedIn({ id, accountId }: SessionIds): DomainEvent {
  const message = create(SignedInSchema, { accountId, sessionId: id });
  return { schema: SignedInSchema, message, aggregateType: 'session', aggregateId: id, aggregateVersion: 1n };
}

export function sessionEnded({ id, accountId }: SessionIds): DomainEvent {
  const message = create(SessionEndedSchema, { accountId, sessionId: id });
  return { schema: SessionEndedSchema, message, aggregateType: 'session', aggregateId: id, aggregateVersion: 2n };
}
