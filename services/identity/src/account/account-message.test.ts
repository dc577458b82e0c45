import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import { AccountStatus, ProfileVisibility, Role, SubscriptionType } from '@marquee/contracts/identity/v1/account_pb';
import { personMessage, userMessage } from './account-message.ts';
import type { Account } from './accounts.ts';

const [createdAt, at] = [new Date('2026-11-01'), new Date('2026-11-20')];
const account = {
  ...{
    id: 'a',
    firstName: 'Ada',
    lastName: 'Byron',
    email: null,
    phone: null,
    roles: ['ADMIN'],
    createdAt,
    version: 3n,
  },
  ...{ subscriptionType: 'PRO', suspendedAt: null, emailBouncedAt: null, lastSignedInAt: null, closingAt: null },
  ...{ profileVisibility: 'HIDDEN', gallery: [], availability: [], socialLinks: [], talents: ['Director'] },
} as unknown as Account;

test.each<[Partial<Account>, AccountStatus]>([
  [{}, AccountStatus.ACTIVE],
  [{ emailBouncedAt: at }, AccountStatus.BOUNCED_EMAIL],
  [{ suspendedAt: at }, AccountStatus.SUSPENDED],
  [{ suspendedAt: at, emailBouncedAt: at }, AccountStatus.SUSPENDED],
])('an account with %p has one status', (changes, status) => {
  expect(userMessage({ ...account, ...changes }).status).toBe(status);
});

test('an account has the times of what has happened', () => {
  const [fresh, used] = [userMessage(account), userMessage({ ...account, lastSignedInAt: at, closingAt: at })];
  for (const field of ['lastSignedInAt', 'closingAt'] as const) {
    expect(fresh).not.toHaveProperty(field);
    expect(used[field]).toEqual(timestampFromDate(at));
  }
  expect(fresh).toMatchObject({ email: '', phone: '', roles: [Role.ADMIN], subscriptionType: SubscriptionType.PRO });
});

test('of somebody whose account is closing only that there was somebody is seen', () => {
  const hidden = { id: 'a', version: 3n, profileVisibility: ProfileVisibility.PRIVATE };
  expect(personMessage({ ...account, closingAt: at })).toEqual(hidden);
  expect(personMessage(account)).toMatchObject({ firstName: 'Ada', profileVisibility: ProfileVisibility.HIDDEN });
});
