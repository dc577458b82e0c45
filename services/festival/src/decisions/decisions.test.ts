import { SubmissionChangedSchema, SubmissionDecidedSchema } from '@marquee/contracts/events/v1/festival_pb';
import { DecisionMailService, SubmissionOrder } from '@marquee/contracts/festival/v1/submission_desk_pb';
import { SubmissionDecision, SubmissionState } from '@marquee/contracts/festival/v1/submissions_pb';
import { TeamRole } from '@marquee/contracts/festival/v1/team_pb';
import { newId } from '@marquee/data/ids';
import { PROGRAMME_LIMITS } from '@marquee/rules/programme';
import { clientFor } from '@marquee/testing/client-for';
import { eventually } from '@marquee/testing/eventually';
import { viewers } from '@marquee/testing/viewers';
import { callScene } from '../testing/call-scene.ts';
import { type FestivalUnderTest, festivalService } from '../testing/festival-service.ts';
import { eventWithBlock } from '../testing/planned-events.ts';

const { SELECTED, NOT_SELECTED, UNSPECIFIED } = SubmissionDecision;

let festival: FestivalUnderTest;
let scene: ReturnType<typeof callScene>;
beforeAll(async () => {
  festival = await festivalService({ PAYMENT_PROVIDER: 'test', PAYMENT_WEBHOOK_SECRET: 'webhook-secret-of-the-test' });
  scene = callScene(festival);
});

/** A call with free submissions of named makers. */
async function submittedBy(...names: string[]) {
  const opened = await scene.openCall();
  await scene.waiver(opened, { usesMax: 100 });
  const films = [];
  for (const name of names) {
    const maker = festival.viewer();
    await festival.introduce(maker.viewer.accountId, name, 'Brandt');
    films.push(await scene.submitted(opened, { maker, waiverCode: 'ALUMNI26', price: 0n }));
  }
  const { director, callId } = opened;
  const decide = (submissionIds: string[], decision: SubmissionDecision) =>
    director.submissionDesk.decideSubmissions({ requestId: newId(), callId, submissionIds, decision });
  const write = (decision: SubmissionDecision, body = 'Dear {maker}, {film} in {category} of {call} at {festival}.') =>
    director.submissionDesk.saveDecisionMail({
      ...{ requestId: newId(), callId, decision, subject: 'News of {film}', body },
    });
  const send = (decision: SubmissionDecision) =>
    director.submissionDesk.sendDecisionMails({ requestId: newId(), callId, decision });
  return { ...opened, films, ids: films.map(({ submissionId }) => submissionId), decide, write, send };
}

test('many are decided at once, undone until their mails are sent, and each maker is mailed once [FES-09:decisions]', async () => {
  const { director, callId, films, ids, decide, write, send } = await submittedBy('Ana', 'Bo', 'Cy');
  expect(await decide(ids, SELECTED)).toMatchObject({ decided: 3 });
  expect(await decide(ids.slice(1), UNSPECIFIED)).toMatchObject({ decided: 2 });
  await decide([ids[2] as string], NOT_SELECTED);
  await expect(send(SELECTED)).rejects.toMatchObject({ reason: 'MAIL_MISSING' });
  await expect(write(SELECTED, 'Dear {name}')).rejects.toMatchObject({ fields: [{ field: 'body' }] });
  await write(SELECTED);
  const preview = await director.submissionDesk.previewDecisionMails({ callId, decision: SELECTED });
  const body = 'Dear Ana Brandt, Salt in Fiction of Shorts of the year at Lumen Film Festival.';
  expect(preview).toMatchObject({ waiting: 1, mails: [{ submissionId: ids[0], subject: 'News of Salt', body }] });

  const own = async (index: number) =>
    (await films[index]?.maker.submissions.getSubmission({ submissionId: ids[index] as string }))?.submission;
  expect(await own(0)).toMatchObject({ decision: UNSPECIFIED, withdrawable: true });
  expect(await send(SELECTED)).toMatchObject({ sent: 1, waiting: 0 });
  expect(await send(SELECTED)).toMatchObject({ sent: 0, waiting: 0 });
  expect(await own(0)).toMatchObject({ decision: SELECTED, withdrawable: false });
  expect(await own(2)).toMatchObject({ decision: UNSPECIFIED });
  expect(await decide([ids[0] as string], NOT_SELECTED)).toMatchObject({ decided: 0 });
  const decided = (await festival.published(SubmissionDecidedSchema)).filter((one) => ids.includes(one.submissionId));
  expect(decided).toMatchObject([{ submissionId: ids[0], makerId: films[0]?.maker.viewer.accountId }]);

  await write(SELECTED, 'Something else');
  const mails = clientFor(festival.service, DecisionMailService, viewers.service('notification'));
  expect(await mails.getSentDecision({ submissionId: ids[0] as string })).toMatchObject({
    subject: 'News of Salt',
    body,
  });
  await expect(mails.getSentDecision({ submissionId: ids[1] as string })).rejects.toMatchObject({
    reason: 'SUBMISSION_NOT_FOUND',
  });
  const { mails: states } = await director.submissionDesk.listDecisionMails({ callId });
  expect(states.map(({ waiting, sent }) => [waiting, sent])).toEqual([
    [0, 1],
    [0, 0],
    [1, 0],
  ]);
});

