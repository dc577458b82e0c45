import { Code } from '@connectrpc/connect';
import { JudgeInvitedSchema, ScreenerChangedSchema } from '@marquee/contracts/events/v1/festival_pb';
import { JudgeService, NotesAudience } from '@marquee/contracts/festival/v1/judging_pb';
import { TeamRole } from '@marquee/contracts/festival/v1/team_pb';
import { newId } from '@marquee/data/ids';
import { JUDGING_LIMITS } from '@marquee/rules/judging';
import { clientFor } from '@marquee/testing/client-for';
import { viewers } from '@marquee/testing/viewers';
import { callScene, type Director, type Maker } from '../testing/call-scene.ts';
import { type FestivalUnderTest, festivalService } from '../testing/festival-service.ts';
import { type Judging, judgingScene, RUBRIC } from '../testing/judging-scene.ts';
import { removeUnanswered } from './judges.ts';

let festival: FestivalUnderTest;
let scene: ReturnType<typeof callScene>;
beforeAll(async () => {
  festival = await festivalService({ PAYMENT_PROVIDER: 'test', PAYMENT_WEBHOOK_SECRET: 'webhook-secret-of-the-test' });
  scene = callScene(festival);
});

const { judging, judge, assign, score } = judgingScene(() => ({ festival, scene }));

test('a judge sees what they are given alone, scores it by the rubric, and has no right of the team [FES-09:judges]', async () => {
  const call = await judging({ films: 2 });
  const { director, callId, festivalId, story, sound } = call;
  const [first, second] = call.submitted as [Judging['submitted'][number], Judging['submitted'][number]];
  const [noor] = call.judges as [Judging['judges'][number]];
  const invited = (await festival.published(JudgeInvitedSchema)).find(({ judgeId }) => judgeId === noor.judgeId);
  expect(invited).toMatchObject({ accountId: noor.viewer.accountId, callId });
  expect(await assign(call, noor.judgeId, [first.submissionId])).toMatchObject({ changed: 1, conflicts: 0 });
  expect((await noor.judge.listJudging({})).calls).toMatchObject([{ judgeId: noor.judgeId, assigned: 1, done: 0 }]);

  const { assignments } = await noor.judge.listAssignments({ callId });
  expect(assignments).toMatchObject([
    { submissionId: first.submissionId, filmTitle: 'Salt', makerName: '', coverLetter: '' },
  ]);
  const gone = { reason: 'ASSIGNMENT_NOT_FOUND' };
  await expect(noor.judge.getAssignment({ submissionId: second.submissionId })).rejects.toMatchObject(gone);
  const notYours = { reason: 'ORGANIZATION_NOT_YOURS' };
  await expect(noor.calls.listFestivalCalls({ festivalId })).rejects.toMatchObject(notYours);
  await expect(noor.submissionDesk.listSubmissions({ callId })).rejects.toMatchObject(notYours);
  await expect(noor.team.listTeam({ festivalId })).rejects.toMatchObject(notYours);

  const { submissionId } = first;
  const off = { fields: [{ field: 'scores' }] };
  await expect(score(noor, submissionId, { [story]: 8 })).rejects.toMatchObject(off);
  await expect(score(noor, submissionId, { [story]: 11, [sound]: 1 })).rejects.toMatchObject({
    fields: [{ field: 'scores.0.score' }],
  });
  await score(noor, submissionId, { [story]: 8 }, { done: false });
  await score(noor, submissionId, { [story]: 8, [sound]: 4 });
  const { submissions } = await director.submissionDesk.listSubmissions({ callId, order: 2 });
  expect(submissions.map(({ id, mean, judged, judges }) => [id, mean, judged, judges])).toEqual([
    [submissionId, 7, 1, 1],
    [second.submissionId, 0, 0, 0],
  ]);
  // What is scored keeps its criteria and its scale.
  const save = (rubric: object) => director.judging.saveRubric({ requestId: newId(), callId, ...RUBRIC, ...rubric });
  await expect(save({ criteria: [{ id: story, name: 'Story', weight: 1 }] })).rejects.toMatchObject({
    reason: 'CRITERION_SCORED',
  });
  const both = [story, sound].map((id) => ({ id, name: 'By weight', weight: 1 }));
  await expect(save({ scale: 5, criteria: both })).rejects.toMatchObject({ reason: 'SCALE_SCORED' });
});

