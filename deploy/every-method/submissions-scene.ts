import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import { newId } from '@marquee/data/ids';
import * as categories from '@marquee/festival/calls/call-categories';
import * as calls from '@marquee/festival/calls/calls';
import * as waivers from '@marquee/festival/calls/waivers';
import * as films from '@marquee/festival/programme/films';
import * as submissions from '@marquee/festival/submissions/submissions';
import * as orders from '@marquee/payments/orders';
import { createTestProvider } from '@marquee/payments/test-provider';
import { systemClock } from '@marquee/runtime/clock';
import type { Viewer } from '@marquee/runtime/viewer';
import type { Values } from './call.ts';
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
        runningTime: 60,
        visible: true,
        version: 1n,
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

  return { call, openCall, waiver, heldSubmission };
}

const CATEGORY = { id: '', name: 'Fiction', earlyFee: FEE, regularFee: FEE, lateFee: FEE };
const choice = async (scene: Scene) => {
  const { callId, categoryId } = await scene.openCall();
  return { callId, categoryId, student: false, waiverCode: '' };
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
};