test('two directors who press send at once mail each maker once [FES-09:decisions]', async () => {
  const { ids, decide, write, send } = await submittedBy('Ana', 'Bo', 'Cy');
  await decide(ids, SELECTED);
  await write(SELECTED);
  const sent = await Promise.all([send(SELECTED), send(SELECTED), send(SELECTED)]);
  expect(sent.reduce((sum, one) => sum + one.sent, 0)).toBe(3);
  const decided = (await festival.published(SubmissionDecidedSchema)).filter((one) => ids.includes(one.submissionId));
  expect(decided).toHaveLength(3);
});

test('a film that was taken out by mistake gets its fee back, one that breaks the rules does not [FES-09:disqualified]', async () => {
  const opened = await scene.openCall();
  const [first, second] = [await scene.submitted(opened), await scene.submitted(opened)];
  const { director } = opened;
  const end = (submissionId: string, refund: boolean) =>
    director.submissionDesk.disqualifySubmission({ requestId: newId(), submissionId, refund });
  expect((await end(first.submissionId, false)).submission).toMatchObject({ state: SubmissionState.DISQUALIFIED });
  await end(second.submissionId, true);
  const orderOf = async (id: string) =>
    (await festival.db.query<{ state: string }>('SELECT state FROM orders WHERE id = $1', [id]))[0]?.state;
  await eventually(async () => (await orderOf(second.submissionId)) === 'REFUNDED', 20_000);
  expect(await orderOf(first.submissionId)).toBe('FULFILLED');
  await expect(end(first.submissionId, true)).rejects.toMatchObject({ reason: 'SUBMISSION_ENDED' });
}, 30_000);

test('selected films are added to a block of the programme with one action [FES-09:programme]', async () => {
  const { director, festivalId, films, ids, decide } = await submittedBy('Ana', 'Bo', 'Cy');
  const { eventId, blockId } = await eventWithBlock(festival, ['Amber']);
  await festival.db.query('UPDATE events SET festival_id = $2 WHERE id = $1', [eventId, festivalId]);
  await decide(ids.slice(0, 2), SELECTED);
  const add = (submissionIds: string[]) =>
    director.submissionDesk.programmeSubmissions({ requestId: newId(), eventId, blockId, submissionIds });
  await expect(add(ids)).rejects.toMatchObject({ reason: 'NOT_SELECTED' });
  expect(await add(ids.slice(0, 2))).toMatchObject({ added: 2 });
  expect(await add(ids.slice(0, 2))).toMatchObject({ added: 0 });
  const { event } = await director.programme.getEvent({ eventId });
  expect(event?.blocks[0]?.films.slice(1).map(({ filmId }) => filmId)).toEqual(films.slice(0, 2).map((f) => f.filmId));
});

