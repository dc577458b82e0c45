import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import { newId } from '@marquee/data/ids';
import * as categories from '@marquee/festival/calls/call-categories';
import * as calls from '@marquee/festival/calls/calls';
import * as waivers from '@marquee/festival/calls/waivers';
import * as mails from '@marquee/festival/decisions/decision-mails';
import * as assignments from '@marquee/festival/judging/assignments';
import * as criteria from '@marquee/festival/judging/criteria';
import * as judges from '@marquee/festival/judging/judges';
import * as films from '@marquee/festival/programme/films';
import * as submissions from '@marquee/festival/submissions/submissions';
import * as orders from '@marquee/payments/orders';
import { createTestProvider } from '@marquee/payments/test-provider';
import { systemClock } from '@marquee/runtime/clock';
import type { Viewer } from '@marquee/runtime/viewer';
import type { Values } from './call.ts';
import { SHORT_ID_CHARACTERS } from './gift-scene.ts';
import { PAYMENT_WEBHOOK_SECRET, serviceNamed } from './running-services.ts';
import type { Scene } from './scene.ts';

const DAY_MS = 86_400_000;
const FEE = 499n;

const festivalDb = () => serviceNamed('festival').platform.db;
const inDays = (days: number) => new Date(Date.now() + days * DAY_MS);

type Around = {
  viewer: Viewer;
  named: (id: string) => string;
  once: <T>(make: () => Promise<T>) => () => Promise<T>;
  /** A film of the caller. */
  film: () => Promise<string>;
  /** An organization that the caller directs. */
  organization: () => Promise<string>;
};

