import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import { AccountType, ConsumerType } from '@marquee/contracts/identity/v1/account_pb';
import {
  AuditKind,
  AuditObject,
  type ListAuditEntriesRequest,
  type UpdateUserRequest,
  UserFilter,
} from '@marquee/contracts/identity/v1/user_back_office_pb';
import type { Account } from '../account/accounts.ts';
import { auditInput, filterInput, updateUserInput, userEntryMessage } from './user-message.ts';

const [createdAt, suspendedAt] = [new Date('2026-11-01'), new Date('2026-11-20')];
const account = {
  ...{ id: 'a', roles: [], talents: [], gallery: [], socialLinks: [], createdAt, updatedAt: createdAt, version: 1n },
  availability: [{ kind: 'BUSY', firstDay: '2026-12-01', lastDay: '2026-12-02', note: 'A shoot' }],
} as unknown as Account;
const entry = (changes: Partial<Account>) =>
  userEntryMessage({
    account: { ...account, ...changes },
    passkeyCount: 1,
    addressesMasked: false,
    technicalHidden: false,
  });

test('staff see since when an account is suspended, and nothing that people note for themselves', () => {
  expect(entry({ suspendedAt }).user).toMatchObject({ suspendedAt: timestampFromDate(suspendedAt) });
  const { user } = entry({});
  expect(user).not.toHaveProperty('suspendedAt');
  expect(user.user?.availability).toEqual([]);
});

test('what no filter is set of is for all, and what is unknown is no filter', () => {
  const all = { filter: UserFilter.UNSPECIFIED, consumerType: ConsumerType.UNSPECIFIED };
  expect(filterInput(all)).toEqual({ filter: 'ALL', consumerType: 'ALL' });
  const some = { filter: UserFilter.ACTIVE_ONLY, consumerType: ConsumerType.B2B };
  expect(filterInput(some)).toEqual({ filter: 'ACTIVE_ONLY', consumerType: 'B2B' });
  expect(filterInput({ ...all, filter: 99 as UserFilter })).toEqual({ filter: '', consumerType: 'ALL' });
});

test('the entries of all kinds and objects are asked for by no name', () => {
  const names = (kind: AuditKind, objectKind: AuditObject) => {
    const input = auditInput({ kind, objectKind } as ListAuditEntriesRequest);
    return [input.kind, input.objectKind];
  };
  const [kind, object] = [1 as AuditKind, 1 as AuditObject];
  expect(names(AuditKind.UNSPECIFIED, object)).toEqual(['', AuditObject[object]]);
  expect(names(kind, AuditObject.UNSPECIFIED)).toEqual([AuditKind[kind], '']);
});

test('what a change of an account leaves out stays as it is', () => {
  const input = (changes: Partial<UpdateUserRequest>) => {
    const { type, consumerType } = updateUserInput(changes as UpdateUserRequest);
    return [type, consumerType];
  };
  expect(input({})).toEqual([undefined, undefined]);
  expect(input({ type: AccountType.COMPANY })).toEqual(['COMPANY', undefined]);
  expect(input({ consumerType: ConsumerType.B2B })).toEqual([undefined, 'B2B']);
  expect(input({ type: 99 as AccountType })).toEqual(['', undefined]);
});
