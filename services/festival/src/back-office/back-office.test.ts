import { timestampDate, timestampFromDate } from '@bufbuild/protobuf/wkt';
import { Code } from '@connectrpc/connect';
import { OrganizationChangedSchema, OrganizationPicturesChangedSchema } from '@marquee/contracts/events/v1/festival_pb';
import { OrganizationActionKind } from '@marquee/contracts/festival/v1/organization_back_office_pb';
import { OrganizationStatus, OrganizationType } from '@marquee/contracts/festival/v1/organization_pb';
import { SubscriptionType } from '@marquee/contracts/identity/v1/account_pb';
import { BillingInterval, SubscriptionState } from '@marquee/contracts/identity/v1/plans_pb';
import { newId } from '@marquee/data/ids';
import { viewers } from '@marquee/testing/viewers';
import { type FestivalUnderTest, festivalService } from '../testing/festival-service.ts';

let festival: FestivalUnderTest;
let staff: ReturnType<FestivalUnderTest['staff']>;
beforeAll(async () => {
  festival = await festivalService();
  staff = festival.staff({ steppedUpAt: festival.clock.now() });
});

const { ACTIVE, INACTIVE } = OrganizationStatus;

async function somebody(first = 'Ines', last = 'Duarte') {
  const id = newId();
  await festival.introduce(id, first, last);
  return id;
}
const create = async (more: object = {}) => {
  const { organization } = await staff.backOffice.createOrganizationFor({
    ...{ requestId: newId(), directorId: await somebody(), name: 'Cinema Aurora', type: OrganizationType.CINEMA },
    ...{ description: 'A house of two screens.', ...more },
  });
  return organization?.organization?.id ?? '';
};
const enable = (festivalId: string, years = 2) =>
  staff.backOffice.setOrganizationStatus({
    ...{ requestId: newId(), festivalId, status: ACTIVE, organizationDirectorContractYears: years },
  });

test('staff found an organization for somebody, find it, and read its history [ADO-01:list] [ADO-01:create]', async () => {
  const festivalId = await create({ name: 'Zephyr Hall', url: 'zephyr' });
  const list = async (request: object) =>
    (await staff.backOffice.listAllOrganizations(request)).organizations.map((any) => any.organization?.id);
  expect(await list({ query: 'zephyr' })).toEqual([festivalId]);
  expect(await list({ query: 'zephyr', status: INACTIVE, type: OrganizationType.CINEMA })).toEqual([festivalId]);
  expect(await list({ query: 'zephyr', status: ACTIVE })).toEqual([]);
  expect(await list({ query: 'zephyr', type: OrganizationType.MEDIA_CLUB })).toEqual([]);
  const { actions } = await staff.backOffice.listOrganizationActions({ festivalId });
  expect(actions).toMatchObject([{ kind: OrganizationActionKind.CREATED, actorId: staff.viewer.accountId }]);
  await expect(create({ directorId: newId() })).rejects.toMatchObject({ fields: [{ field: 'directorId' }] });
});

test('an organization is enabled with a contract, whose length gives its end [ADO-04:contract] [ENT-09]', async () => {
  const festivalId = await create();
  for (const years of [0, 11]) {
    await expect(enable(festivalId, years)).rejects.toMatchObject({
      fields: [{ field: 'organizationDirectorContractYears' }],
    });
  }
  const { organization: any } = await enable(festivalId, 3);
  const agreement = any?.agreement;
  expect(any?.organization?.status).toBe(ACTIVE);
  expect(agreement?.yearsOfContract).toBe(3);
  if (!agreement?.createdAt || !agreement.expirationDate) throw new Error('the agreement has no dates');
  const [from, until] = [timestampDate(agreement.createdAt), timestampDate(agreement.expirationDate)];
  expect([until.getUTCFullYear() - from.getUTCFullYear(), until.getUTCMonth()]).toEqual([3, from.getUTCMonth()]);
  await festival.visitor().organizations.getOrganization({ festivalId });

  await staff.backOffice.setOrganizationStatus({ requestId: newId(), festivalId, status: INACTIVE });
  await expect(festival.visitor().organizations.getOrganization({ festivalId })).rejects.toMatchObject({
    code: Code.NotFound,
  });
  expect((await staff.backOffice.getAnyOrganization({ festivalId })).organization?.agreement).toMatchObject({
    yearsOfContract: 3,
  });
  // Once more changes nothing; of another version it is refused.
  const disable = (expectedVersion: bigint) =>
    staff.backOffice.setOrganizationStatus({ requestId: newId(), festivalId, status: INACTIVE, expectedVersion });
  await disable(0n);
  await expect(disable(1n)).rejects.toMatchObject({ reason: 'ORGANIZATION_CHANGED' });
  const { actions } = await staff.backOffice.listOrganizationActions({ festivalId });
  const { DISABLED, ENABLED, CREATED } = OrganizationActionKind;
  expect(actions.map(({ kind }) => kind)).toEqual([DISABLED, ENABLED, CREATED]);
});