/** Calls for submissions and what is submitted to them around one caller, each made when a request first names it. */
export function submissionsScene({ viewer, named, once, film, organization }: Around) {
  const accountId = viewer.kind === 'account' ? viewer.accountId : newId();

  const makeCall = async (state: 'DRAFT' | 'OPEN') => {
    const [id, categoryId, festivalId] = [named(newId()), named(newId()), await organization()];
    if (state === 'OPEN')
      await festivalDb().query("UPDATE organizations SET status = 'ACTIVE' WHERE id = $1", [festivalId]);
    await festivalDb().transaction(async (tx) => {
      await calls.insert(tx, {
        ...{ id, festivalId, state, title: 'A Call', description: '', projectTypes: [], minutesMax: 0, countries: [] },
        ...{ timeZone: 'Europe/Lisbon', earlyEndsAt: null, regularEndsAt: inDays(7), lateEndsAt: null, questions: [] },
        ...{ createdBy: accountId, createdAt: new Date() },
      });
      const fees = { earlyFee: FEE, regularFee: FEE, lateFee: FEE, studentFee: null };
      await categories.insert(tx, { id: categoryId, callId: id, name: 'Fiction', position: 0, ...fees });
    });
    return { callId: id, categoryId };
  };
  /** A call of the caller's organization that only they see; for who has no account, one that everybody sees. */
  const call = once(() => makeCall(viewer.kind === 'account' ? 'DRAFT' : 'OPEN'));
  const openCall = once(() => makeCall('OPEN'));

  const waiver = once(async () => {
    const [id, { callId }] = [named(newId()), await call()];
    const fields = { code: `CODE-${id.slice(-12).toUpperCase()}`, percent: 50, usesMax: 10, createdAt: new Date() };
    await festivalDb().transaction((tx) => waivers.insert(tx, { id, callId, ...fields }));
    return id;
  });

  /** A submission of the caller that is not paid, with its payment at the test provider. */
  const heldSubmission = once(async () => {
    const [id, { callId, categoryId }, filmId, createdAt] = [
      named(newId()),
      await openCall(),
      await film(),
      new Date(),
    ];
    const heldUntil = inDays(1);
    const sold = { kind: 'SUBMISSION', itemId: id, amount: FEE, currency: 'USD', fee: 100n, payeeId: newId() };
    await festivalDb().transaction(async (tx) => {
      await films.keep(tx, {
        id: filmId,
        filmTitle: 'A Film',
        poster: null,
        directors: [],
        runningTime: 60,
        visible: true,
        // Newer than what film says of it: nothing is copied while rows are compared.
        version: 1_000n,
      });
      await submissions.insert(tx, {
        ...{ id, callId, categoryId, filmId, makerId: accountId, state: 'HELD', deadline: 'REGULAR', student: false },
        ...{ fee: FEE, amount: FEE, waiverId: null, coverLetter: 'A letter', answers: [], heldUntil, createdAt },
      });
      await orders.insert(tx, { ...sold, id, accountId, provider: 'test', heldUntil, createdAt });
    });
    const provider = createTestProvider({
      ...{ db: festivalDb(), clock: systemClock, webhookSecret: PAYMENT_WEBHOOK_SECRET },
    });
    const payment = await provider.createPayment({ id, amount: FEE, currency: 'USD', description: 'A Call' });
    await festivalDb().query("UPDATE orders SET payment_id = $2, state = 'PAYING' WHERE id = $1", [id, payment.id]);
    return { submissionId: id, callId, categoryId, filmId };
  });

  /** A fee of the caller whose refund failed after it had succeeded. */
  const owedFee = once(async () => {
    const { submissionId } = await heldSubmission();
    await festivalDb().query("UPDATE orders SET state = 'REFUNDED', owed = amount WHERE id = $1", [submissionId]);
    return submissionId;
  });

  /** A film that is submitted to an open call of the caller's organization, and undecided. */
  const submission = once(async () => {
    const held = await heldSubmission();
    await festivalDb().query('UPDATE submissions SET state = $2, amount = 0, fee = 0 WHERE id = $1', [
      ...[held.submissionId, 'SUBMITTED'],
    ]);
    await festivalDb().query('UPDATE submissions SET maker_id = $2 WHERE id = $1', [held.submissionId, newId()]);
    return held;
  });
  const criterion = once(async () => {
    const [id, { callId }] = [named(newId()), await openCall()];
    const row = { id, callId, name: 'Story', weight: 1, position: 0 };
    await festivalDb().transaction((tx) => criteria.insert(tx, row));
    return { callId, criterionId: id };
  });
  const addJudge = async (judgeAccount: string, accepted: boolean) => {
    const [id, { callId }, now] = [named(newId()), await openCall(), new Date()];
    await festivalDb().transaction(async (tx) => {
      await judges.insert(tx, { id, callId, accountId: judgeAccount, invitedBy: newId(), invitedAt: now });
      if (accepted) await judges.accept(tx, id, judgeAccount, now);
    });
    return id;
  };
  /** Somebody who was invited at an address. */
  const judgeByMail = once(async () => {
    const [id, { callId }] = [named(newId()), await openCall()];
    const invited = { id, callId, accountId: null, invitedBy: newId(), invitedAt: new Date() };
    await festivalDb().transaction((tx) => judges.insert(tx, { ...invited, addressHash: new Uint8Array(32) }));
    return id;
  });
  /** Somebody who judges an open call of the caller's organization. */
  const otherJudge = once(() => addJudge(newId(), true));
  /** The caller as somebody who is asked to judge. */
  const invitedJudge = once(() => addJudge(accountId, false));
  /** What the caller judges. */
  const assignment = once(async () => {
    const [judgeId, { submissionId, callId }] = [await addJudge(accountId, true), await submission()];
    await festivalDb().transaction((tx) =>
      assignments.insertAll(tx, [{ judgeId, submissionId, conflict: '' }], new Date()),
    );
    return { judgeId, submissionId, callId };
  });
  /** A submission that is selected, with its mail written. */
  const selected = once(async () => {
    const { submissionId, callId, filmId } = await submission();
    await festivalDb().query("UPDATE submissions SET decision = 'SELECTED' WHERE id = $1", [submissionId]);
    const mail = { callId, decision: 'SELECTED' as const, subject: 'News', body: 'Dear {maker}' };
    await festivalDb().transaction((tx) => mails.save(tx, mail, new Date()));
    return { submissionId, callId, filmId };
  });
  /** A submission whose maker was mailed. */
  const sentDecision = once(async () => {
    const { submissionId } = await selected();
    const mail = { submissionId, decision: 'SELECTED', subject: 'News', body: 'Dear maker', sentAt: new Date() };
    await festivalDb().transaction((tx) => mails.markSent(tx, mail));
    return submissionId;
  });

  return {
    ...{ call, openCall, waiver, heldSubmission, owedFee, submission, criterion, otherJudge, invitedJudge, assignment },
    judgeByMail,
    ...{ selected, sentDecision },
  };
}

const CATEGORY = { id: '', name: 'Fiction', earlyFee: FEE, regularFee: FEE, lateFee: FEE };
const choice = async (scene: Scene) => {
  const { callId, categoryId } = await scene.openCall();
  return { callId, categoryId, student: false, waiverCode: '' };
};

const ofSubmission = {
  why: 'the film has to be submitted',
  values: async (scene: Scene) => ({ submissionId: (await scene.submission()).submissionId }),
};
const ofAssignment = {
  why: 'the caller judges it',
  values: async (scene: Scene) => ({ submissionId: (await scene.assignment()).submissionId }),
};
const ofOtherJudge = {
  why: 'somebody judges the call',
  values: async (scene: Scene) => ({ judgeId: await scene.otherJudge() }),
};
const ofSelected = {
  why: 'the decision has a mail, and somebody waits for it',
  values: async (scene: Scene) => ({ callId: (await scene.selected()).callId, decision: 1 }),
};

