import { timestampDate } from '@bufbuild/protobuf/wkt';
import { ScreenerChangedSchema, TeamMemberInvitedSchema } from '@marquee/contracts/events/v1/festival_pb';
import { OrganizationStanding } from '@marquee/contracts/festival/v1/organization_pb';
import { TeamRole } from '@marquee/contracts/festival/v1/team_pb';
import { newId } from '@marquee/data/ids';
import { callScene } from '../testing/call-scene.ts';
import { type FestivalUnderTest, festivalService } from '../testing/festival-service.ts';

let festival: FestivalUnderTest;
beforeAll(async () => {
  festival = await festivalService({ PAYMENT_PROVIDER: 'test', PAYMENT_WEBHOOK_SECRET: 'webhook-secret-of-the-test' });
});

type Caller = ReturnType<FestivalUnderTest['viewer']>;

/** An organization, its director, and somebody who is invited to its team. */
async function invited(role = TeamRole.MANAGER) {
  const { id: festivalId, director } = await festival.organization();
  const member = festival.viewer();
  const { accountId } = member.viewer;
  await festival.introduce(accountId, 'Mara', 'Lind');
  const invite = (who = accountId, by: Caller = director) =>
    by.team.inviteTeamMember({ requestId: newId(), festivalId, personId: who, role });
  const answer = (accept: boolean) => member.team.answerTeamInvitation({ requestId: newId(), festivalId, accept });
  const team = async () =>
    (await director.team.listTeam({ festivalId })).members.map(({ name, role, accepted }) => ({
      name,
      role,
      accepted,
    }));
  await invite();
  return { festivalId, director, member, accountId, invite, answer, team };
}

test('each invitation is published with who asks whom, and nothing of a refused one [FES-06:team-notice]', async () => {
  const { festivalId, director, accountId, invite, answer } = await invited();
  await expect(invite()).rejects.toMatchObject({ reason: expect.any(String) });
  await answer(false);
  await invite();
  const published = (await festival.published(TeamMemberInvitedSchema)).filter((one) => one.accountId === accountId);
  const expected = { festivalId, accountId, invitedBy: director.viewer.accountId };
  expect(published).toMatchObject([expected, expected]);
  expect(published[0]?.invitationId).not.toBe(published[1]?.invitationId);
});

test('who is invited is in the team once they accept, and works for the organization [FES-06:team]', async () => {
  const { festivalId, director, member, answer, team } = await invited();
  expect(await team()).toEqual([{ name: 'Mara Lind', role: TeamRole.MANAGER, accepted: false }]);
  const standing = async () => (await member.organizations.getOrganization({ festivalId })).standing;
  expect(await standing()).toBe(OrganizationStanding.UNSPECIFIED);
  expect((await member.organizations.listOwnOrganizations({})).organizations).toEqual([]);
  await expect(member.team.listTeam({ festivalId })).rejects.toMatchObject({ reason: 'ORGANIZATION_NOT_YOURS' });
  const waiting = async () => (await member.team.listOwnTeamInvitations({})).invitations;
  expect(await waiting()).toMatchObject([{ organization: { id: festivalId }, role: TeamRole.MANAGER }]);

  await answer(true);
  expect(await waiting()).toEqual([]);
  expect(await standing()).toBe(OrganizationStanding.MANAGER);
  expect((await member.organizations.listOwnOrganizations({})).organizations).toMatchObject([{ id: festivalId }]);
  expect(await team()).toEqual([{ name: 'Mara Lind', role: TeamRole.MANAGER, accepted: true }]);
  await member.organizations.updateOrganization({ requestId: newId(), festivalId, city: 'Faro' });
  expect(await member.team.listTeam({ festivalId })).toMatchObject({ canChange: false });

  const { accountId } = member.viewer;
  await director.team.setTeamRole({ requestId: newId(), festivalId, accountId, role: TeamRole.DOOR });
  await expect(
    member.organizations.updateOrganization({ requestId: newId(), festivalId, city: 'Lagos' }),
  ).rejects.toMatchObject({ reason: 'ORGANIZATION_NOT_YOURS' });
});

test('an invitation is declined, and one that was taken back cannot be answered', async () => {
  const { festivalId, director, accountId, invite, answer, team } = await invited();
  await answer(false);
  expect(await team()).toEqual([]);
  await invite();
  await director.team.removeTeamMember({ requestId: newId(), festivalId, accountId });
  await expect(answer(true)).rejects.toMatchObject({ reason: 'INVITATION_GONE' });
});

test('members leave by themselves and change nobody else', async () => {
  const { festivalId, member, accountId, invite, answer, team } = await invited();
  await answer(true);
  const other = newId();
  await festival.introduce(other, 'Olu', 'Bade');
  await expect(invite(other, member)).rejects.toMatchObject({ reason: 'ORGANIZATION_NOT_YOURS' });
  await invite(other);
  await expect(
    member.team.removeTeamMember({ requestId: newId(), festivalId, accountId: other }),
  ).rejects.toMatchObject({ reason: 'ORGANIZATION_NOT_YOURS' });
  await member.team.removeTeamMember({ requestId: newId(), festivalId, accountId });
  expect(await team()).toMatchObject([{ name: 'Olu Bade' }]);
});

