import { isId } from '@marquee/data/ids';
import { orderEnded, orderIdReused } from '@marquee/payments/order-errors';
import { PAYMENT_MESSAGES, SALES_CURRENCY } from '@marquee/rules/payments';
import { SUBMISSION_LIMITS, submissionSchema } from '@marquee/rules/submissions';
import type { AccountViewer } from '@marquee/runtime/viewer';
import { transact } from '@marquee/service/use-case';
import { z } from 'zod';
import { requireShownCall } from '../calls/call-rights.ts';
import type { ShownCall } from '../calls/calls.ts';
import * as calls from '../calls/calls.ts';
import * as waivers from '../calls/waivers.ts';
import { feeOf as platformFeeOf } from '../checkout/fee.ts';
import { requireSales } from '../checkout/own-ticket-order.ts';
import { filmOf } from '../programme/film-facts.ts';
import * as films from '../programme/films.ts';
import { filmNotFound } from '../programme/programme-errors.ts';
import type { FestivalResources, FestivalWrite } from '../resources.ts';
import { type Fee, feeOf } from './fee-of.ts';
import { type OwnSubmission, withOrder } from './own-submission.ts';
import {
  answerMissing,
  callFull,
  feeChanged,
  filmTwice,
  submissionNotFound,
  waiverUsedUp,
} from './submission-errors.ts';
import { submissionChanged } from './submission-events.ts';
import * as submissions from './submissions.ts';
import { requireTaken, type SubmittedFilm, submittedFilm } from './submitted-film.ts';

export const openSubmissionSchema = submissionSchema.extend({
  submissionId: z.string().refine(isId, PAYMENT_MESSAGES.orderNotFound),
  callId: z.string(),
  price: z.bigint(),
});
type OpenSubmission = z.output<typeof openSubmissionSchema>;

/** The kind of an order of a submission's fee. Its item is the submission. */
export const SUBMISSION = 'SUBMISSION';

/** Submits a film of the viewer; what costs a fee is held while it is paid [FES-09]. */
export async function openSubmission(
  resources: FestivalResources,
  viewer: AccountViewer,
  input: OpenSubmission,
): Promise<OwnSubmission> {
  const { db } = resources;
  const known = await submissions.find(db, input.submissionId);
  const film = known ? undefined : await submittedFilm(resources, viewer, input.filmId);
  if (!known) await endOtherHold(resources, viewer, input);
  const { id, amount, title } = await transact<FestivalResources, Kept>(resources, (write) =>
    keepSubmission(write, viewer, input, film),
  );
  if (amount === 0n) return withOrder(db, id, undefined);
  const { payment } = await requireSales(resources).desk.startPayment(id, title);
  return withOrder(db, id, payment);
}

/** What the viewer holds of the film in the category, unpaid, gives way. What is being paid stays, and is refused later. */
async function endOtherHold(
  { db, sales }: FestivalResources,
  { accountId }: AccountViewer,
  { submissionId, categoryId, filmId }: OpenSubmission,
): Promise<void> {
  const other = await submissions.findStanding(db, categoryId, filmId);
  // A repeated request finds what the first one has just kept.
  if (other?.state !== 'HELD' || other.makerId !== accountId || other.id === submissionId) return;
  await sales?.desk.endUnlessUnderWay(other.id);
}

type Kept = { id: string; amount: bigint; title: string };

async function keepSubmission(
  write: FestivalWrite,
  viewer: AccountViewer,
  input: OpenSubmission,
  film: SubmittedFilm | undefined,
): Promise<Kept> {
  const { tx, clock, emit } = write;
  const call = await calls.lock(tx, input.callId, 'SHARED');
  await submissions.takeTurn(tx, input.filmId);
  // A repeated request is answered with its submission, whatever became of the call meanwhile.
  const known = await submissions.find(tx, input.submissionId);
  if (known || !film) return { ...knownSubmission(known, viewer, input), title: call.title };
  await requireShownCall(tx, viewer, call.id);
  const now = clock.now();
  const fee = await feeOf(tx, call, input, now);
  requireTaken(call, film);
  const answers = answersOf(call, input);
  if (fee.price !== input.price) throw feeChanged(fee.price);
  if ((await submissions.countOf(tx, call.id)) >= SUBMISSION_LIMITS.perCallMax) throw callFull();
  if (fee.waiver && !(await waivers.use(tx, fee.waiver.id))) throw waiverUsedUp();
  await films.keep(tx, filmOf(film));
  const row = rowOf(viewer, input, { call, fee, answers, now });
  if (!(await submissions.insert(tx, row))) throw filmTwice();
  if (fee.price > 0n) await openOrder(write, row, call.festivalId);
  else {
    const inserted = (await submissions.lock(tx, row.id)) as submissions.ShownSubmission;
    const done = await submissions.update(tx, inserted, { state: 'SUBMITTED', submittedAt: now });
    await emit(submissionChanged(done));
  }
  return { id: row.id, amount: fee.price, title: call.title };
}

function knownSubmission(
  known: submissions.Submission | undefined,
  { accountId }: AccountViewer,
  asked: OpenSubmission,
): Omit<Kept, 'title'> {
  if (known?.makerId !== accountId || known.callId !== asked.callId) throw submissionNotFound();
  if (known.filmId !== asked.filmId) throw filmNotFound();
  if (known.categoryId !== asked.categoryId) throw submissionNotFound();
  if (known.amount !== asked.price) throw orderIdReused();
  if (known.state !== 'HELD' && known.state !== 'SUBMITTED') throw orderEnded();
  return { id: known.id, amount: known.amount };
}

/** What was answered to each question of the call, with its words. @throws DomainError INVALID */
function answersOf({ questions }: ShownCall, { answers }: OpenSubmission): submissions.GivenAnswer[] {
  const given = new Map(answers.map(({ questionId, answer }) => [questionId, answer]));
  return questions.map(({ id: questionId, text: question, required }, index) => {
    const answer = given.get(questionId) ?? '';
    if (required && answer === '') throw answerMissing(index);
    return { questionId, question, answer };
  });
}

function rowOf(
  { accountId: makerId }: AccountViewer,
  { submissionId: id, filmId, student, coverLetter }: OpenSubmission,
  { call, fee, answers, now }: { call: ShownCall; fee: Fee; answers: submissions.GivenAnswer[]; now: Date },
): submissions.NewSubmission {
  return {
    ...{
      id,
      callId: call.id,
      categoryId: fee.category.id,
      filmId,
      makerId,
      state: 'HELD',
      student,
      coverLetter,
      answers,
    },
    ...{ deadline: fee.deadline, fee: fee.fee, amount: fee.price, waiverId: fee.waiver?.id ?? null, createdAt: now },
    heldUntil: new Date(now.getTime() + SUBMISSION_LIMITS.holdMinutes * 60_000),
  };
}

/** The order of money, with the festival as who earns it. */
async function openOrder(
  write: FestivalWrite,
  { id, amount, heldUntil, makerId, createdAt }: submissions.NewSubmission,
  festivalId: string,
): Promise<void> {
  const { desk } = requireSales(write);
  await desk.open(write, {
    ...{ id, accountId: makerId ?? '', kind: SUBMISSION, itemId: id, amount, currency: SALES_CURRENCY },
    ...{ fee: platformFeeOf(write, amount), payeeId: festivalId, provider: desk.provider.name, heldUntil, createdAt },
  });
}