/** What the names of their fields do not say of valid requests about submissions, with the reason. */
export const SUBMISSION_ENTRIES: Record<string, { why: string; values(scene: Scene): Promise<Values> }> = {
  'festival.v1.CallService/SaveCall': {
    why: 'its deadlines follow each other, and its lists have rules of their own',
    values: async () => ({
      ...{ projectTypes: ['SHORT'], countries: ['PT'], minutesMax: 20, categories: [CATEGORY] },
      questions: [{ id: '', text: 'Is it a premiere?', required: true }],
      earlyEndsAt: timestampFromDate(inDays(1)),
      regularEndsAt: timestampFromDate(inDays(2)),
      lateEndsAt: timestampFromDate(inDays(3)),
    }),
  },
  'festival.v1.CallService/CancelCall': {
    why: 'a draft is deleted instead',
    values: async (scene) => ({ callId: (await scene.openCall()).callId }),
  },
  'festival.v1.CallService/CreateWaiver': {
    why: 'a code has a form of its own',
    values: async () => ({ code: 'ALUMNI-2026', percent: 50, usesMax: 10 }),
  },
  'festival.v1.SubmissionService/QuoteSubmission': { why: 'the call has to be open', values: choice },
  'festival.v1.SubmissionService/OpenSubmission': {
    why: 'a repeated submission asks for the same',
    values: async (scene) => ({
      ...{ ...(await scene.heldSubmission()), student: false, waiverCode: '' },
      answers: [{ questionId: newId(), answer: 'Yes' }],
    }),
  },
  'festival.v1.JudgingDeskService/SaveRubric': {
    why: 'it has a scale and weights of its own',
    values: async (scene) => {
      const { callId, criterionId } = await scene.criterion();
      return { callId, scale: 5, criteria: [{ id: criterionId, name: 'Story', weight: 1 }] };
    },
  },
  'festival.v1.JudgingDeskService/InviteJudge': {
    why: 'it goes to one person, by a short address and names of letters',
    values: async () => ({
      ...{ personId: '', firstName: 'Ana', lastName: 'Silva' },
      email: `${newId().slice(-SHORT_ID_CHARACTERS)}@example.com`,
    }),
  },
  'festival.v1.JudgeService/GetJudgeInvitation': {
    why: 'the invitation went to an address',
    values: async (scene) => ({ judgeId: await scene.judgeByMail() }),
  },
  'festival.v1.JudgingDeskService/RemoveJudge': ofOtherJudge,
  'festival.v1.JudgingDeskService/AssignJudge': {
    why: 'what is submitted is assigned, to a judge of its call',
    values: async (scene) => ({
      ...{
        judgeId: await scene.otherJudge(),
        submissionIds: [(await scene.submission()).submissionId],
        assigned: true,
      },
    }),
  },
  'festival.v1.JudgingDeskService/AssignEvenly': {
    why: 'a film has up to ten judges, of whom there is one',
    values: async (scene) => {
      await scene.otherJudge();
      return { callId: (await scene.submission()).callId, perSubmission: 1 };
    },
  },
  'festival.v1.JudgeService/AnswerJudgeInvitation': {
    why: 'the caller is asked to judge',
    values: async (scene) => ({ judgeId: await scene.invitedJudge() }),
  },
  'festival.v1.JudgeService/ListAssignments': {
    why: 'the caller judges the call',
    values: async (scene) => ({ callId: (await scene.assignment()).callId }),
  },
  'festival.v1.JudgeService/GetAssignment': ofAssignment,
  'festival.v1.JudgeService/SaveScoreSheet': {
    why: 'scores are by the criteria of the call',
    values: async (scene) => {
      const [{ submissionId }, { criterionId }] = [await scene.assignment(), await scene.criterion()];
      return { submissionId, scores: [{ criterionId, score: 3 }], note: 'A note', done: true };
    },
  },
  'festival.v1.JudgeService/DeclareConflict': ofAssignment,
  'festival.v1.JudgeService/OpenScreening': ofSubmission,
  'festival.v1.SubmissionDeskService/RefundOwedFee': {
    why: 'something of the fee is owed',
    values: async (scene) => ({ submissionId: await scene.owedFee() }),
  },
  'festival.v1.SubmissionDeskService/ListSubmissions': {
    why: 'a part of a title finds few',
    values: async (scene) => ({ callId: (await scene.submission()).callId, categoryId: '', query: '' }),
  },
  'festival.v1.SubmissionDeskService/GetDeskSubmission': ofSubmission,
  'festival.v1.SubmissionDeskService/DisqualifySubmission': ofSubmission,
  'festival.v1.SubmissionDeskService/DecideSubmissions': {
    why: 'only what is submitted is decided',
    values: async (scene) => {
      const { callId, submissionId } = await scene.submission();
      return { callId, submissionIds: [submissionId] };
    },
  },
  'festival.v1.SubmissionDeskService/PreviewDecisionMails': ofSelected,
  'festival.v1.SubmissionDeskService/SendDecisionMails': ofSelected,
  'festival.v1.SubmissionDeskService/ProgrammeSubmissions': {
    why: 'only selected films are added',
    values: async (scene) => ({ submissionIds: [(await scene.selected()).submissionId] }),
  },
  'festival.v1.DecisionMailService/GetSentDecision': {
    why: 'the mail was sent',
    values: async (scene) => ({ submissionId: await scene.sentDecision() }),
  },
};