test('two judges make a mean and a spread, by the weights of the criteria [FES-09:results]', async () => {
  const call = await judging({ judges: 2 });
  const [{ submissionId }] = call.submitted as [Judging['submitted'][number]];
  for (const [index, one] of call.judges.entries()) {
    await assign(call, one.judgeId, [submissionId]);
    await score(one, submissionId, { [call.story]: index === 0 ? 10 : 6, [call.sound]: 2 });
  }
  const { submissions } = await call.director.submissionDesk.listSubmissions({ callId: call.callId });
  expect(submissions).toMatchObject([{ mean: 6.5, spread: 1.5, judged: 2 }]);
});

test('notes are read by that judge and those whom the director chose, never by the maker [FES-09:notes]', async () => {
  const call = await judging({ rubric: { blind: false, scale: 5 } });
  const [{ submissionId, maker }] = call.submitted as [Judging['submitted'][number]];
  const [noor] = call.judges as [Judging['judges'][number]];
  await assign(call, noor.judgeId, [submissionId]);
  await expect(score(noor, submissionId, { [call.story]: 6, [call.sound]: 5 })).rejects.toMatchObject({
    fields: [{ field: 'scores' }],
  });
  await score(noor, submissionId, { [call.story]: 5, [call.sound]: 5 });
  const programmer = festival.viewer();
  await festival.introduce(programmer.viewer.accountId, 'Ada', 'Byron');
  const named = { requestId: newId(), festivalId: call.festivalId, personId: programmer.viewer.accountId };
  await call.director.team.inviteTeamMember({ ...named, role: TeamRole.PROGRAMMER });
  await programmer.team.answerTeamInvitation({ requestId: newId(), festivalId: call.festivalId, accept: true });
  const notesOf = async (who: Maker) =>
    (await who.submissionDesk.getDeskSubmission({ submissionId })).sheets.map(({ note }) => note);
  expect(await notesOf(call.director)).toEqual(['A private note']);
  expect(await notesOf(programmer)).toEqual(['']);
  expect((await noor.judge.getAssignment({ submissionId })).assignment?.note).toBe('A private note');
  await expect(notesOf(maker)).rejects.toMatchObject({ reason: 'ORGANIZATION_NOT_YOURS' });
  const rubric = {
    ...RUBRIC,
    scale: 5,
    criteria: [call.story, call.sound].map((id) => ({ id, name: 'By weight', weight: 1 })),
  };
  await call.director.judging.saveRubric({
    ...{ requestId: newId(), callId: call.callId, ...rubric, notesAudience: NotesAudience.DESK },
  });
  expect(await notesOf(programmer)).toEqual(['A private note']);
});

