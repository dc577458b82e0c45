import { UserFilter } from '@marquee/contracts/identity/v1/user_back_office_pb';
import { viewers } from '@marquee/testing/viewers';
import { identityService } from '../testing/identity-service.ts';
import { fillUsers } from './fill-users.ts';

test('as many users as are asked for stand in the list of the back office, and are not made twice', async () => {
  const identity = await identityService();
  const staff = identity.backOffice(viewers.staff());
  expect(await fillUsers(identity.db, 30)).toBe(30);
  expect(await staff.countUsers({})).toMatchObject({ count: 30n });
  expect(await staff.countUsers({ filter: UserFilter.NOT_ONBOARDED_ONLY })).toMatchObject({ count: 3n });
  const { users } = await staff.listUsers({ query: 'last7' });
  expect(users.map(({ email }) => email)).toEqual(['user7@example.com']);

  expect(await fillUsers(identity.db, 32)).toBe(2);
  expect(await staff.countUsers({})).toMatchObject({ count: 32n });
});