test('the desk lists what was submitted by category, decision and title, page by page [FES-09:desk]', async () => {
  const { director, festivalId, callId, documentary, ids, decide, ...opened } = await submittedBy('Ana', 'Bo', 'Cy');
  const [ana, bo, cy] = ids as [string, string, string];
  const maker = festival.viewer();
  const filmId = scene.filmOf(maker, { filmTitle: '100% Pepper' });
  const free = { waiverCode: 'ALUMNI26', price: 0n };
  const other = { ...opened, director, festivalId, callId, documentary, fiction: documentary };
  const pepper = (await scene.submitted(other, { maker, filmId, ...free })).submissionId;
  // One that is held, unpaid, is not there yet.
  const held = festival.viewer();
  await scene.open(held, other, { filmId: scene.filmOf(held) });
  await decide([bo], SELECTED);
  const { submission } = await director.submissionDesk.disqualifySubmission({
    ...{ requestId: newId(), submissionId: cy, refund: true },
  });
  expect(submission).toMatchObject({ state: SubmissionState.DISQUALIFIED, decision: UNSPECIFIED });
  const list = (more: object = {}, who = director) => who.submissionDesk.listSubmissions({ callId, ...more });
  const found = async (more: object = {}) => (await list(more)).submissions.map(({ id }) => id);
  expect(await found()).toEqual([pepper, cy, bo, ana]);
  expect(await found({ categoryId: documentary })).toEqual([pepper]);
  expect(await found({ categoryId: 'none' })).toEqual([]);
  expect(await found({ decision: SELECTED })).toEqual([bo]);
  expect(await found({ undecided: true })).toEqual([pepper, ana]);
  expect(await found({ query: ' 0% p' })).toEqual([pepper]);
  expect(await found({ query: '_' })).toEqual([]);
  await expect(list({ query: 'x'.repeat(101) })).rejects.toMatchObject({ fields: [{ field: 'query' }] });

  await festival.introduce(held.viewer.accountId, 'Noor', 'Haddad');
  const request = { requestId: newId(), callId, personId: held.viewer.accountId };
  const judgeId = (await director.judging.inviteJudge(request)).judge?.id ?? '';
  await held.judge.answerJudgeInvitation({ requestId: newId(), judgeId, accept: true });
  const rubric = { scale: 5, blind: true, notesAudience: 1, criteria: [{ id: '', name: 'Story', weight: 1 }] };
  const saved = await director.judging.saveRubric({ requestId: newId(), callId, ...rubric });
  await director.judging.assignJudge({ requestId: newId(), judgeId, submissionIds: [ana, bo], assigned: true });
  for (const [submissionId, score] of [
    [ana, 2],
    [bo, 4],
  ] as const) {
    const scores = [{ criterionId: saved.rubric?.criteria[0]?.id ?? '', score }];
    await held.judge.saveScoreSheet({ requestId: newId(), submissionId, note: '', done: true, scores });
  }
  const pages: string[][] = [];
  let cursor = '';
  do {
    const page = await list({ order: SubmissionOrder.BEST, pageSize: 3, cursor });
    pages.push(page.submissions.map(({ id }) => id));
    cursor = page.nextCursor;
  } while (cursor);
  expect(pages).toEqual([[bo, ana, pepper], [cy]]);

  const [manager, programmer] = [
    await scene.member(director, festivalId, TeamRole.MANAGER),
    await scene.member(director, festivalId, TeamRole.PROGRAMMER),
  ];
  for (const [who, canManage] of [
    [director, true],
    [manager, true],
    [programmer, false],
  ] as const) {
    expect(await list({}, who)).toMatchObject({ canManage });
    expect(await who.submissionDesk.getDeskSubmission({ submissionId: bo })).toMatchObject({ canManage });
  }
  await expect(director.submissionDesk.getDeskSubmission({ submissionId: newId() })).rejects.toMatchObject({
    reason: 'SUBMISSION_NOT_FOUND',
  });
});

test('only who manages the call decides, writes and disqualifies, and of its own submissions', async () => {
  const { callId, ids, decide, write } = await submittedBy('Ana');
  const [submissionId] = ids as [string];
  await expect(decide([submissionId, newId()], SELECTED)).rejects.toMatchObject({ reason: 'SUBMISSION_NOT_FOUND' });
  const { submissionDesk } = festival.director();
  const mail = { requestId: newId(), callId, decision: SELECTED, subject: 'News', body: 'You are in.' };
  const preview = { callId, decision: SELECTED };
  for (const ask of [
    () => submissionDesk.decideSubmissions({ requestId: newId(), callId, submissionIds: ids, decision: SELECTED }),
    () => submissionDesk.saveDecisionMail(mail),
    () => submissionDesk.sendDecisionMails({ requestId: newId(), ...preview }),
    () => submissionDesk.previewDecisionMails(preview),
    () => submissionDesk.disqualifySubmission({ requestId: newId(), submissionId, refund: false }),
  ]) {
    await expect(ask()).rejects.toMatchObject({ reason: 'ORGANIZATION_NOT_YOURS' });
  }
  const director = (await festival.organization()).director;
  await expect(
    director.submissionDesk.disqualifySubmission({ requestId: newId(), submissionId: newId(), refund: false }),
  ).rejects.toMatchObject({ reason: 'SUBMISSION_NOT_FOUND' });
  await write(SELECTED, 'Dear {maker}');
  expect(
    (await festival.published(SubmissionChangedSchema)).filter((e) => e.submissionId === submissionId),
  ).toHaveLength(1);
});

test('nothing is previewed that was not written, nor programmed over the size of a block', async () => {
  const { director, festivalId, callId, films, ids, decide } = await submittedBy('Ana');
  const asked = { callId, decision: SELECTED };
  await expect(director.submissionDesk.previewDecisionMails(asked)).rejects.toMatchObject({ reason: 'MAIL_MISSING' });
  await decide(ids, SELECTED);
  const { eventId, blockId } = await eventWithBlock(
    festival,
    Array.from({ length: PROGRAMME_LIMITS.filmsPerBlockMax }, (_, n) => `Film ${n}`),
  );
  await festival.db.query('UPDATE events SET festival_id = $2 WHERE id = $1', [eventId, festivalId]);
  const add = () =>
    director.submissionDesk.programmeSubmissions({ requestId: newId(), eventId, blockId, submissionIds: ids });
  await expect(add()).rejects.toMatchObject({ reason: 'TOO_MANY_FILMS' });
  await festival.db.query('DELETE FROM block_films WHERE block_id = $1 AND position = 1', [blockId]);
  expect(await add()).toMatchObject({ added: 1 });
  const { event } = await director.programme.getEvent({ eventId });
  expect(event?.blocks[0]?.films.at(-1)?.filmId).toBe(films[0]?.filmId);
});