test('who made a film or is in its crew does not judge it, and who joins the crew later no longer does [FES-09:conflicts]', async () => {
  const call = await judging();
  const [{ submissionId, maker, filmId }] = call.submitted as [Judging['submitted'][number]];
  const own = await judge(call.callId, call.director, maker);
  expect(await assign(call, own.judgeId, [submissionId])).toMatchObject({ conflicts: 1 });
  const [noor] = call.judges as [Judging['judges'][number]];
  festival.film({ id: filmId, crew: [noor.viewer.accountId] });
  expect(await assign(call, noor.judgeId, [submissionId])).toMatchObject({ conflicts: 1 });
  for (const who of [own, noor]) {
    await expect(who.judge.getAssignment({ submissionId })).rejects.toMatchObject({ reason: 'ASSIGNMENT_NOT_FOUND' });
  }
  const later = await judge(call.callId, call.director);
  expect(await assign(call, later.judgeId, [submissionId])).toMatchObject({ conflicts: 0 });
  festival.film({ id: filmId, crew: [later.viewer.accountId] });
  await expect(score(later, submissionId, { [call.story]: 9, [call.sound]: 9 })).rejects.toMatchObject({
    reason: 'JUDGE_CONFLICT',
  });
  await expect(score(later, submissionId, {})).rejects.toMatchObject({ reason: 'ASSIGNMENT_NOT_FOUND' });
  const declaring = await judge(call.callId, call.director);
  await assign(call, declaring.judgeId, [submissionId]);
  await score(declaring, submissionId, { [call.story]: 1, [call.sound]: 1 });
  await declaring.judge.declareConflict({ requestId: newId(), submissionId, reason: 'We are cousins' });
  const view = await call.director.submissionDesk.getDeskSubmission({ submissionId });
  expect(view.submission).toMatchObject({ judges: 0, judged: 0, mean: 0 });
  expect(view.sheets.map(({ conflict }) => conflict).sort()).toEqual(['CREW', 'CREW', 'DECLARED', 'MAKER']);
});

test('every film gets as many judges as asked for, as evenly as it can be, without a conflict [FES-09:assignments]', async () => {
  const call = await judging({ films: 6, judges: 3 });
  const [noor] = call.judges as [Judging['judges'][number]];
  const blocked = call.submitted[0]?.filmId ?? '';
  festival.film({ id: blocked, crew: [noor.viewer.accountId] });
  const evenly = { requestId: newId(), callId: call.callId, perSubmission: 2 };
  expect(await call.director.judging.assignEvenly(evenly)).toMatchObject({ assigned: 12, short: 0 });
  expect(await call.director.judging.assignEvenly({ ...evenly, requestId: newId() })).toMatchObject({ assigned: 0 });
  const { judges } = await call.director.judging.getJudging({ callId: call.callId });
  expect(judges.map(({ assigned }) => assigned)).toEqual([4, 4, 4]);
  const { assignments } = await noor.judge.listAssignments({ callId: call.callId });
  expect(assignments.map(({ filmId }) => filmId)).not.toContain(blocked);
  const four = { requestId: newId(), callId: call.callId, perSubmission: 4 };
  expect(await call.director.judging.assignEvenly(four)).toMatchObject({ assigned: 5, short: 6 });
});

test('what a judge is not done with is taken back and given again; a draft, a finished sheet and a declared conflict stay [FES-09:taken-back]', async () => {
  const call = await judging({ films: 3 });
  const [noor] = call.judges as [Judging['judges'][number]];
  const [open, done, declared] = call.submitted.map(({ submissionId }) => submissionId) as [string, string, string];
  await assign(call, noor.judgeId, [open, done, declared]);
  await noor.judge.openScreening({ requestId: newId(), submissionId: open });
  await score(noor, open, { [call.story]: 4 }, { done: false });
  await score(noor, done, { [call.story]: 4, [call.sound]: 4 });
  await noor.judge.declareConflict({ requestId: newId(), submissionId: declared, reason: 'We are cousins' });
  const submissionIds = [open, done, declared];
  const takeBack = { judgeId: noor.judgeId, submissionIds, assigned: false };
  expect(await call.director.judging.assignJudge({ requestId: newId(), ...takeBack })).toMatchObject({ changed: 1 });
  expect(await call.director.judging.assignJudge({ requestId: newId(), ...takeBack })).toMatchObject({ changed: 0 });
  const mine = async () =>
    (await noor.judge.listAssignments({ callId: call.callId })).assignments.map(({ submissionId }) => submissionId);
  expect(await mine()).toEqual([done]);
  await expect(noor.judge.getAssignment({ submissionId: open })).rejects.toMatchObject({
    reason: 'ASSIGNMENT_NOT_FOUND',
  });
  await expect(score(noor, open, { [call.story]: 5 }, { done: false })).rejects.toMatchObject({
    reason: 'ASSIGNMENT_NOT_FOUND',
  });
  const shown = async () => (await call.director.judging.getJudging({ callId: call.callId })).judges[0];
  expect(await shown()).toMatchObject({ assigned: 1, done: 1 });
  const desk = async () => call.director.submissionDesk.getDeskSubmission({ submissionId: open });
  expect(await desk()).toMatchObject({ submission: { judges: 0 }, sheets: [] });
  const ended = (await festival.published(ScreenerChangedSchema)).filter(({ submissionId }) => submissionId === open);
  expect(Number(ended.at(-1)?.endsAt?.seconds) * 1_000).toBeLessThanOrEqual(festival.clock.now().getTime());
  await assign(call, noor.judgeId, submissionIds);
  expect((await mine()).toSorted()).toEqual([open, done].toSorted());
  expect(await shown()).toMatchObject({ assigned: 2, done: 1 });
  // As the judge left it.
  expect((await noor.judge.getAssignment({ submissionId: open })).assignment).toMatchObject({
    ...{ scores: [{ criterionId: call.story, score: 4 }], note: 'A private note', done: false },
  });
  await expect(festival.director().judging.assignJudge({ requestId: newId(), ...takeBack })).rejects.toMatchObject({
    reason: 'ORGANIZATION_NOT_YOURS',
  });
});

