import { timestampDate } from '@bufbuild/protobuf/wkt';
import { ScreenerChangedSchema } from '@marquee/contracts/events/v1/festival_pb';
import { JudgeService } from '@marquee/contracts/festival/v1/judging_pb';
import { SubmissionDecision } from '@marquee/contracts/festival/v1/submissions_pb';
import { newId } from '@marquee/data/ids';
import { JUDGING_LIMITS } from '@marquee/rules/judging';
import { clientFor } from '@marquee/testing/client-for';
import { viewers } from '@marquee/testing/viewers';
import { callScene, type Maker } from '../testing/call-scene.ts';
import { type FestivalUnderTest, festivalService } from '../testing/festival-service.ts';
import { type Judging, judgingScene, RUBRIC } from '../testing/judging-scene.ts';
import { spreadEvenly } from './spread-evenly.ts';

let festival: FestivalUnderTest;
let scene: ReturnType<typeof callScene>;
beforeAll(async () => {
  festival = await festivalService({ PAYMENT_PROVIDER: 'test', PAYMENT_WEBHOOK_SECRET: 'webhook-secret-of-the-test' });
  scene = callScene(festival);
});

const { judging, judge, invite, assign, score } = judgingScene(() => ({ festival, scene }));
const only = ({ judges, submitted }: Judging) => ({
  noor: judges[0] as Judging['judges'][number],
  ...(submitted[0] as Judging['submitted'][number]),
});
const saveRubric = ({ director, callId }: Judging, rubric: object) =>
  director.judging.saveRubric({ requestId: newId(), callId, ...RUBRIC, ...rubric });
const missing = (reason: string) => ({ reason });
/** Whether each account that may watch a submission's film still may, by its last event. */
const mayWatch = async (submissionId: string) =>
  new Map(
    (await festival.published(ScreenerChangedSchema))
      .filter((event) => event.submissionId === submissionId)
      .map(({ accountId, endsAt }) => [accountId, endsAt && timestampDate(endsAt) > festival.clock.now()]),
  );

test('a rubric is renamed, given other weights and shortened while nobody has scored by what goes [FES-09:rubric]', async () => {
  const call = await judging();
  const { story, sound, noor, submissionId } = { ...call, ...only(call) };
  const { rubric } = await saveRubric(call, {
    scale: 5,
    criteria: [
      { id: sound, name: 'Sound and music', weight: 2 },
      { id: '', name: 'Light', weight: 1 },
    ],
  });
  expect(rubric).toMatchObject({
    scale: 5,
    criteria: [{ id: sound, name: 'Sound and music', weight: 2 }, { weight: 1 }],
  });
  const unknown = [{ id: story, name: 'Story', weight: 3 }];
  await expect(saveRubric(call, { criteria: unknown })).rejects.toMatchObject({ fields: [{ field: 'criteria' }] });
  await expect(
    festival.director().judging.saveRubric({ requestId: newId(), callId: call.callId, ...RUBRIC }),
  ).rejects.toMatchObject(missing('ORGANIZATION_NOT_YOURS'));

  await assign(call, noor.judgeId, [submissionId]);
  const light = rubric?.criteria[1]?.id ?? '';
  await score(noor, submissionId, { [sound]: 5, [light]: 2 });
  const both = [
    { id: sound, name: 'Sound', weight: 1 },
    { id: light, name: 'Light', weight: 1 },
  ];
  // The scale stays, the rest may change: a criterion more, too.
  await saveRubric(call, { scale: 5, criteria: [...both, { id: '', name: 'Ending', weight: 1 }] });
  await expect(score(noor, submissionId, { [sound]: 5, [light]: 2 })).rejects.toMatchObject({
    fields: [{ field: 'scores' }],
  });
});

test('a sheet has one score for each criterion, and is not done without a rubric', async () => {
  const call = await judging();
  const { noor, submissionId, story } = { ...call, ...only(call) };
  await assign(call, noor.judgeId, [submissionId]);
  const off = { fields: [{ field: 'scores' }] };
  const twice = [story, story].map((criterionId) => ({ criterionId, score: 3 }));
  await expect(score(noor, submissionId, {}, { scores: twice, done: false })).rejects.toMatchObject(off);
  await expect(score(noor, submissionId, { [newId()]: 3 }, { done: false })).rejects.toMatchObject(off);
  await score(noor, submissionId, {}, { done: false });

  const opened = await scene.openCall();
  await scene.waiver(opened);
  const bare = await scene.submitted(opened, { waiverCode: 'ALUMNI26', price: 0n });
  const other = await judge(opened.callId, opened.director);
  await assign(opened, other.judgeId, [bare.submissionId]);
  await expect(score(other, bare.submissionId, {})).rejects.toMatchObject(off);
});

