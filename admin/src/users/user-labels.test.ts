import { AccountStatus } from '@marquee/contracts/identity/v1/account_pb';
import { aUser } from '../testing/users.ts';
import { nameOf, statusOf, timeText } from './user-labels.ts';

test.each([
  [{ status: AccountStatus.SUSPENDED, isOnboarding: true }, 'SUSPENDED', 'action'],
  [{ status: AccountStatus.BOUNCED_EMAIL, isOnboarding: true }, 'BOUNCED EMAIL', 'warn'],
  [{ isOnboarding: true }, 'ONBOARDING', 'warn'],
  [{}, 'ACTIVE', 'good'],
])('the status of %j is %s', (part, label, tone) => {
  expect(statusOf(aUser(part as object))).toEqual({ label, tone });
});

test('a user without a name is named by the id, and no time is a dash', () => {
  expect(nameOf({ firstName: 'Inês', lastName: '', id: 'u1' })).toBe('Inês');
  expect(nameOf({ firstName: '', lastName: '', id: 'u1' })).toBe('u1');
  expect(timeText(undefined)).toBe('–');
  expect(timeText(aUser().createdAt)).toMatch(/^Nov 05, 2026 at \d\d:\d\d\s[AP]M$/);
});
