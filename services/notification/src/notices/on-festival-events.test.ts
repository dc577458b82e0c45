import { randomUUID } from 'node:crypto';
import {
  JudgeInvitedSchema,
  SubmissionChangedSchema,
  SubmissionDecidedSchema,
  TeamMemberInvitedSchema,
} from '@marquee/contracts/events/v1/festival_pb';
import { ReviewRepliedSchema, ReviewsLikedSchema } from '@marquee/contracts/events/v1/film_pb';
import { NoticeKind, NoticeService } from '@marquee/contracts/notification/v1/notice_pb';
import { clientFor } from '@marquee/testing/client-for';
import { eventually } from '@marquee/testing/eventually';
import { viewers } from '@marquee/testing/viewers';
import { notificationService } from '../testing/notification-service.ts';

type Id = ReturnType<typeof randomUUID>;

async function setUp() {
  const scene = await notificationService();
  const [ada, ben] = [viewers.movieLover(), viewers.movieLover()];
  scene.neighbours.people.set(ada.accountId, { firstName: 'Ada', lastName: 'Lovelace' });
  scene.neighbours.people.set(ben.accountId, { firstName: 'Ben', lastName: 'Okri' });
  const listOf = async () => (await clientFor(scene.service, NoticeService, ben).listNotices({})).notices;
  /** What Ben was notified of, once there are so many. */
  const notices = (count: number) =>
    eventually(async () => {
      const all = await listOf();
      expect(all).toHaveLength(count);
      return all;
    });
  return { ...scene, adaId: ada.accountId, benId: ben.accountId, notices };
}

test('who is asked to work for an organization, or to judge, is notified each time they are asked [FES-06:team-notice] [FES-09:judge-notice]', async () => {
  const { emit, adaId, benId, notices, neighbours } = await setUp();
  const [festivalId, unknownId] = [randomUUID(), randomUUID()];
  neighbours.subjects.set(festivalId, 'Lumen');
  const invite = (invitationId: Id, eventId = randomUUID()) =>
    emit(
      TeamMemberInvitedSchema,
      { invitationId, festivalId, accountId: benId, invitedBy: adaId },
      invitationId,
      eventId,
    );
  const first = randomUUID();
  await invite(first);
  await invite(first);
  await invite(randomUUID());
  const judgeId = randomUUID();
  const judging = { callId: randomUUID(), festivalId: unknownId, accountId: benId, invitedBy: adaId };
  await emit(JudgeInvitedSchema, { judgeId, ...judging }, judgeId);
  const all = await notices(3);
  const teams = all.filter(({ kind }) => kind === NoticeKind.TEAM_INVITED);
  expect(teams).toHaveLength(2);
  expect(all.find((one) => !teams.includes(one))).toMatchObject({
    kind: NoticeKind.JUDGE_INVITED,
    title: 'You are asked to judge films',
    // Of one that is gone the name is not known.
    text: 'Ada Lovelace asks you to judge what was submitted to a festival or another organization.',
    url: '/judging',
  });
  for (const team of teams) {
    expect(team).toMatchObject({
      ...{ kind: NoticeKind.TEAM_INVITED, title: 'You are asked to join a team', url: '/user/orgs', actorId: adaId },
      text: 'Ada Lovelace asks you to work for Lumen. Accept or decline it there.',
    });
  }
});

test('who is asked to judge at an address gets a mail that they can refuse, and no notice [FES-09:by-mail]', async () => {
  const { emit, adaId, neighbours, inbox, deliveries, db } = await setUp();
  const invite = async (judgeId: Id) =>
    emit(JudgeInvitedSchema, { judgeId, callId: randomUUID(), festivalId: randomUUID(), invitedBy: adaId }, judgeId);
  const [judgeId, endedId] = [randomUUID(), randomUUID()];
  const facts = { email: 'ana@example.com', firstName: 'Ana', inviterName: 'Ada Lovelace', language: 'es' };
  const invitation = { ...facts, festivalName: 'Lumen', callTitle: 'Shorts 2027' };
  neighbours.judgeInvitations.set(judgeId, { judgeId, ...invitation });
  neighbours.judgeInvitations.set(endedId, { judgeId: endedId, ...invitation, ended: true });
  await invite(judgeId);
  await invite(endedId);
  await eventually(async () =>
    expect((await deliveries()).map(({ state }) => state).sort()).toEqual(['DROPPED', 'SENT']),
  );
  const [mail, ...others] = await inbox();
  expect(others).toEqual([]);
  expect(mail).toMatchObject({ to: 'ana@example.com', subject: 'Lumen te pide que juzgues películas' });
  expect(mail?.text).toContain('Shorts 2027');
  expect(mail?.links[0]).toBe('http://127.0.0.1:3000/auth?returnTo=%2Fjudging');
  expect(mail?.oneClickUrl).not.toBe('');
  expect(await db.query('SELECT 1 FROM notice_events')).toEqual([]);
});