test('a director in the trial of a yearly Pro plan needs no contract, and nobody where no plans are sold [ADO-04:plan]', async () => {
  const [inTrial, byMonth, unsold] = [await create(), await create(), await create()];
  const plan = { plan: SubscriptionType.PRO, state: SubscriptionState.TRIALING };
  const { known } = festival;
  known.plans = new Map([[await directorOf(inTrial), { ...plan, interval: BillingInterval.YEARLY }]]);
  const { organization: enabled } = await enable(inTrial, 0);
  expect(enabled?.organization?.status).toBe(ACTIVE);
  expect(enabled?.agreement).toBeUndefined();
  const yearly = { ...plan, interval: BillingInterval.YEARLY };
  for (const needing of [
    { ...plan, interval: BillingInterval.MONTHLY },
    { ...yearly, plan: SubscriptionType.PREMIUM },
    { ...yearly, state: SubscriptionState.ACTIVE },
  ]) {
    known.plans = new Map([[await directorOf(byMonth), needing]]);
    await expect(enable(byMonth, 0)).rejects.toMatchObject({
      fields: [{ field: 'organizationDirectorContractYears' }],
    });
  }
  // While identity does not answer a contract is needed.
  const unavailable = () => {
    throw new Error('the plans are not there');
  };
  known.plans = Object.assign(new Map<string, never>(), { get: unavailable });
  await expect(enable(byMonth, 0)).rejects.toMatchObject({ fields: [{ field: 'organizationDirectorContractYears' }] });
  expect(festival.platform.said()).toContain('the plan of a director is not known: a contract is asked for');
  known.plans = undefined;
  expect((await enable(unsold, 0)).organization?.organization?.status).toBe(ACTIVE);
  // One that is entered is kept, though none is needed.
  expect((await enable(byMonth, 2)).organization?.agreement).toMatchObject({ yearsOfContract: 2 });
  known.plans = new Map();
});

test('staff see the plan of a director, and nothing of its payments [ADO-05:subscription]', async () => {
  const festivalId = await create();
  const { known } = festival;
  const asked = () => staff.backOffice.getDirectorSubscription({ festivalId });
  const shown = { plan: SubscriptionType.PRO, state: SubscriptionState.ACTIVE, interval: BillingInterval.YEARLY };
  const periodEnd = timestampFromDate(festival.clock.now());
  known.plans = new Map([[await directorOf(festivalId), { ...shown, periodEnd, ends: true, openOrder: { id: 'o1' } }]]);
  const answer = await asked();
  expect(answer).toMatchObject({ plansSold: true, subscription: { ...shown, periodEnd, ends: true, granted: false } });
  expect(Object.keys(answer.subscription ?? {})).not.toContain('openOrder');
  known.plans = undefined;
  expect(await asked()).toMatchObject({ plansSold: false });
  expect((await asked()).subscription).toBeUndefined();
  known.plans = new Map();
  await festival.db.query('UPDATE organizations SET director_id = NULL WHERE id = $1', [festivalId]);
  expect(await asked()).toMatchObject({ plansSold: true });
  expect((await asked()).subscription).toBeUndefined();
  await expect(festival.director().backOffice.getDirectorSubscription({ festivalId })).rejects.toMatchObject({
    code: Code.PermissionDenied,
  });
});

async function directorOf(festivalId: string): Promise<string> {
  const text = 'SELECT director_id FROM organizations WHERE id = $1';
  const [row] = await festival.db.query<{ directorId: string }>(text, [festivalId]);
  return row?.directorId ?? '';
}

test('an organization without a director is not enabled', async () => {
  const festivalId = await create();
  await festival.db.query('UPDATE organizations SET director_id = NULL WHERE id = $1', [festivalId]);
  await expect(enable(festivalId)).rejects.toMatchObject({ reason: 'WITHOUT_DIRECTOR' });
});

