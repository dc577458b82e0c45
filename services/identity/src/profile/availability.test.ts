import { AvailabilityKind, ConsumerType, ProfileVisibility } from '@marquee/contracts/identity/v1/account_pb';
import { newId } from '@marquee/data/ids';
import { isoDay } from '@marquee/rules/availability';
import { viewers } from '@marquee/testing/viewers';
import { type IdentityUnderTest, identityService } from '../testing/identity-service.ts';

let identity: IdentityUnderTest;
beforeAll(async () => {
  identity = await identityService();
});

const { AVAILABLE, BOOKED } = AvailabilityKind;
const PRO = { consumerType: 'ENTERTAINMENT_PRO', accountType: 'INDIVIDUAL', talents: ['Director'] };
const visitor = viewers.visitor() as never;
const day = (daysLater: number) => isoDay(identity.clock.now(), daysLater);
const period = (first: number, last: number, kind = AVAILABLE, note = '') => ({
  ...{ kind, firstDay: day(first), lastDay: day(last), note },
});

async function somebody(account: Record<string, unknown> = PRO) {
  const { id } = await identity.anAccount(account as never);
  const own = viewers.entertainmentPro({ accountId: id });
  const update = async (changes: Parameters<ReturnType<IdentityUnderTest['profile']>['updateProfile']>[0]) =>
    (await identity.profile(own).updateProfile({ requestId: newId(), ...changes })).user?.availability;
  const save = (...periods: ReturnType<typeof period>[]) => update({ availability: { periods } });
  const seen = async (viewer = visitor) =>
    (await identity.people(viewer).getProfile({ profileId: id })).profile?.availability;
  return { id, save, update, seen };
}

test('a Pro says when they are available or booked; others see the days, and never the notes [PRO-20:calendar]', async () => {
  const { id, save, seen } = await somebody();
  const saved = await save(period(30, 40, BOOKED, 'A secret film'), period(2, 9));
  expect(saved).toMatchObject([
    { kind: AVAILABLE, firstDay: day(2), lastDay: day(9), note: '' },
    { kind: BOOKED, firstDay: day(30), lastDay: day(40), note: 'A secret film' },
  ]);
  expect(await seen()).toMatchObject([
    { kind: AVAILABLE, firstDay: day(2), lastDay: day(9) },
    { kind: BOOKED, firstDay: day(30), lastDay: day(40) },
  ]);
  expect(JSON.stringify(await seen())).not.toContain('secret');
  const { user } = await identity.backOffice(viewers.staff()).getUser({ accountId: id });
  expect(user?.user?.availability).toEqual([]);
  // The whole list is replaced.
  expect(await save(period(2, 9))).toHaveLength(1);
  expect(await save()).toEqual([]);
});

test('periods that are over are shown to nobody, and dropped with the next change [PRO-20:calendar]', async () => {
  const { save, update, seen } = await somebody();
  await save(period(0, 3), period(10, 12));
  identity.clock.advance(5 * 86_400_000);
  expect(await seen()).toMatchObject([{ lastDay: day(7) }]);
  expect(await update({ bio: 'I film rivers.' })).toHaveLength(1);
});

test.each([
  [
    'overlap',
    [
      [1, 5],
      [5, 9],
    ],
    'availability.1.firstDay',
    'This overlaps with another period.',
  ],
  ['the other way round', [[5, 1]], 'availability.0.lastDay', 'The last day comes before the first day.'],
  ['too far ahead', [[1, 731]], 'availability.0.lastDay', 'The last day can be at most two years from today.'],
  [
    'too many',
    Array.from({ length: 25 }, (_, at) => [at * 2, at * 2]),
    'availability',
    'You can have up to 24 periods.',
  ],
])('periods are refused: %s [PRO-20:calendar]', async (_, days, field, message) => {
  const { save, seen } = await somebody();
  await save(period(1, 2));
  const periods = days.map(([first = 0, last = 0]) => period(first, last));
  await expect(save(...periods)).rejects.toMatchObject({ fields: [{ field, message }] });
  expect(await seen()).toHaveLength(1);
});

test.each([
  [{ kind: AvailabilityKind.UNSPECIFIED }, 'Please choose available or booked.'],
  [{ firstDay: '2026-02-30' }, 'Please choose a day.'],
  [{ firstDay: 'soon' }, 'Please choose a day.'],
  [{ note: 'n'.repeat(81) }, 'Please enter at most 80 characters.'],
])('a period with %j is refused', async (part, message) => {
  const { save } = await somebody();
  await expect(save({ ...period(1, 2), ...part })).rejects.toMatchObject({ fields: [{ message }] });
});

test('a private profile shows no availability, and a Movie Lover has none [PRO-20:calendar]', async () => {
  const { save, update, seen } = await somebody();
  await save(period(1, 2));
  await update({ profileVisibility: ProfileVisibility.PRIVATE });
  await expect(seen()).rejects.toMatchObject({ reason: 'PROFILE_NOT_FOUND' });
  await update({ profileVisibility: ProfileVisibility.PUBLIC });
  expect(await seen()).toHaveLength(1);
  // A Pro who becomes a Movie Lover is not for hire.
  expect(await update({ consumerType: ConsumerType.MOVIE_LOVER })).toEqual([]);
  await expect(save(period(1, 2))).rejects.toMatchObject({ fields: [{ field: 'availability' }] });
});