test('nobody is invited twice, as the director, without an account, or over the size of a team', async () => {
  const { festivalId, director, accountId, invite } = await invited();
  await expect(invite(accountId)).rejects.toMatchObject({ reason: 'MEMBER_ALREADY' });
  await expect(invite(newId())).rejects.toMatchObject({ fields: [{ field: 'personId' }] });
  await festival.introduce(director.viewer.accountId, 'Ines', 'Duarte');
  await expect(invite(director.viewer.accountId)).rejects.toMatchObject({ reason: 'DIRECTS_ALREADY' });
  await festival.db.query(
    `INSERT INTO team_members (festival_id, account_id, role, added_at)
     SELECT $1, gen_random_uuid(), 'DOOR', now() FROM generate_series(1, 99)`,
    [festivalId],
  );
  const one = newId();
  await festival.introduce(one, 'Too', 'Many');
  await expect(invite(one)).rejects.toMatchObject({ reason: 'TEAM_FULL' });
});

test('an answer counts once, a role is given once, and each change is in the history of the organization [FES-06:team]', async () => {
  const { festivalId, director, accountId, answer, team } = await invited();
  const history = async () =>
    (
      await festival.db.query<{ changes: unknown }>(
        "SELECT changes FROM organization_actions WHERE festival_id = $1 AND kind = 'TEAM_CHANGED' ORDER BY created_at, id",
        [festivalId],
      )
    ).map(({ changes }) => changes);
  const change = (before: string, after: string) => [{ field: accountId, before, after }];
  const expected = [change('', 'invited as MANAGER'), change('invited as MANAGER', 'MANAGER')];
  await answer(true);
  await answer(true);
  expect(await history()).toEqual(expected);
  await expect(answer(false)).rejects.toMatchObject({ reason: 'INVITATION_GONE' });
  expect(await director.team.listTeam({ festivalId })).toMatchObject({ canChange: true, members: [{ accountId }] });

  const setRole = (role: TeamRole, who = accountId, by: Caller = director) =>
    by.team.setTeamRole({ requestId: newId(), festivalId, accountId: who, role });
  await setRole(TeamRole.PROGRAMMER);
  await setRole(TeamRole.PROGRAMMER);
  expect(await history()).toEqual([...expected, change('MANAGER', 'PROGRAMMER')]);
  expect(await team()).toMatchObject([{ role: TeamRole.PROGRAMMER }]);
  await expect(setRole(TeamRole.DOOR, accountId, festival.director())).rejects.toMatchObject({
    reason: 'ORGANIZATION_NOT_YOURS',
  });
  const remove = (who: string) => director.team.removeTeamMember({ requestId: newId(), festivalId, accountId: who });
  for (const nobody of [newId(), 'x']) {
    await expect(setRole(TeamRole.DOOR, nobody)).rejects.toMatchObject({ reason: 'NOT_MEMBER' });
    await expect(remove(nobody)).rejects.toMatchObject({ reason: 'NOT_MEMBER' });
  }
  await remove(accountId);
  expect((await history()).at(-1)).toEqual(change('PROGRAMMER', ''));
});

test('neither of two people reaches the other after a block [SET-08:team]', async () => {
  const { director, invite } = await invited();
  for (const isBlocker of [true, false]) {
    const other = festival.viewer().viewer.accountId;
    await festival.introduce(other, 'Ben', 'Okri');
    const pair = [director.viewer.accountId, other] as [string, string];
    await festival.block(...((isBlocker ? pair : pair.toReversed()) as [string, string]));
    await expect(invite(other)).rejects.toMatchObject({ fields: [{ field: 'personId' }] });
  }
});

test('who leaves the team, or only checks tickets by now, watches no film that was submitted [FES-09:screener]', async () => {
  const scene = callScene(festival);
  const opened = await scene.openCall();
  await scene.waiver(opened);
  const { submissionId } = await scene.submitted(opened, { waiverCode: 'ALUMNI26', price: 0n });
  const { director, festivalId } = opened;
  for (const end of [
    (accountId: string) =>
      director.team.setTeamRole({ requestId: newId(), festivalId, accountId, role: TeamRole.DOOR }),
    (accountId: string) => director.team.removeTeamMember({ requestId: newId(), festivalId, accountId }),
  ]) {
    const member = await scene.member(director, festivalId, TeamRole.PROGRAMMER);
    await member.judge.openScreening({ requestId: newId(), submissionId });
    await end(member.viewer.accountId);
    const events = (await festival.published(ScreenerChangedSchema)).filter(
      (event) => event.accountId === member.viewer.accountId,
    );
    expect(events.map(({ endsAt }) => endsAt && timestampDate(endsAt) > festival.clock.now())).toEqual([true, false]);
  }
});