test('a film whose decision was mailed, or whose call was cancelled, is not judged any more', async () => {
  const call = await judging({ films: 2 });
  const { noor, director, callId, story, sound } = { ...call, ...only(call) };
  const [decidedId, other] = call.submitted.map(({ submissionId }) => submissionId) as [string, string];
  await assign(call, noor.judgeId, [decidedId, other]);
  const desk = director.submissionDesk;
  const decided = { requestId: newId(), callId, decision: SubmissionDecision.SELECTED };
  await desk.decideSubmissions({ ...decided, submissionIds: [decidedId] });
  await desk.saveDecisionMail({ ...decided, requestId: newId(), subject: 'News', body: 'You are in.' });
  await noor.judge.openScreening({ requestId: newId(), submissionId: decidedId });
  await desk.sendDecisionMails({ ...decided, requestId: newId() });
  expect((await mayWatch(decidedId)).get(noor.viewer.accountId)).toBe(false);
  const over = missing('JUDGING_OVER');
  await expect(score(noor, decidedId, { [story]: 1, [sound]: 1 })).rejects.toMatchObject(over);
  await expect(noor.judge.openScreening({ requestId: newId(), submissionId: decidedId })).rejects.toMatchObject(over);
  await score(noor, other, { [story]: 1, [sound]: 1 });
  await director.calls.cancelCall({ requestId: newId(), callId });
  await expect(score(noor, other, { [story]: 2, [sound]: 1 })).rejects.toMatchObject(over);
});

test('what is not there, or is not of who asks, is not found', async () => {
  const call = await judging();
  const { director, callId, noor, submissionId } = { ...call, ...only(call) };
  const stranger = festival.viewer();
  const judgeOf = (judgeId: string) => ({ requestId: newId(), judgeId });
  for (const [ask, reason] of [
    [() => stranger.judge.listAssignments({ callId }), 'CALL_NOT_FOUND'],
    [() => stranger.judge.getAssignment({ submissionId }), 'ASSIGNMENT_NOT_FOUND'],
    [() => score(stranger, submissionId, {}), 'ASSIGNMENT_NOT_FOUND'],
    [
      () => stranger.judge.declareConflict({ requestId: newId(), submissionId, reason: 'None' }),
      'ASSIGNMENT_NOT_FOUND',
    ],
    [() => director.judge.openScreening({ requestId: newId(), submissionId: newId() }), 'SUBMISSION_NOT_FOUND'],
    [() => assign(call, noor.judgeId, [submissionId, newId()]), 'SUBMISSION_NOT_FOUND'],
    [() => assign(call, newId(), [submissionId]), 'JUDGE_NOT_FOUND'],
    [() => assign({ director: festival.director() }, noor.judgeId, [submissionId]), 'ORGANIZATION_NOT_YOURS'],
    [() => director.judging.removeJudge(judgeOf(newId())), 'JUDGE_NOT_FOUND'],
    [() => festival.director().judging.removeJudge(judgeOf(noor.judgeId)), 'ORGANIZATION_NOT_YOURS'],
    [() => invite(callId, festival.director(), festival.viewer()), 'ORGANIZATION_NOT_YOURS'],
    // Neither who was not asked, nor who accepted already and has no proven address.
    [() => stranger.judge.answerJudgeInvitation({ ...judgeOf(noor.judgeId), accept: true }), 'JUDGE_NOT_FOUND'],
    [() => noor.judge.answerJudgeInvitation({ ...judgeOf(noor.judgeId), accept: false }), 'JUDGE_NOT_FOUND'],
  ] as const) {
    await expect(ask()).rejects.toMatchObject({ reason });
  }
  await noor.judge.answerJudgeInvitation({ ...judgeOf(noor.judgeId), accept: true });
});

