import {
  AccountClosedSchema,
  AccountClosingSchema,
  AccountExportReadySchema,
  AccountReopenedSchema,
  ProfileChangedSchema,
} from '@marquee/contracts/events/v1/identity_pb';
import { type DomainEvent, domainEvent } from '@marquee/events/outbox';
import type { Account } from '../account/accounts.ts';

// Each step of closing makes two events, of which ProfileChanged is the second.
const first = ({ id, version }: Account) => ({ type: 'account', id, version: version - 1n });
const second = ({ id, version }: Account) => ({ type: 'account', id, version });

export function accountClosing(account: Account, closingId: string): DomainEvent {
  return domainEvent(AccountClosingSchema, { accountId: account.id, closingId }, first(account));
}

export function accountReopened(account: Account): DomainEvent {
  return domainEvent(AccountReopenedSchema, { accountId: account.id }, first(account));
}

export function accountClosed(account: Account): DomainEvent {
  return domainEvent(AccountClosedSchema, { accountId: account.id }, first(account));
}

/** Others drop their copies for good. It says nothing of the person but who they were. */
export function profileRemoved(account: Account): DomainEvent {
  const { id, version } = account;
  return domainEvent(ProfileChangedSchema, { person: { id, version }, removed: true }, second(account));
}

export function exportReady({ id, accountId }: { id: string; accountId: string }): DomainEvent {
  const aggregate = { type: 'account_export', id, version: 1n };
  return domainEvent(AccountExportReadySchema, { accountId, exportId: id }, aggregate);
}
