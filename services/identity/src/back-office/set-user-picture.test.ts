import { Code } from '@connectrpc/connect';
import { AuditKind, AuditObject } from '@marquee/contracts/identity/v1/user_back_office_pb';
import { newId } from '@marquee/data/ids';
import { viewers } from '@marquee/testing/viewers';
import { type IdentityUnderTest, identityService } from '../testing/identity-service.ts';
import { BROKEN } from '../testing/pictures-double.ts';

let identity: IdentityUnderTest;
beforeAll(async () => {
  identity = await identityService({ withMedia: true });
});

const data = new Uint8Array([1, 2, 3]);
const why = { reason: 'asked by mail' };
const staff = viewers.admin();
const calls = () => identity.backOffice(staff);
const upload = (accountId: string, bytes = data) =>
  calls().setUserPicture({ requestId: newId(), accountId, data: bytes, ...why });
const audited = async (objectId: string) =>
  (await calls().listAuditEntries({ objectKind: AuditObject.USER, objectId })).entries;

test('staff give a user a picture: media keeps it, the profile shows it, the log has both [ADU-07:upload]', async () => {
  const { id: accountId } = await identity.anAccount();
  const { user } = await upload(accountId);
  expect(identity.sentPictures.at(-1)).toEqual({ ownerId: accountId, bytes: data.length });
  const shown = user?.user?.profilePicture ?? '';
  expect(shown).toMatch(/^\/media\/images\/[0-9a-f-]{36}\/320\.jpg$/);
  expect(await audited(accountId)).toMatchObject([
    {
      ...{ kind: AuditKind.PICTURE_CHANGED, actorId: staff.accountId, ...why },
      changes: [{ field: 'profilePicture', before: '', after: shown }],
    },
  ]);
  const events = (await identity.events()).filter(({ key }) => key === accountId).slice(-2);
  expect(events).toMatchObject([
    { type: 'ProfilePicturesChanged', message: { pictureIds: [shown.split('/')[3]] } },
    { type: 'ProfileChanged', message: { person: { profilePicture: shown } } },
  ]);
  expect(events[1]?.version).toBe((events[0]?.version ?? 0n) + 1n);
});

test('a picture that media cannot read is refused and changes nothing [ADU-07:upload]', async () => {
  const { id: accountId } = await identity.anAccount();
  for (const bytes of [BROKEN, new Uint8Array()]) {
    await expect(upload(accountId, bytes)).rejects.toMatchObject({ code: Code.InvalidArgument });
  }
  expect(await audited(accountId)).toEqual([]);
});

test('staff have the picture of a user converted, in place of the old one [ADU-07:convert]', async () => {
  const { id: accountId } = await identity.anAccount();
  const before = (await upload(accountId)).user?.user?.profilePicture ?? '';
  const { user } = await calls().convertUserPicture({ requestId: newId(), accountId, ...why });
  const after = user?.user?.profilePicture ?? '';
  expect(identity.convertedPictures.at(-1)).toEqual({ ownerId: accountId, pictureId: before.split('/')[3] });
  expect(after).not.toBe(before);
  expect((await audited(accountId))[0]).toMatchObject({
    changes: [{ field: 'profilePicture', before, after }],
  });
});

test('a user without a picture has nothing to convert, and accounts of staff are for who manages staff [ADU-07:refused]', async () => {
  const { id: accountId } = await identity.anAccount();
  const convert = (id: string) => calls().convertUserPicture({ requestId: newId(), accountId: id, ...why });
  await expect(convert(accountId)).rejects.toMatchObject({
    reason: 'NO_PICTURE',
    message: 'This user has no picture.',
  });
  await expect(convert(newId())).rejects.toMatchObject({ reason: 'USER_NOT_FOUND' });
  await identity.db.query("UPDATE accounts SET roles = '{SUPER_USER}' WHERE id = $1", [accountId]);
  const { length } = identity.sentPictures;
  await expect(upload(accountId)).rejects.toMatchObject({ reason: 'STAFF_ACCOUNT' });
  // Said before it is looked for a picture.
  await expect(convert(accountId)).rejects.toMatchObject({ reason: 'STAFF_ACCOUNT' });
  expect(identity.sentPictures).toHaveLength(length);
});
