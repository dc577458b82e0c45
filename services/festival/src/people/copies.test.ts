import { Code } from '@connectrpc/connect';
import { OrganizationStatus, OrganizationType } from '@marquee/contracts/festival/v1/organization_pb';
import { TeamRole } from '@marquee/contracts/festival/v1/team_pb';
import { newId } from '@marquee/data/ids';
import { eventually } from '@marquee/testing/eventually';
import { viewers } from '@marquee/testing/viewers';
import { type FestivalUnderTest, festivalService } from '../testing/festival-service.ts';

/** More than one page of an export. */
const ROWS = 130;

const people = Array.from({ length: ROWS }, (_, index) => ({
  ...{ id: newId(), firstName: `First${index}`, lastName: 'Lind', version: 4n },
}));
const last = people[ROWS - 1]?.id ?? '';
const blocks = Array.from({ length: ROWS }, () => ({
  ...{ id: newId(), blockerId: newId(), blockedId: newId(), version: 1n },
}));
const director = viewers.director({ accountId: last });
const blocking = people[0]?.id ?? '';
blocks[ROWS - 1] = { id: newId(), blockerId: blocking, blockedId: last, version: 1n };
const exported = { people, suspendedIds: [last], blocks };

let festival: FestivalUnderTest;
beforeAll(async () => {
  festival = await festivalService(
    { PAYMENT_PROVIDER: 'test', PAYMENT_WEBHOOK_SECRET: 'webhook-secret-of-the-test' },
    exported,
  );
});

test('a name, a suspension and a block are kept by their version, whatever arrives late', async () => {
  const { id: festivalId, director } = await festival.organization();
  const { accountId } = director.viewer;
  await festival.introduce(accountId, 'Ines', 'Duarte');
  const name = async () => (await director.organizations.getOrganization({ festivalId })).organization?.directorName;
  const held = async () => (await director.payouts.getFestivalPayoutAccount({ festivalId })).held;
  expect(await name()).toBe('Ines Duarte');
  await festival.introduce(accountId, '', '', { removed: true });
  expect(await name()).toBe('');
  await festival.introduce(accountId, 'Ines', 'Duarte');
  const unknown = festival.staff({ steppedUpAt: festival.clock.now() }).backOffice.createOrganizationFor({
    ...{ requestId: newId(), directorId: newId(), name: 'Cinema Aurora', type: OrganizationType.CINEMA },
    description: 'A house of two screens.',
  });
  await expect(unknown).rejects.toMatchObject({ fields: [{ field: 'directorId' }] });

  expect(await held()).toBe(false);
  await festival.suspend(accountId);
  expect(await held()).toBe(true);
  await festival.reinstate(accountId);
  await festival.staff({ steppedUpAt: festival.clock.now() }).backOffice.setOrganizationStatus({
    ...{ requestId: newId(), festivalId, status: OrganizationStatus.ACTIVE, organizationDirectorContractYears: 1 },
  });
  expect(await held()).toBe(false);

  const other = festival.viewer().viewer.accountId;
  await festival.introduce(other, 'Ben', 'Okri');
  const invite = () =>
    director.team.inviteTeamMember({ requestId: newId(), festivalId, personId: other, role: TeamRole.DOOR });
  const blockId = await festival.block(accountId, other);
  await expect(invite()).rejects.toMatchObject({ code: Code.InvalidArgument });
  await festival.unblock(blockId, 2n);
  await expect(invite()).resolves.toMatchObject({ member: { accountId: other } });
});

test('festival with an empty database copies people, suspensions and blocks from identity, and later forgets those who are gone', async () => {
  const kept = async (table: 'people' | 'account_blocks', rows: readonly { id: string }[]) =>
    (await festival.db.query(`SELECT FROM ${table} WHERE id = ANY($1::uuid[])`, [rows.map(({ id }) => id)])).length;
  await eventually(async () => (await kept('people', people)) === ROWS);
  await eventually(async () => (await kept('account_blocks', blocks)) === ROWS);
  await eventually(
    async () => (await festival.db.query('SELECT FROM suspended_accounts WHERE suspended')).length === 1,
  );

  const { id: festivalId, director: own } = await festival.organization(director);
  const shown = async () => (await own.organizations.getOrganization({ festivalId })).organization;
  const held = async () => (await own.payouts.getFestivalPayoutAccount({ festivalId })).held;
  const invite = (personId: string) =>
    own.team.inviteTeamMember({ requestId: newId(), festivalId, personId, role: TeamRole.DOOR });
  expect(await shown()).toMatchObject({ directorName: `First${ROWS - 1} Lind` });
  expect(await held()).toBe(true);
  await expect(invite(blocking)).rejects.toMatchObject({ code: Code.InvalidArgument });

  // Festival was stopped for longer than the bus keeps events, and they are gone meanwhile.
  exported.people.pop();
  exported.blocks.pop();
  exported.suspendedIds.pop();
  festival.clock.advance(14 * 86_400_000);
  await festival.start();
  await eventually(async () => (await shown())?.directorName === '');
  await eventually(async () => !(await held()));
  await eventually(async () => (await invite(blocking)).member !== undefined);
});