test('a judge and a programmer may watch while a film is judged, and nobody once it is withdrawn [FES-09:screener]', async () => {
  const call = await judging();
  const [{ submissionId, maker, filmId }] = call.submitted as [Judging['submitted'][number]];
  const [noor] = call.judges as [Judging['judges'][number]];
  const watch = (who: Maker) => who.judge.openScreening({ requestId: newId(), submissionId });
  await expect(watch(noor)).rejects.toMatchObject({ reason: 'ORGANIZATION_NOT_YOURS' });
  await assign(call, noor.judgeId, [submissionId]);
  expect(await watch(noor)).toMatchObject({ filmId, filmTitle: expect.stringMatching(/\w/) });
  expect(await watch(call.director)).toMatchObject({ filmId });
  const changes = async () =>
    (await festival.published(ScreenerChangedSchema))
      .filter((event) => event.submissionId === submissionId)
      .map(({ accountId, endsAt }) => [accountId, Number(endsAt?.seconds) * 1_000 > festival.clock.now().getTime()]);
  const [judgeOf, directorOf] = [noor.viewer.accountId, call.director.viewer.accountId];
  expect(await changes()).toEqual([
    [judgeOf, true],
    [directorOf, true],
  ]);
  await maker.submissions.withdrawSubmission({ requestId: newId(), submissionId });
  expect((await changes()).slice(2).sort()).toEqual(
    [
      [judgeOf, false],
      [directorOf, false],
    ].sort(),
  );
  await expect(watch(call.director)).rejects.toMatchObject({ reason: 'JUDGING_OVER' });
});