test('another director takes over, with a reason; staff who saw an earlier version learn it [ADO-03:director]', async () => {
  const festivalId = await create();
  const next = await somebody('Nora', 'Vale');
  const change = (directorId: string, expectedVersion = 1n) =>
    staff.backOffice.changeFestivalDirector({
      ...{ requestId: newId(), festivalId, directorId, reason: 'They asked for it', expectedVersion },
    });
  await expect(change(newId())).rejects.toMatchObject({ fields: [{ field: 'directorId' }] });
  const busy = await somebody();
  await festival.db.query(
    `INSERT INTO organizations
     SELECT (jsonb_populate_record(o, jsonb_build_object('id', gen_random_uuid(), 'director_id', $2::text))).*
     FROM organizations o, generate_series(1, 20) WHERE o.id = $1`,
    [festivalId, busy],
  );
  await expect(change(busy)).rejects.toMatchObject({ reason: 'TOO_MANY_ORGANIZATIONS' });
  // A director stands in no team of their own.
  await festival.db.query(
    "INSERT INTO team_members (festival_id, account_id, role, added_at, accepted_at) VALUES ($1, $2, 'DOOR', now(), now())",
    [festivalId, next],
  );
  const { organization: any } = await change(next);
  expect(any?.organization).toMatchObject({ organizationDirector: next, directorName: 'Nora Vale' });
  expect((await staff.team.listTeam({ festivalId })).members).toEqual([]);
  await expect(change(await somebody())).rejects.toMatchObject({ reason: 'ORGANIZATION_CHANGED' });
  await expect(change(next, 0n)).rejects.toMatchObject({ reason: 'DIRECTS_ALREADY' });
  const { actions } = await staff.backOffice.listOrganizationActions({ festivalId });
  expect(actions[0]).toMatchObject({
    ...{ kind: OrganizationActionKind.DIRECTOR_CHANGED, reason: 'They asked for it' },
    changes: [{ field: 'directorId', after: next }],
  });
});

test('an organization is deleted with a reason, unless it has announced events [ADO-01:delete]', async () => {
  const festivalId = await create();
  const remove = () =>
    staff.backOffice.deleteOrganization({ requestId: newId(), festivalId, reason: 'It was a mistake' });
  await festival.db.query(
    `INSERT INTO events (id, festival_id, name, status, event_virtual, start_time, end_time, time_zone, created_at, updated_at)
     VALUES ($1, $2, 'Opening', 'PUBLISHED', true, now(), now() + interval '1 hour', 'UTC', now(), now())`,
    [newId(), festivalId],
  );
  await expect(remove()).rejects.toMatchObject({ reason: 'HAS_EVENTS' });
  await festival.db.query("UPDATE events SET status = 'DRAFT' WHERE festival_id = $1", [festivalId]);
  const call = (state: string) =>
    festival.db.query(
      `INSERT INTO calls (id, festival_id, state, title, description, time_zone, regular_ends_at, created_at, updated_at)
       VALUES ($1, $2, $3, 'Shorts', 'Of light.', 'Europe/Lisbon', now(), now(), now())`,
      [newId(), festivalId, state],
    );
  await call('DRAFT');
  await call('CANCELLED');
  await expect(remove()).rejects.toMatchObject({ reason: 'HAS_CALLS' });
  await festival.db.query("DELETE FROM calls WHERE festival_id = $1 AND state <> 'DRAFT'", [festivalId]);
  const changes = async () =>
    (await festival.published(OrganizationChangedSchema)).filter((event) => event.festivalId === festivalId).length;
  const before = await changes();
  await remove();
  expect(await changes()).toBe(before + 1);
  await expect(staff.backOffice.getAnyOrganization({ festivalId })).rejects.toMatchObject({ code: Code.NotFound });
  expect((await festival.published(OrganizationPicturesChangedSchema)).at(-1)).toMatchObject({
    festivalId,
    pictureIds: [],
  });
  const { actions } = await staff.backOffice.listOrganizationActions({ festivalId });
  expect(actions[0]).toMatchObject({ kind: OrganizationActionKind.DELETED, reason: 'It was a mistake' });
});

test('the history of what is not there is not found', async () => {
  await expect(staff.backOffice.listOrganizationActions({ festivalId: 'x' })).rejects.toMatchObject({
    code: Code.NotFound,
  });
});

test('only staff', async () => {
  for (const viewer of [viewers.director(), viewers.movieLover()]) {
    const { backOffice } = festival.as(viewer);
    await expect(backOffice.listAllOrganizations({})).rejects.toMatchObject({ code: Code.PermissionDenied });
  }
});