test('each maker of many who are decided on at once is mailed what their organization wrote, once [FES-09]', async () => {
  const { emit, benId, adaId, neighbours, inbox, deliveries } = await setUp();
  const filmId = randomUUID();
  neighbours.addresses.set(benId, { email: 'ben@example.com', firstName: 'Ben' });
  neighbours.addresses.set(adaId, { email: 'ada@example.com', firstName: 'Ada' });
  const decided = async (makerId: string, filmTitle: string) => {
    const submissionId = randomUUID();
    const written = { subject: `“${filmTitle}” at Lumen`, body: `Dear maker of ${filmTitle},\nwelcome.` };
    neighbours.sentDecisions.set(submissionId, { makerId, festivalName: 'Lumen', filmTitle, ...written });
    for (const _time of ['once', 'again']) {
      await emit(SubmissionDecidedSchema, { submissionId, filmId, makerId, decision: 'SELECTED' }, submissionId);
    }
  };
  await decided(benId, 'Salt');
  await decided(adaId, 'Amber');
  // Whose account is closed is mailed nothing.
  await decided('', 'Ash');
  const decisions = async () => (await inbox()).filter(({ subject }) => subject.endsWith('at Lumen'));
  await eventually(async () => expect(await decisions()).toHaveLength(2));
  const mails = (await decisions()).toSorted((one, other) => one.to.localeCompare(other.to));
  expect(mails.map(({ to, subject }) => [to, subject])).toEqual([
    ['ada@example.com', '“Amber” at Lumen'],
    ['ben@example.com', '“Salt” at Lumen'],
  ]);
  expect(mails[1]?.text).toContain('Dear maker of Salt,');
  const subjects = (await deliveries()).map(({ subject }) => subject);
  expect(subjects.filter((subject) => neighbours.sentDecisions.has(subject))).toHaveLength(2);
});

test('a submission that its organization ends notifies its maker once; one that they withdraw does not [FES-09:ended-notice]', async () => {
  const { emit, benId, notices } = await setUp();
  const filmId = randomUUID();
  const step = (submissionId: Id, state: string) =>
    emit(SubmissionChangedSchema, { submissionId, filmId, makerId: benId, state }, submissionId, randomUUID());
  const [withdrawn, cancelled, disqualified] = [randomUUID(), randomUUID(), randomUUID()];
  await step(withdrawn, 'WITHDRAWN');
  await step(cancelled, 'CANCELLED');
  await step(cancelled, 'CANCELLED');
  await step(disqualified, 'DISQUALIFIED');
  expect((await notices(2)).map(({ title }) => title).sort()).toEqual([
    'A call that you submitted a film to was cancelled',
    'A festival has taken a film out of its call',
  ]);
});

test('whose fee could not be given back after all is notified that it is owed, once, beside that the call was cancelled', async () => {
  const { emit, benId, notices } = await setUp();
  const [submissionId, refundId] = [randomUUID(), randomUUID()];
  const changed = { submissionId, filmId: randomUUID(), makerId: benId, state: 'CANCELLED', refund: 'LATE', refundId };
  for (const step of [
    { refundState: 'SUCCEEDED', owedStep: '' },
    { refundState: 'FAILED', owedStep: 'OWED' },
    { refundState: 'FAILED', owedStep: 'OWED' },
    { refundState: 'SUCCEEDED', owedStep: 'GIVEN', refundId: randomUUID() },
  ])
    await emit(SubmissionChangedSchema, { ...changed, ...step }, submissionId, randomUUID());
  expect((await notices(3)).map(({ title }) => title).sort()).toEqual([
    'A call that you submitted a film to was cancelled',
    'What we owed you for submitting a film has gone back',
    'Your refund for submitting a film has failed',
  ]);
});

test('a writer is notified of each reply, and once a day of likes [FLM-14:notices]', async () => {
  const { emit, adaId, benId, notices } = await setUp();
  const filmId = randomUUID();
  const reply = (replyId: Id) =>
    emit(
      ReviewRepliedSchema,
      { filmId, reviewId: randomUUID(), replyId, accountId: adaId, writerId: benId },
      replyId,
      randomUUID(),
    );
  const likes = (day: string) =>
    emit(ReviewsLikedSchema, { accountId: benId, filmId, likes: 3, day }, randomUUID(), randomUUID());
  const first = randomUUID();
  await reply(first);
  await reply(first);
  await reply(randomUUID());
  await likes('2026-11-27');
  await likes('2026-11-27');
  await likes('2026-11-28');
  const kinds = (await notices(4)).map(({ kind }) => kind);
  expect(kinds.filter((kind) => kind === NoticeKind.REVIEW_REPLIED)).toHaveLength(2);
  expect(kinds.filter((kind) => kind === NoticeKind.REVIEWS_LIKED)).toHaveLength(2);
});

test('likes of a day are said of one person, of many, and of several films [FLM-14:notices]', async () => {
  const { emit, benId, notices, neighbours } = await setUp();
  const filmId = randomUUID();
  neighbours.films.set(filmId, { filmTitle: 'Salt', makerId: randomUUID() });
  const days = [
    { filmId, likes: 1, day: '2026-11-27' },
    { filmId, likes: 3, day: '2026-11-28' },
    { filmId: '', likes: 5, day: '2026-11-29' },
  ];
  for (const day of days) await emit(ReviewsLikedSchema, { accountId: benId, ...day }, randomUUID(), randomUUID());
  const texts = (await notices(3)).map(({ text }) => text);
  for (const said of [/^Somebody liked .*Salt/, /^3 people liked .*Salt/, /several films was liked 5 times/]) {
    expect(texts).toContainEqual(expect.stringMatching(said));
  }
});