test('an invitation by account is of that account alone, once, and ends with the call for who was mailed', async () => {
  const { callId, director } = await judging({ judges: 0 });
  const asked = festival.viewer();
  const judgeId = await invite(callId, director, asked);
  await expect(invite(callId, director, asked)).rejects.toMatchObject(missing('JUDGE_ALREADY'));
  await expect(director.judging.inviteJudge({ requestId: newId(), callId, personId: newId() })).rejects.toMatchObject({
    fields: [{ field: 'personId' }],
  });
  const blocking = festival.viewer();
  await festival.introduce(blocking.viewer.accountId, 'Ben', 'Okri');
  await festival.block(blocking.viewer.accountId, director.viewer.accountId);
  await expect(invite(callId, director, blocking)).rejects.toMatchObject({ fields: [{ field: 'personId' }] });

  const other = festival.viewer();
  festival.known.addresses.set(other.viewer.accountId, 'other@example.com');
  const answer = (who: Maker, id: string) =>
    who.judge.answerJudgeInvitation({ requestId: newId(), judgeId: id, accept: true });
  await expect(answer(other, judgeId)).rejects.toMatchObject(missing('JUDGE_NOT_FOUND'));
  const written = { personId: '', firstName: 'Ana', lastName: 'Silva', email: 'ana-of-the-call@example.com' };
  const mailed = (await director.judging.inviteJudge({ requestId: newId(), callId, ...written })).judge?.id ?? '';
  // Somebody without a proven address.
  festival.known.addresses.set(asked.viewer.accountId, '');
  await expect(answer(asked, mailed)).rejects.toMatchObject(missing('JUDGE_NOT_FOUND'));
  await answer(asked, judgeId);

  const invitation = () =>
    clientFor(festival.service, JudgeService, viewers.service('notification')).getJudgeInvitation({ judgeId: mailed });
  expect(await invitation()).toMatchObject({ ended: false });
  await director.calls.cancelCall({ requestId: newId(), callId });
  expect(await invitation()).toMatchObject({ ended: true });
});

test('a call has at most 100 judges', async () => {
  const { callId, director } = await judging({ judges: 0 });
  await festival.db.query(
    `INSERT INTO judges (id, call_id, account_id, invited_at)
     SELECT gen_random_uuid(), $1, gen_random_uuid(), now() FROM generate_series(1, $2)`,
    [callId, JUDGING_LIMITS.judgesMax],
  );
  await expect(invite(callId, director, festival.viewer())).rejects.toMatchObject(missing('JUDGES_FULL'));
});

test('a judge who is found to be part of a film watches it no longer, and what they gave goes [FES-09:conflicts]', async () => {
  const call = await judging({ films: 2 });
  const { noor, story, sound, director } = { ...call, ...only(call) };
  const [first, second] = call.submitted as [Judging['submitted'][number], Judging['submitted'][number]];
  await assign(call, noor.judgeId, [first.submissionId, second.submissionId]);
  const watch = ({ submissionId }: { submissionId: string }) =>
    noor.judge.openScreening({ requestId: newId(), submissionId });
  for (const one of [first, second]) {
    await watch(one);
    await score(noor, one.submissionId, { [story]: 4, [sound]: 4 });
    festival.film({ id: one.filmId, crew: [noor.viewer.accountId] });
  }
  const conflict = missing('JUDGE_CONFLICT');
  await expect(watch(first)).rejects.toMatchObject(conflict);
  await expect(watch(first)).rejects.toMatchObject(missing('ORGANIZATION_NOT_YOURS'));
  expect((await mayWatch(first.submissionId)).get(noor.viewer.accountId)).toBe(false);
  await expect(score(noor, second.submissionId, { [story]: 5, [sound]: 4 })).rejects.toMatchObject(conflict);
  expect((await mayWatch(second.submissionId)).get(noor.viewer.accountId)).toBe(false);
  for (const { submissionId } of [first, second]) {
    const { sheets } = await director.submissionDesk.getDeskSubmission({ submissionId });
    expect(sheets).toMatchObject([{ conflict: 'CREW', scores: [], note: '', done: false }]);
  }
  // A declared conflict is kept from the spread, as is who has not accepted.
  const later = await judge(call.callId, director);
  await invite(call.callId, director, festival.viewer());
  await assign(call, later.judgeId, [first.submissionId]);
  await watchAndDeclare(later, first.submissionId);
  const spread = await director.judging.assignEvenly({ requestId: newId(), callId: call.callId, perSubmission: 1 });
  expect(spread).toMatchObject({ assigned: 1, short: 1 });
});

