import type { Goods } from '@marquee/payments/goods';
import { closesAt } from '@marquee/rules/submissions';
import * as calls from '../calls/calls.ts';
import * as waivers from '../calls/waivers.ts';
import { endScreenings } from '../judging/end-screenings.ts';
import type { FestivalWrite } from '../resources.ts';
import { submissionChanged } from './submission-events.ts';
import * as submissions from './submissions.ts';

/** A place in a call as something that is sold [FES-09]. A submission has the id of its order. */
export const submissionGoods: Goods<FestivalWrite> = {
  async deliver({ tx, clock }, { id }) {
    const submission = await submissions.lock(tx, id);
    const isToCome = submission?.state === 'HELD' || submission?.state === 'RELEASED';
    if (!submission || !isToCome || submission.makerId === null || submission.callState !== 'OPEN') return undefined;
    if (submission.state === 'RELEASED' && !(await takeAgain(tx, submission))) return undefined;
    await submissions.update(tx, submission, { state: 'SUBMITTED', submittedAt: clock.now() });
    return closesAt(await calls.get(tx, submission.callId));
  },
  // Who gets a part of the fee back stays submitted.
  async takeBack(write, { id }, { isPart }) {
    if (isPart) return;
    const { tx } = write;
    const submission = await submissions.lock(tx, id);
    // What its maker or organization ended keeps saying so.
    if (submission?.state !== 'SUBMITTED') return;
    await submissions.update(tx, submission, { state: 'REFUNDED' });
    await endScreenings(write, [submission.id]);
  },
  async restore({ tx }, { id }, { isPart }) {
    if (isPart) return;
    const submission = await submissions.lock(tx, id);
    if (submission?.state !== 'REFUNDED') return;
    const other = await submissions.findStanding(tx, submission.categoryId, submission.filmId);
    if (!other) await submissions.update(tx, submission, { state: 'SUBMITTED' });
  },
  async changed(write, order, refund) {
    const { id, state } = order;
    const isUnpaid = state === 'CANCELLED' || state === 'EXPIRED';
    if (isUnpaid || refund) await releaseSubmission(write, id);
    const submission = await submissions.lock(write.tx, id);
    if (!submission) return;
    await write.emit(submissionChanged(await submissions.update(write.tx, submission, {}), { order, refund }));
  },
};

/** Money came after the hold had ended: the place is taken again, with its waiver, if both are there. */
async function takeAgain(
  tx: FestivalWrite['tx'],
  { categoryId, filmId, waiverId }: submissions.Submission,
): Promise<boolean> {
  if (await submissions.findStanding(tx, categoryId, filmId)) return false;
  return waiverId === null || waivers.use(tx, waiverId);
}

/** Gives back what was held for somebody who did not pay. Does nothing for any other submission. */
export async function releaseSubmission({ tx }: Pick<FestivalWrite, 'tx'>, id: string): Promise<void> {
  const submission = await submissions.lock(tx, id);
  if (submission?.state !== 'HELD') return;
  await submissions.update(tx, submission, { state: 'RELEASED' });
  if (submission.waiverId !== null) await waivers.giveBack(tx, submission.waiverId);
}
