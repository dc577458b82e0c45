import type { MessageInitShape } from '@bufbuild/protobuf';
import { Code } from '@connectrpc/connect';
import { AccountType, ProfileVisibility } from '@marquee/contracts/identity/v1/account_pb';
import type { UpdateProfileRequestSchema } from '@marquee/contracts/identity/v1/profile_pb';
import { newId } from '@marquee/data/ids';
import { viewers } from '@marquee/testing/viewers';
import type { ImportedAccount } from '../seed/import-accounts.ts';
import { type IdentityUnderTest, identityService } from '../testing/identity-service.ts';

let identity: IdentityUnderTest;
beforeAll(async () => {
  identity = await identityService();
});

async function somebody(account: Partial<ImportedAccount> = {}) {
  const { id } = await identity.anAccount(account);
  const profile = identity.profile(viewers.movieLover({ accountId: id }));
  const update = async (fields: MessageInitShape<typeof UpdateProfileRequestSchema>) =>
    (await profile.updateProfile({ requestId: newId(), ...fields })).user;
  return { id, update, current: async () => (await profile.getCurrentUser({})).user };
}

test('one call changes any of the fields and returns the updated person; the others stay [PRO-15]', async () => {
  const { update, current } = await somebody({ bio: 'Before.', city: 'Lisbon' });
  const changed = await update({ union: 'SAG-AFTRA', bio: 'After.', profileVisibility: ProfileVisibility.HIDDEN });
  expect(changed).toMatchObject({
    ...{ union: 'SAG-AFTRA', bio: 'After.', profileVisibility: ProfileVisibility.HIDDEN },
    ...{ city: 'Lisbon', firstName: 'Ada', lastName: 'Lovelace' },
  });
  expect(await current()).toEqual(changed);
});

test('a link replaces the one of its label, and an empty one removes it; others stay [PRO-06] [PRO-15:fields]', async () => {
  const { update } = await somebody();
  await update({ socialLinks: [{ label: 'Facebook', url: 'facebook.com/ada' }] });
  const both = await update({
    socialLinks: [
      { label: 'iTunes', url: 'https://music.apple.com/ada' },
      { label: 'website', url: 'ada.example' },
    ],
  });
  expect(both?.socialLinks.map(({ label, url }) => `${label} ${url}`)).toEqual([
    'website ada.example',
    'iTunes https://music.apple.com/ada',
    'Facebook facebook.com/ada',
  ]);
  const less = await update({ socialLinks: [{ label: 'website', url: '' }] });
  expect(less?.socialLinks.map(({ label }) => label)).toEqual(['iTunes', 'Facebook']);
});

test.each([
  [{ label: 'IMDb', url: 'nothing' }, 'socialLinks.0.url', 'Please enter a valid URL'],
  [{ label: 'IMDb', url: `https://a.example/${'x'.repeat(73)}` }, 'socialLinks.0.url', 'Please enter a valid URL'],
  [
    { label: 'MySpace', url: 'https://a.example' },
    'socialLinks.0.label',
    'Please choose a kind of link from the list.',
  ],
])('the link %j is refused [PRO-07]', async (link, field, message) => {
  const { update } = await somebody();
  await expect(update({ socialLinks: [link] })).rejects.toMatchObject({
    code: Code.InvalidArgument,
    fields: [{ field, message }],
  });
});

test('a name that is no name is refused when it is saved; one from onboarding may stay [PRO-08:save]', async () => {
  const { update } = await somebody({ firstName: 'Ada', lastName: "O'Neill" });
  await expect(update({ firstName: 'Ada 2', lastName: 'L.' })).rejects.toMatchObject({
    fields: [
      { field: 'firstName', message: 'Please provide your legal first name' },
      { field: 'lastName', message: 'Please provide your legal last name' },
    ],
  });
  await expect(update({ firstName: 'x'.repeat(21) })).rejects.toMatchObject({ code: Code.InvalidArgument });
  expect(await update({ firstName: ' Ada Maria ', lastName: "O'Neill" })).toMatchObject({ firstName: 'Ada Maria' });
});

test('a bio has at most 180 characters [PRO-12]', async () => {
  const { update } = await somebody();
  await expect(update({ bio: 'x'.repeat(181) })).rejects.toMatchObject({
    fields: [{ field: 'bio', message: 'Please enter at most 180 characters.' }],
  });
  expect(await update({ bio: 'x'.repeat(180) })).toMatchObject({ bio: 'x'.repeat(180) });
});

test('talents stay at most four, and another type clears them, after onboarding too [PRO-21:profile]', async () => {
  const { update } = await somebody({
    ...{ consumerType: 'ENTERTAINMENT_PRO', accountType: 'INDIVIDUAL', talents: ['Actor'] },
  });
  const five = ['Actor', 'Editor', 'Model', 'Singer', 'Dancer'];
  await expect(update({ talents: { talents: five } })).rejects.toMatchObject({
    message: 'Please select at most 4 skills.',
  });
  expect(await update({ type: AccountType.COMPANY })).toMatchObject({ talents: [] });
});

test('who finds a profile is one of three', async () => {
  const { update } = await somebody();
  await expect(update({ profileVisibility: ProfileVisibility.UNSPECIFIED })).rejects.toMatchObject({
    fields: [{ field: 'profileVisibility', message: 'Please choose who finds your profile.' }],
  });
});

test('a change says whether the profile is private, so that copies follow [PRO-20:copies]', async () => {
  const { id, update } = await somebody();
  await update({ profileVisibility: ProfileVisibility.PRIVATE });
  const last = (await identity.events()).filter(({ key }) => key === id).at(-1);
  expect(last?.message).toMatchObject({ person: { id, profileVisibility: ProfileVisibility.PRIVATE } });
});
