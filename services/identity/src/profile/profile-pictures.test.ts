import type { MessageInitShape } from '@bufbuild/protobuf';
import { Code } from '@connectrpc/connect';
import type { GalleryPhotoUpdateSchema, UpdateProfileRequestSchema } from '@marquee/contracts/identity/v1/profile_pb';
import { newId } from '@marquee/data/ids';
import { SENT_PICTURE_BYTES_MAX } from '@marquee/rules/media';
import { viewers } from '@marquee/testing/viewers';
import type { ImportedAccount } from '../seed/import-accounts.ts';
import { type IdentityUnderTest, identityService } from '../testing/identity-service.ts';
import { BROKEN } from '../testing/pictures-double.ts';

const PICTURE = new Uint8Array(2_000);

let identity: IdentityUnderTest;
beforeAll(async () => {
  identity = await identityService({ withMedia: true });
});

async function somebody(account: Partial<ImportedAccount> = {}) {
  const { id } = await identity.anAccount(account);
  const viewer = viewers.movieLover({ accountId: id });
  const profile = identity.profile(viewer);
  const update = (fields: MessageInitShape<typeof UpdateProfileRequestSchema>) =>
    profile.updateProfile({ requestId: newId(), ...fields });
  const gallery = async (photos: MessageInitShape<typeof GalleryPhotoUpdateSchema>[]) =>
    (await update({ gallery: { photos } })).user?.gallery ?? [];
  const events = async () =>
    (await identity.events())
      .filter(({ key, version }) => key === id && version > 2n)
      .map(({ type, version, message }) => ({ type, version, message }));
  return { id, viewer, update, gallery, events, current: async () => (await profile.getCurrentUser({})).user };
}
const idOf = (path = '') => path.split('/')[3] ?? '';

test('a profile picture is kept by media, shown to others, and removed [PRO-10:service]', async () => {
  const { id, update, events } = await somebody({ consumerType: 'ENTERTAINMENT_PRO' });
  const { user } = await update({ profilePicture: { name: 'ada.jpg', data: PICTURE } });
  expect(user?.profilePicture).toMatch(/^\/media\/images\/[0-9a-f-]{36}\/320\.jpg$/);
  expect(identity.sentPictures.at(-1)).toEqual({ ownerId: id, bytes: PICTURE.length });
  const { profile } = await identity.people(viewers.movieLover()).getProfile({ profileId: id });
  expect(profile?.profilePicture).toBe(user?.profilePicture);
  const removed = await update({ profilePicture: { delete: true } });
  expect(removed.user?.profilePicture).toBe('');
  const shown = (await events()).filter(({ type }) => type === 'ProfilePicturesChanged');
  expect(shown.map(({ message }) => message.pictureIds)).toEqual([[idOf(user?.profilePicture)], []]);
  await expect(update({ profilePicture: { delete: true } })).rejects.toThrow('There is no picture to remove!');
});

test('a gallery has at most 6 photos with path, name and order, keeps those that are named, and takes none without data [PRO-11]', async () => {
  const { gallery, current, id } = await somebody({ consumerType: 'ENTERTAINMENT_PRO' });
  const first = await gallery([
    { name: 'two.jpg', data: PICTURE, order: 2 },
    { name: 'one.jpg', data: PICTURE, order: 1 },
  ]);
  expect(first.map(({ name, order }) => [name, order])).toEqual([
    ['one.jpg', 0],
    ['two.jpg', 1],
  ]);
  const [one, two] = first.map(({ path }) => path);
  const turned = await gallery([
    { path: two, order: 0 },
    { path: one, order: 1 },
    ...Array.from({ length: 4 }, (_, index) => ({ name: `more${index}.jpg`, data: PICTURE, order: 2 + index })),
  ]);
  expect(turned.map(({ name }) => name)).toEqual([
    'two.jpg',
    'one.jpg',
    'more0.jpg',
    'more1.jpg',
    'more2.jpg',
    'more3.jpg',
  ]);
  const seven = [...turned.map(({ path, order }) => ({ path, order })), { name: 'seven.jpg', data: PICTURE, order: 6 }];
  await expect(gallery(seven)).rejects.toThrow('You can only have up to 6 photos.');
  await expect(gallery([{ name: 'none.jpg', order: 0 }])).rejects.toThrow('Error: image has no data');
  expect((await gallery([{ path: one, order: 0 }])).map(({ path }) => path)).toEqual([one]);
  expect((await current())?.gallery).toHaveLength(1);
  const { profile } = await identity.people(viewers.movieLover()).getProfile({ profileId: id });
  expect(profile?.gallery).toEqual([expect.objectContaining({ path: one, name: 'one.jpg', width: 800, height: 600 })]);
});

