import { Code } from '@connectrpc/connect';
import { OrganizationChangedSchema, OrganizationPicturesChangedSchema } from '@marquee/contracts/events/v1/festival_pb';
import { OrganizationActionKind } from '@marquee/contracts/festival/v1/organization_back_office_pb';
import { OrganizationPictureKind } from '@marquee/contracts/festival/v1/organization_pb';
import { newId } from '@marquee/data/ids';
import { type FestivalUnderTest, festivalService } from '../testing/festival-service.ts';
import { BROKEN, TOO_EARLY } from '../testing/pictures-double.ts';

let festival: FestivalUnderTest;
beforeAll(async () => {
  festival = await festivalService();
});
const requestId = () => newId();

test('a director changes what it says of itself; pages of the old and the new address are dropped [ADO-03:fields]', async () => {
  const { id: festivalId, director } = await festival.organization(undefined, { url: 'before' });
  const update = (fields: object) =>
    director.organizations.updateOrganization({ requestId: requestId(), festivalId, ...fields });

  const { organization } = await update({ name: 'Lumen', url: 'After', city: 'Porto' });
  expect(organization).toMatchObject({
    name: 'Lumen',
    url: 'after',
    city: 'Porto',
    description: 'Films that are light.',
  });
  const events = (await festival.published(OrganizationChangedSchema)).filter(
    (event) => event.festivalId === festivalId,
  );
  expect(events.at(-1)).toMatchObject({ url: 'after', earlierUrl: 'before' });
  const { actions } = await festival.staff().backOffice.listOrganizationActions({ festivalId });
  expect(actions[0]).toMatchObject({
    kind: OrganizationActionKind.EDITED,
    actorId: director.viewer.accountId,
    changes: expect.arrayContaining([expect.objectContaining({ field: 'city', after: 'Porto' })]),
  });
  await expect(festival.visitor().organizations.getOrganization({ festivalId: 'before' })).rejects.toMatchObject({
    code: Code.NotFound,
  });

  for (const [field, value] of [
    ['name', 'x'],
    ['name', 'x'.repeat(91)],
    ['description', 'x'],
    ['description', 'x'.repeat(256)],
    ['url', 'a'],
  ]) {
    await expect(update({ [field as string]: value })).rejects.toMatchObject({ fields: [{ field }] });
  }
  await festival.organization(undefined, { url: 'somebody-elses' });
  await expect(update({ url: 'somebody-elses' })).rejects.toMatchObject({ fields: [{ field: 'url' }] });
  // What stays the same is no change.
  const { organization: same } = await update({ name: 'Lumen' });
  expect(same?.version).toBe(organization?.version);
  await update({ city: 'Faro' });
  const last = async () => (await festival.published(OrganizationChangedSchema)).at(-1);
  expect(await last()).toMatchObject({ festivalId, url: 'after', earlierUrl: '' });
  expect((await update({ url: 'after', name: 'Lumen Days' })).organization).toMatchObject({ url: 'after' });
  expect((await update({ url: '' })).organization).toMatchObject({ url: '' });
  expect(await last()).toMatchObject({ festivalId, url: '', earlierUrl: 'after' });
});

test('a director who saves over what another has changed is refused', async () => {
  const { id: festivalId, director } = await festival.organization();
  const { organization } = await director.organizations.getOrganization({ festivalId });
  const expectedVersion = organization?.version ?? 0n;
  const save = (name: string) =>
    director.organizations.updateOrganization({ requestId: requestId(), festivalId, name, expectedVersion });
  await save('First');
  await expect(save('Second')).rejects.toMatchObject({ code: Code.Aborted, reason: 'ORGANIZATION_CHANGED' });
});

test('strangers change nothing', async () => {
  const { id: festivalId } = await festival.organization();
  for (const stranger of [festival.viewer(), festival.director()]) {
    const { organizations } = stranger;
    await expect(
      organizations.updateOrganization({ requestId: requestId(), festivalId, name: 'Mine' }),
    ).rejects.toMatchObject({ reason: 'ORGANIZATION_NOT_YOURS' });
    await expect(
      organizations.setOrganizationPicture({
        ...{ requestId: requestId(), festivalId, kind: OrganizationPictureKind.LOGO, data: new Uint8Array(9) },
      }),
    ).rejects.toMatchObject({ reason: 'ORGANIZATION_NOT_YOURS' });
  }
  // Nor has media anything to decode for them.
  expect(festival.sentPictures.filter(({ ownerId }) => ownerId === festivalId)).toEqual([]);
});

test('one person sends 60 pictures an hour', async () => {
  const { id: festivalId, director } = await festival.organization();
  const set = () =>
    director.organizations.setOrganizationPicture({
      ...{ requestId: requestId(), festivalId, kind: OrganizationPictureKind.LOGO, data: new Uint8Array(9) },
    });
  for (let n = 0; n < 60; n += 1) await set();
  await expect(set()).rejects.toMatchObject({ code: Code.ResourceExhausted });
});

test('a logo and a header image are kept by media, shown, and removed [ADO-03:pictures]', async () => {
  const { id: festivalId, director } = await festival.organization();
  const set = (kind: OrganizationPictureKind, data: Uint8Array) =>
    director.organizations.setOrganizationPicture({ requestId: requestId(), festivalId, kind, data });
  const shown = async () => (await festival.visitor().organizations.getOrganization({ festivalId })).organization;

  await set(OrganizationPictureKind.LOGO, new Uint8Array(9));
  await set(OrganizationPictureKind.HEADER_IMAGE, new Uint8Array(8));
  const sent = festival.sentPictures.filter(({ ownerId }) => ownerId === festivalId);
  expect(sent).toMatchObject([{ bytes: 9 }, { bytes: 8 }]);
  const { actions } = await festival.staff().backOffice.listOrganizationActions({ festivalId });
  const uri = expect.stringMatching(/^\/media\/images\//);
  expect(actions.slice(0, 2).map(({ changes }) => changes)).toMatchObject([
    [{ field: 'headerImage', before: '', after: uri }],
    [{ field: 'organizationLogo', before: '', after: uri }],
  ]);
  const { organizationLogo, headerImage } = (await shown()) ?? {};
  expect(organizationLogo).toMatchObject({ width: 1600, widths: [360, 1280] });
  const ids = [organizationLogo, headerImage].map((picture) => picture?.uri.split('/').at(-1));
  expect((await festival.published(OrganizationPicturesChangedSchema)).at(-1)).toMatchObject({
    festivalId,
    pictureIds: ids,
  });

  await set(OrganizationPictureKind.LOGO, new Uint8Array(0));
  expect((await shown())?.organizationLogo).toBeUndefined();
  await expect(set(OrganizationPictureKind.LOGO, new Uint8Array(0))).rejects.toMatchObject({ reason: 'NO_PICTURE' });
  await expect(set(OrganizationPictureKind.LOGO, BROKEN)).rejects.toMatchObject({ reason: 'PICTURE_BAD' });
  await expect(set(OrganizationPictureKind.LOGO, TOO_EARLY)).rejects.toMatchObject({ code: Code.Unavailable });
});

test('what a suspended director directs is shown to nobody', async () => {
  const { id: festivalId, director } = await festival.organization();
  await festival.suspend(director.viewer.accountId);
  await expect(festival.visitor().organizations.getOrganization({ festivalId })).rejects.toMatchObject({
    code: Code.NotFound,
  });
  const { actions } = await festival.staff().backOffice.listOrganizationActions({ festivalId });
  expect(actions[0]).toMatchObject({
    actorId: '',
    changes: [{ field: 'status', before: 'ACTIVE', after: 'INACTIVE' }],
  });
});