describe('a judge who is invited by mail', () => {
  const written = { personId: '', firstName: 'Ana', lastName: 'Silva' };
  const mailed = (director: Director, callId: string, email: string) =>
    director.judging.inviteJudge({ requestId: newId(), callId, ...written, email }).then(({ judge }) => judge);
  /** Somebody with a proven address. */
  function owner(email: string): Maker {
    const who = festival.viewer();
    festival.known.addresses.set(who.viewer.accountId, email);
    return who;
  }
  const invitation = (judgeId: string) =>
    clientFor(festival.service, JudgeService, viewers.service('notification')).getJudgeInvitation({ judgeId });
  const calls = async (who: Maker) => (await who.judge.listJudging({})).calls;
  const accept = (who: Maker, judgeId: string) =>
    who.judge.answerJudgeInvitation({ requestId: newId(), judgeId, accept: true });
  const gone = { reason: 'JUDGE_NOT_FOUND' };
  /** An address that nobody has had. */
  const address = (name: string) => `${name}-${newId().slice(-12)}@example.com`;

  test('accepts with the account of that address alone, and judges as others do [FES-09:by-mail]', async () => {
    const call = await judging();
    const { callId, director } = call;
    const [{ submissionId }] = call.submitted as [Judging['submitted'][number]];
    await festival.introduce(director.viewer.accountId, 'Ines', 'Duarte');
    const email = address('ana');
    const judge = await mailed(director, callId, email.toUpperCase().replace('EXAMPLE', 'Example'));
    const judgeId = judge?.id ?? '';
    expect(judge).toMatchObject({ name: 'Ana Silva', accountId: '', accepted: false, byMail: true });
    const event = (await festival.published(JudgeInvitedSchema)).find((one) => one.judgeId === judgeId);
    expect(event).toMatchObject({ accountId: '', callId });
    expect(await invitation(judgeId)).toMatchObject({
      ...{ email, firstName: 'Ana', inviterName: 'Ines Duarte', callTitle: 'Shorts of the year', ended: false },
    });
    await expect(mailed(director, callId, email)).rejects.toMatchObject({ reason: 'JUDGE_ALREADY' });
    await assign(call, judgeId, [submissionId]);

    const [ana, other] = [owner(email), owner(`other-${email}`)];
    expect([(await calls(other)).length, (await calls(festival.viewer())).length]).toEqual([0, 0]);
    await expect(accept(other, judgeId)).rejects.toMatchObject(gone);
    await expect(ana.judge.getAssignment({ submissionId })).rejects.toMatchObject({ reason: 'ASSIGNMENT_NOT_FOUND' });
    expect(await calls(ana)).toMatchObject([{ judgeId, accepted: false }]);
    await accept(ana, judgeId);
    await accept(ana, judgeId);
    await festival.introduce(ana.viewer.accountId, 'Ana Rita', 'Silva');
    const { judges } = await director.judging.getJudging({ callId });
    expect(judges.find(({ id }) => id === judgeId)).toMatchObject({
      ...{ name: 'Ana Rita Silva', accountId: ana.viewer.accountId, accepted: true, byMail: false, assigned: 1 },
    });
    expect(await invitation(judgeId)).toMatchObject({ email: '', firstName: '', ended: true });
    await score(ana, submissionId, { [call.story]: 8, [call.sound]: 8 });
    // Another owner of the address, later, judges nothing.
    const second = owner(email);
    expect(await calls(second)).toEqual([]);
    await expect(accept(second, judgeId)).rejects.toMatchObject(gone);
  });

  test('declines it, is taken out, or was invited by their account too [FES-09:by-mail]', async () => {
    const { callId, director } = await judging({ judges: 0 });
    const [ana, ben] = [address('ana'), address('ben')];
    const declined = (await mailed(director, callId, ana))?.id ?? '';
    await owner(ana).judge.answerJudgeInvitation({ requestId: newId(), judgeId: declined, accept: false });
    await expect(invitation(declined)).rejects.toMatchObject(gone);
    const taken = (await mailed(director, callId, ana))?.id ?? '';
    await director.judging.removeJudge({ requestId: newId(), judgeId: taken });
    expect(await calls(owner(ana))).toEqual([]);

    const both = owner(ben);
    const own = await judge(callId, director, both);
    const byMail = (await mailed(director, callId, ben))?.id ?? '';
    await accept(both, byMail);
    expect((await director.judging.getJudging({ callId })).judges.map(({ id }) => id)).toEqual([own.judgeId]);
    await expect(invitation(own.judgeId)).rejects.toMatchObject(gone);
  });

  test.each(['mail', 'account'] as const)(
    'was invited by their account too, accepts the one by %s, and judges what either was given [FES-09:by-mail]',
    async (accepted) => {
      const call = await judging({ judges: 0, films: 3 });
      const { callId, director } = call;
      const [first, both, taken] = call.submitted.map(({ submissionId }) => submissionId) as [string, string, string];
      const email = address('ana');
      const byMail = (await mailed(director, callId, email))?.id ?? '';
      const ana = owner(email);
      await festival.introduce(ana.viewer.accountId, 'Ana', 'Silva');
      const asked = { requestId: newId(), callId, personId: ana.viewer.accountId };
      const own = (await director.judging.inviteJudge(asked)).judge?.id ?? '';
      await assign(call, byMail, [first, both, taken]);
      await director.judging.assignJudge({
        ...{ requestId: newId(), judgeId: byMail, submissionIds: [taken], assigned: false },
      });
      await assign(call, own, [both]);
      await accept(ana, accepted === 'mail' ? byMail : own);
      expect((await director.judging.getJudging({ callId })).judges).toMatchObject([
        { id: own, accepted: true, assigned: 2 },
      ]);
      await score(ana, first, { [call.story]: 8, [call.sound]: 8 });
    },
  );

  test('does not judge a film that they made or are in the crew of, though it was given to them [FES-09:conflicts]', async () => {
    const call = await judging({ judges: 0, films: 3 });
    const { callId, director } = call;
    const [made, crewed, free] = call.submitted as [
      Judging['submitted'][number],
      Judging['submitted'][number],
      Judging['submitted'][number],
    ];
    const email = address('maker');
    festival.known.addresses.set(made.maker.viewer.accountId, email);
    const judgeId = (await mailed(director, callId, email))?.id ?? '';
    festival.film({ id: crewed.filmId, crew: [made.maker.viewer.accountId] });
    const given = [made, crewed, free].map(({ submissionId }) => submissionId);
    expect(await assign(call, judgeId, given)).toMatchObject({ conflicts: 0 });
    await accept(made.maker, judgeId);
    expect((await director.judging.getJudging({ callId })).judges).toMatchObject([{ assigned: 1, conflicts: 2 }]);
    const { assignments } = await made.maker.judge.listAssignments({ callId });
    expect(assignments.map(({ submissionId }) => submissionId)).toEqual([free.submissionId]);
  });

  test('accepts at an address that mail bounces from; while identity does not answer, others answer and read all the same [FES-09:by-mail]', async () => {
    const { callId, director } = await judging({ judges: 0 });
    const email = address('ana');
    const ana = owner(email);
    festival.known.bounced.add(ana.viewer.accountId);
    const judgeId = (await mailed(director, callId, email))?.id ?? '';
    const ben = festival.viewer();
    await festival.introduce(ben.viewer.accountId, 'Ben', 'Okri');
    const asked = { requestId: newId(), callId, personId: ben.viewer.accountId };
    const bens = (await director.judging.inviteJudge(asked)).judge?.id ?? '';
    festival.known.addressesUnavailable = true;
    try {
      expect(await calls(ana)).toEqual([]);
      await expect(accept(ana, judgeId)).rejects.toMatchObject({ code: Code.Unavailable });
      expect(await calls(ben)).toMatchObject([{ judgeId: bens, accepted: false }]);
      await accept(ben, bens);
      expect(await calls(ben)).toMatchObject([{ judgeId: bens, accepted: true }]);
      expect(festival.platform.said()).toContain('identity did not say which address somebody has');
    } finally {
      festival.known.addressesUnavailable = false;
    }
    await accept(ana, judgeId);
    expect(await calls(ana)).toMatchObject([{ judgeId, accepted: true }]);
  });

  test('is nobody who has blocked who invites, gets few mails a day, and has an address and a name [FES-09:by-mail]', async () => {
    const { callId, director } = await judging({ judges: 0 });
    const email = address('ana');
    const blocked = owner(email);
    await festival.introduce(director.viewer.accountId, 'Ines', 'Duarte');
    const judgeId = (await mailed(director, callId, email))?.id ?? '';
    await festival.block(blocked.viewer.accountId, director.viewer.accountId);
    expect(await calls(blocked)).toEqual([]);
    await expect(accept(blocked, judgeId)).rejects.toMatchObject(gone);

    const ask = (more: object) =>
      director.judging.inviteJudge({ requestId: newId(), callId, ...written, email, ...more });
    for (const [more, field] of [
      [{ email: 'ana' }, 'email'],
      [{ firstName: 'A' }, 'firstName'],
      [{ lastName: 'Silva 2' }, 'lastName'],
      [{ personId: newId() }, 'personId'],
      [{ email: '', firstName: '', lastName: '' }, 'personId'],
    ] as const) {
      await expect(ask(more)).rejects.toMatchObject({ fields: [{ field }] });
    }
    // All spellings of a mailbox count together; the invitations beyond its limit wait without a mail.
    const mails: string[] = [];
    for (let n = 0; n <= JUDGING_LIMITS.mailsPerRecipientADayMax; n += 1) {
      const { judge } = await ask({ email: email.replace('@', `+${n}@`) });
      mails.push((await invitation(judge?.id ?? '')).email);
    }
    expect(mails.filter((sent) => sent === '')).toHaveLength(2);
    festival.clock.advance(25 * 3_600_000);
    expect((await invitation((await ask({ email: email.replace('@', '+later@') })).judge?.id ?? '')).ended).toBe(false);
  });

  test('is forgotten with their name once the call has ended and they have not answered [FES-09:by-mail]', async () => {
    const [decided, judged, cancelled] = [await judging(), await judging(), await judging({ films: 0 })];
    const all = [decided, judged, cancelled];
    const ids: string[] = [];
    for (const { director, callId } of all) ids.push((await mailed(director, callId, address('ana')))?.id ?? '');
    const left = async () => {
      await removeUnanswered(festival.db, festival.clock.now());
      const rows = await festival.db.query<{ id: string }>('SELECT id FROM judges WHERE id = ANY($1::uuid[])', [ids]);
      return ids.map((id) => rows.some((row) => row.id === id));
    };
    const accepted = async () =>
      festival.db.query('SELECT 1 FROM judges WHERE call_id = ANY($1::uuid[]) AND accepted_at IS NOT NULL', [
        all.map(({ callId }) => callId),
      ]);
    expect(await left()).toEqual([true, true, true]);
    await festival.db.query("UPDATE calls SET state = 'CANCELLED' WHERE id = $1", [cancelled.callId]);
    expect(await left()).toEqual([true, true, false]);
    const ended = (daysAgo: number) =>
      festival.db.query(
        'UPDATE calls SET early_ends_at = NULL, regular_ends_at = $2, late_ends_at = NULL WHERE id = ANY($1::uuid[])',
        [...[[decided.callId, judged.callId], new Date(festival.clock.now().getTime() - daysAgo * 86_400_000)]],
      );
    await ended(31);
    await festival.db.query("UPDATE submissions SET decision = 'SELECTED', notified_at = now() WHERE call_id = $1", [
      decided.callId,
    ]);
    expect(await left()).toEqual([false, true, false]);
    await ended(366);
    expect(await left()).toEqual([false, false, false]);
    expect(await accepted()).toHaveLength(3);
  });

  test('is one of at most 50 mails a day of who invites', async () => {
    const { callId, director } = await judging({ judges: 0 });
    const { accountId } = director.viewer;
    await festival.db.query(
      `INSERT INTO judge_mails (id, inviter_id, mailbox_hash, created_at)
       SELECT gen_random_uuid(), $1, '\\x00', $2 FROM generate_series(1, $3)`,
      [accountId, festival.clock.now(), JUDGING_LIMITS.mailsPerInviterADayMax],
    );
    await expect(mailed(director, callId, 'ana@example.com')).rejects.toMatchObject({
      ...{ code: Code.ResourceExhausted, reason: 'JUDGE_MAIL_LIMIT' },
    });
  });
});
