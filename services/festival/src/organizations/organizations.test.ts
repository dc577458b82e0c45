import { Code } from '@connectrpc/connect';
import { OrganizationChangedSchema } from '@marquee/contracts/events/v1/festival_pb';
import { OrganizationStatus, OrganizationType } from '@marquee/contracts/festival/v1/organization_pb';
import { newId } from '@marquee/data/ids';
import { type FestivalUnderTest, festivalService } from '../testing/festival-service.ts';

let festival: FestivalUnderTest;
beforeAll(async () => {
  festival = await festivalService();
});

const fields = { name: 'Northlight', type: OrganizationType.FILM_FESTIVAL, description: 'Films of the far north.' };
const create = (by: ReturnType<FestivalUnderTest['director']>, more: object = {}) =>
  by.organizations.createOrganization({ requestId: newId(), ...fields, ...more });

test('a director founds an organization, which nobody else sees until it is enabled [FES-01] [NET-05]', async () => {
  const director = festival.director();
  await festival.introduce(director.viewer.accountId, 'Ines', 'Duarte');
  const { organization } = await create(director, { url: 'NorthLight' });
  expect(organization).toMatchObject({
    ...fields,
    ...{ url: 'northlight', status: OrganizationStatus.INACTIVE, directorName: 'Ines Duarte' },
    organizationDirector: director.viewer.accountId,
  });
  const festivalId = organization?.id ?? '';
  const own = await director.organizations.listOwnOrganizations({});
  expect(own.organizations.map(({ id }) => id)).toEqual([festivalId]);
  expect(await director.organizations.getOrganization({ festivalId })).toMatchObject({ canManage: true });
  for (const stranger of [festival.visitor(), festival.viewer(), festival.director()]) {
    await expect(stranger.organizations.getOrganization({ festivalId })).rejects.toMatchObject({
      ...{
        code: Code.NotFound,
        reason: 'ORGANIZATION_NOT_FOUND',
        message: expect.stringContaining('Festival Not Found'),
      },
    });
  }
  await festival.db.query("UPDATE organizations SET status = 'ACTIVE' WHERE id = $1", [festivalId]);
  for (const address of [festivalId, 'northlight', 'NORTHLIGHT']) {
    const seen = await festival.visitor().organizations.getOrganization({ festivalId: address });
    expect(seen).toMatchObject({ organization: { id: festivalId }, canManage: false });
  }
  expect(await festival.published(OrganizationChangedSchema)).toMatchObject([{ festivalId }]);
});

test('active organizations are listed by name, of a type, by words, in pages [FES-01] [FES-02]', async () => {
  for (const [name, type] of [
    ['Zenith Reels', OrganizationType.FILM_FESTIVAL],
    ['Alder Reels', OrganizationType.MEDIA_CLUB],
    ['Boreal Reels', OrganizationType.FILM_FESTIVAL],
  ] as const) {
    await festival.organization(undefined, { name, type });
  }
  await create(festival.director(), { name: 'Hidden Reels' });
  const { organizations } = festival.visitor();
  const names = async (request: object) =>
    (await organizations.listOrganizations({ query: 'reels', ...request })).organizations.map(({ name }) => name);
  expect(await names({})).toEqual(['Alder Reels', 'Boreal Reels', 'Zenith Reels']);
  expect(await names({ type: OrganizationType.FILM_FESTIVAL })).toEqual(['Boreal Reels', 'Zenith Reels']);
  expect(await names({ query: 'reels zen' })).toEqual(['Zenith Reels']);
  expect(await names({ query: '%' })).toEqual([]);
  // Eight words of 90 characters are looked for, and no more.
  await festival.organization(undefined, { name: 'One two three four five six seven eight' });
  const eight = ['One two three four five six seven eight'];
  expect(await names({ query: 'one two three four five six seven eight' })).toEqual(eight);
  expect(await names({ query: 'one two three four five six seven eight nothing' })).toEqual(eight);
  expect(await names({ query: `eight${' '.repeat(86)}nothing` })).toEqual(eight);
  expect(await names({ query: 'eight nothing' })).toEqual([]);
  const first = await organizations.listOrganizations({ query: 'reels', pageSize: 2 });
  expect(first.organizations).toHaveLength(2);
  expect(await names({ pageSize: 2, cursor: first.nextCursor })).toEqual(['Zenith Reels']);
});

test('an address is one organization’s, and what cannot be an address is refused at its field', async () => {
  await create(festival.director(), { url: 'taken' });
  for (const url of ['Taken', 'a', '-a', 'a b', newId(), 'x'.repeat(91)]) {
    await expect(create(festival.director(), { url })).rejects.toMatchObject({
      ...{ code: Code.InvalidArgument, reason: 'INVALID_INPUT', fields: [{ field: 'url' }] },
    });
  }
});

test('one person directs 20 organizations at the most, also when they press twice at once', async () => {
  const director = festival.director();
  for (let i = 0; i < 19; i++) await create(director);
  const pressed = await Promise.allSettled([create(director), create(director)]);
  expect(pressed.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  await expect(create(director)).rejects.toMatchObject({ reason: 'TOO_MANY_ORGANIZATIONS' });
});

test('only directors found organizations', async () => {
  const viewer = festival.viewer();
  await expect(create(viewer)).rejects.toMatchObject({ code: Code.PermissionDenied });
});

test('the sitemap has active organizations by their custom addresses, and no other [PRO-19:festivals]', async () => {
  const named = await festival.organization(undefined, { url: 'sitemap-reels' });
  const plain = await festival.organization();
  const { organization } = await create(festival.director());
  const inactive = organization?.id ?? '';
  const partOf = async (id: string) =>
    (await festival.visitor().organizations.listSitemapOrganizations({ part: id.slice(-1) })).addresses;
  expect(await partOf(named.id)).toContain('sitemap-reels');
  expect(await partOf(named.id)).not.toContain(named.id);
  expect(await partOf(plain.id)).toContain(plain.id);
  expect(await partOf(inactive)).not.toContain(inactive);
});
