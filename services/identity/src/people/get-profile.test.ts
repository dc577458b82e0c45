import { Code } from '@connectrpc/connect';
import { ProfileVisibility } from '@marquee/contracts/identity/v1/account_pb';
import { newId } from '@marquee/data/ids';
import { viewers } from '@marquee/testing/viewers';
import { suspendAccount } from '../account/suspend-account.ts';
import type { ImportedAccount } from '../seed/import-accounts.ts';
import { type IdentityUnderTest, identityService } from '../testing/identity-service.ts';

let identity: IdentityUnderTest;
beforeAll(async () => {
  identity = await identityService({ env: { SIGN_IN_LIMITS_SCALE: '100' } });
});

const PRO = { consumerType: 'ENTERTAINMENT_PRO', accountType: 'INDIVIDUAL', talents: ['Director'] } as const;
const NOT_FOUND = { code: Code.NotFound, reason: 'PROFILE_NOT_FOUND', message: 'We could not find this profile.' };

/** Somebody with an account, and everybody else's view of them. */
async function somebody(account: Partial<ImportedAccount> = { ...PRO, talents: [...PRO.talents] }) {
  const { id } = await identity.anAccount(account);
  const own = viewers.entertainmentPro({ accountId: id });
  const show = (profileVisibility: ProfileVisibility) =>
    identity.profile(own).updateProfile({ requestId: newId(), profileVisibility });
  const seenBy = async (viewer: Parameters<IdentityUnderTest['people']>[0]) =>
    (await identity.people(viewer).getProfile({ profileId: id })).profile;
  const isInSitemap = async () => {
    const { profileIds } = await identity.people(visitor).listSitemapProfiles({ part: id.slice(-1) });
    return profileIds.includes(id);
  };
  return { id, own, show, seenBy, isInSitemap };
}
const visitor = viewers.visitor() as never;

test('everybody sees a profile with what it is to show, and nothing of how to reach its owner [PRO-03] [PRO-05:fields]', async () => {
  const { id, own, seenBy } = await somebody({
    ...{ ...PRO, talents: ['Director'], firstName: 'Inês', lastName: 'Carvalho', email: 'ines.secret@example.com' },
    ...{
      bio: 'I film rivers.',
      country: 'PT',
      city: 'Porto',
      state: 'Norte',
      profilePicture: '/media/images/x/320.jpg',
    },
  });
  await identity.profile(own).updateProfile({
    requestId: newId(),
    union: 'Cinema Workers',
    socialLinks: [
      { label: 'Instagram', url: 'instagram.com/ines' },
      { label: 'IMDb', url: 'https://www.imdb.com/name/nm1' },
    ],
  });
  const profile = await seenBy(visitor);
  expect(profile).toMatchObject({
    ...{ id, firstName: 'Inês', lastName: 'Carvalho', talents: ['Director'], bio: 'I film rivers.' },
    ...{ country: 'PT', city: 'Porto', state: 'Norte', union: 'Cinema Workers', listed: true },
    profilePicture: '/media/images/x/320.jpg',
    socialLinks: [
      { label: 'IMDb', url: 'https://www.imdb.com/name/nm1' },
      { label: 'Instagram', url: 'instagram.com/ines' },
    ],
  });
  expect(JSON.stringify(profile, (_, value) => (typeof value === 'bigint' ? String(value) : value))).not.toContain(
    'secret',
  );
});

test('a private profile does not exist for anybody but its owner; it returns when it is public again [PRO-20:private]', async () => {
  const { own, show, seenBy, isInSitemap } = await somebody();
  expect(await isInSitemap()).toBe(true);
  await show(ProfileVisibility.PRIVATE);
  for (const viewer of [visitor, viewers.movieLover(), viewers.staff()]) {
    await expect(seenBy(viewer)).rejects.toMatchObject(NOT_FOUND);
  }
  expect(await seenBy(own)).toMatchObject({ listed: false });
  expect(await isInSitemap()).toBe(false);
  await show(ProfileVisibility.PUBLIC);
  expect(await seenBy(visitor)).toMatchObject({ listed: true });
  expect(await isInSitemap()).toBe(true);
});

test('a hidden profile is seen by its address, and listed nowhere [PRO-19:listed] [PRO-20:hidden]', async () => {
  const { show, seenBy, isInSitemap } = await somebody();
  await show(ProfileVisibility.HIDDEN);
  expect(await seenBy(visitor)).toMatchObject({ listed: false });
  expect(await isInSitemap()).toBe(false);
});

test('search finds neither hidden nor private people [PRO-20:directories]', async () => {
  const named = (lastName: string) => somebody({ ...PRO, talents: ['Director'], firstName: 'Quirin', lastName });
  const [hidden, hiding] = [await named('Hidden'), await named('Private')];
  await named('Public');
  await hidden.show(ProfileVisibility.HIDDEN);
  await hiding.show(ProfileVisibility.PRIVATE);
  const { people } = await identity.people(viewers.movieLover()).searchPeople({ query: 'quirin' });
  expect(people.map(({ lastName }) => lastName)).toEqual(['Public']);
  const byLastName = await identity.people(viewers.movieLover()).searchPeople({ query: 'hidden' });
  expect(byLastName.people).toEqual([]);
});

test('the profile of a Movie Lover is seen by its address; search engines get those of professionals [PRO-19:listed]', async () => {
  const { seenBy, isInSitemap } = await somebody({ consumerType: 'MOVIE_LOVER' });
  expect(await seenBy(visitor)).toMatchObject({ listed: false });
  expect(await isInSitemap()).toBe(false);
});

test('a suspended account has no profile', async () => {
  const { id, seenBy, isInSitemap } = await somebody();
  await suspendAccount(identity.resources, { accountId: id, reason: 'Spam.' });
  await expect(seenBy(visitor)).rejects.toMatchObject(NOT_FOUND);
  expect(await isInSitemap()).toBe(false);
});

test('somebody who has not finished onboarding has no profile for others', async () => {
  const { id } = await identity.anAccount();
  await identity.db.query('UPDATE accounts SET is_onboarding = true WHERE id = $1', [id]);
  await expect(identity.people(visitor).getProfile({ profileId: id })).rejects.toMatchObject(NOT_FOUND);
});

test.each(['', 'ada', newId()])('there is no profile %j', async (profileId) => {
  await expect(identity.people(visitor).getProfile({ profileId })).rejects.toMatchObject(NOT_FOUND);
});

test.each(['', '00', 'g', '%'])('the sitemap has no part %j', async (part) => {
  await expect(identity.people(visitor).listSitemapProfiles({ part })).rejects.toMatchObject({
    code: Code.InvalidArgument,
  });
});