async function watchAndDeclare(who: Maker, submissionId: string): Promise<void> {
  await who.judge.openScreening({ requestId: newId(), submissionId });
  expect((await mayWatch(submissionId)).get(who.viewer.accountId)).toBe(true);
  await who.judge.declareConflict({ requestId: newId(), submissionId, reason: 'We are cousins' });
  expect((await mayWatch(submissionId)).get(who.viewer.accountId)).toBe(false);
}

test('what is given again to a judge who joined the crew meanwhile is a conflict without what they wrote', async () => {
  const call = await judging();
  const { noor, submissionId, filmId, story } = { ...call, ...only(call) };
  await assign(call, noor.judgeId, [submissionId]);
  await score(noor, submissionId, { [story]: 4 }, { done: false });
  expect(await assign(call, noor.judgeId, [submissionId], false)).toMatchObject({ changed: 1 });
  festival.film({ id: filmId, crew: [noor.viewer.accountId] });
  expect(await assign(call, noor.judgeId, [submissionId])).toMatchObject({ changed: 1, conflicts: 1 });
  const { sheets } = await call.director.submissionDesk.getDeskSubmission({ submissionId });
  expect(sheets).toMatchObject([{ conflict: 'CREW', scores: [], note: '' }]);
});

test('a judge who is taken out, and a screening that has ended by itself, leave nothing to watch [FES-09:screener]', async () => {
  const call = await judging({ films: 2 });
  const { noor, director } = { ...call, ...only(call) };
  const [first, second] = call.submitted.map(({ submissionId }) => submissionId) as [string, string];
  await assign(call, noor.judgeId, [first, second]);
  await noor.judge.openScreening({ requestId: newId(), submissionId: first });
  festival.clock.advance(JUDGING_LIMITS.screeningHours * 3_600_000 - 1);
  expect((await mayWatch(first)).get(noor.viewer.accountId)).toBe(true);
  festival.clock.advance(1);
  const events = async () => (await festival.published(ScreenerChangedSchema)).length;
  await noor.judge.openScreening({ requestId: newId(), submissionId: second });
  const before = await events();
  await noor.judge.declareConflict({ requestId: newId(), submissionId: first, reason: 'We are cousins' });
  expect(await events()).toBe(before);
  await director.judging.removeJudge({ requestId: newId(), judgeId: noor.judgeId });
  expect(await events()).toBe(before + 1);
  expect((await mayWatch(second)).get(noor.viewer.accountId)).toBe(false);
  expect((await director.judging.getJudging({ callId: call.callId })).judges).toEqual([]);
  expect((await noor.judge.listJudging({})).calls).toEqual([]);
});

describe('the spread', () => {
  const judgeIds = ['a', 'b', 'c'];
  const pairs = (judgeId: string, ...submissionIds: string[]) =>
    submissionIds.map((submissionId) => ({ judgeId, submissionId }));

  test('gives to those with the least to do, and first where there is the least choice', () => {
    const existing = [...pairs('a', '1', '2'), ...pairs('gone', '1')];
    const excluded = ({ judgeId, submissionId }: { judgeId: string; submissionId: string }) =>
      submissionId === '4' && judgeId !== 'b';
    for (const random of [() => 0, () => 0.5, () => 0.999]) {
      const { added, short } = spreadEvenly({
        ...{ submissionIds: ['1', '2', '3', '4'], judgeIds, existing, excluded, each: 1, random },
      });
      // What a judge has who is no longer one counts for the film.
      expect(short).toBe(0);
      const byFilm = Object.fromEntries(added.map(({ judgeId, submissionId }) => [submissionId, judgeId]));
      expect(byFilm).toEqual({ 3: 'c', 4: 'b' });
    }
  });

  test('is another one by chance, and says for how many films there were too few judges', () => {
    const all = { submissionIds: ['1', '2', '3', '4', '5', '6'], judgeIds, existing: [], each: 1 };
    const excluded = () => false;
    let state = 1;
    const random = () => {
      state = (state * 16_807) % 2_147_483_647;
      return state / 2_147_483_647;
    };
    const spreads = Array.from({ length: 20 }, () =>
      JSON.stringify(
        spreadEvenly({ ...all, excluded, random }).added.toSorted((a, b) => (a.submissionId < b.submissionId ? -1 : 1)),
      ),
    );
    expect(new Set(spreads).size).toBeGreaterThan(10);
    expect(spreadEvenly({ ...all, excluded, each: 4 })).toMatchObject({ short: 6, added: { length: 18 } });
  });
});