test("a photo without data, and one that is in somebody else's gallery or twice, is refused [PRO-11:service]", async () => {
  const [ada, eve] = [await somebody(), await somebody()];
  const [photo] = await ada.gallery([{ name: 'a.jpg', data: PICTURE, order: 0 }]);
  const path = photo?.path;
  await expect(ada.gallery([{ name: 'b.jpg', order: 0 }])).rejects.toThrow('Error: image has no data');
  await expect(eve.gallery([{ path, order: 0 }])).rejects.toMatchObject({ code: Code.InvalidArgument });
  const twice = [
    { path, order: 0 },
    { path, order: 1 },
  ];
  await expect(ada.gallery(twice)).rejects.toMatchObject({ code: Code.InvalidArgument });
  expect(await ada.gallery([{ path, order: 0 }])).toHaveLength(1);
});

test.each([
  ['media cannot read', BROKEN],
  ['is too large', new Uint8Array(SENT_PICTURE_BYTES_MAX + 1)],
])('a picture that %s is refused, and the one before stays [PRO-10:service]', async (_what, data) => {
  const { update, current } = await somebody();
  const { user } = await update({ profilePicture: { name: 'a.jpg', data: PICTURE } });
  await expect(update({ profilePicture: { name: 'b.jpg', data } })).rejects.toThrow(
    'Bad image selected. Please try a different one.',
  );
  expect((await current())?.profilePicture).toBe(user?.profilePicture);
});

test('a first picture, and a name with a bio, earn 50 coins each, once [PRO-14:grants]', async () => {
  const { id, update, events } = await somebody({ bio: '' });
  const granted = async (fields: MessageInitShape<typeof UpdateProfileRequestSchema>) =>
    (await update(fields)).grants.map(({ reason, coins }) => [reason, coins]);
  const picture = { name: 'a.jpg', data: PICTURE };
  expect(await granted({ profilePicture: picture })).toEqual([['PROFILE_PICTURE', 50]]);
  expect(await granted({ profilePicture: { delete: true } })).toEqual([]);
  expect(await granted({ profilePicture: picture, bio: 'A life in film.' })).toEqual([['NAME_AND_BIO', 50]]);
  expect(await granted({ bio: '' })).toEqual([]);
  expect(await granted({ bio: 'Again.' })).toEqual([]);
  const grants = (await events()).filter(({ type }) => type === 'CoinsGranted').map(({ message }) => message.grantId);
  expect(grants).toEqual([`${id}:PROFILE_PICTURE`, `${id}:NAME_AND_BIO`]);
});

test('all grants are exported page by page, also where a page ends within an account', async () => {
  const people = [await somebody({ bio: '' }), await somebody({ bio: '' })];
  for (const { update } of people) {
    await update({ profilePicture: { name: 'a.jpg', data: PICTURE }, bio: 'A life in film.' });
  }
  const exported: string[] = [];
  let cursor = '';
  do {
    const page = await identity.coinGrantsAs('rewards').exportCoinGrants({ pageSize: 1, cursor });
    expect(page.grants.length).toBeLessThanOrEqual(1);
    exported.push(...page.grants.map(({ grantId, coins }) => `${grantId} ${coins}`));
    cursor = page.nextCursor;
  } while (cursor !== '');
  expect(new Set(exported).size).toBe(exported.length);
  for (const { id } of people) {
    expect(exported.filter((one) => one.startsWith(id)).sort()).toEqual([
      `${id}:NAME_AND_BIO 50`,
      `${id}:PROFILE_PICTURE 50`,
    ]);
  }
  await expect(identity.coinGrantsAs('film').exportCoinGrants({})).rejects.toMatchObject({
    code: Code.PermissionDenied,
  });
});

test('each event of a change has a version of its own, the profile last', async () => {
  const { update, events } = await somebody();
  await update({ profilePicture: { name: 'a.jpg', data: PICTURE }, bio: 'A life in film.' });
  await update({ bio: 'Another.' });
  expect((await events()).map(({ type, version }) => `${version} ${type}`)).toEqual([
    '3 ProfilePicturesChanged',
    '4 CoinsGranted',
    '5 CoinsGranted',
    '6 ProfileChanged',
    '7 ProfileChanged',
  ]);
});

test('without media a picture is not changed, and everything else is', async () => {
  const alone = await identityService();
  const { id } = await alone.anAccount();
  const profile = alone.profile(viewers.movieLover({ accountId: id }));
  const change = { requestId: newId(), profilePicture: { name: 'a.jpg', data: PICTURE } };
  await expect(profile.updateProfile(change)).rejects.toThrow('Failed to upload your picture');
  expect((await profile.updateProfile({ requestId: newId(), bio: 'Still.' })).user?.bio).toBe('Still.');
});
