import { sweep } from '@marquee/data/sweep';
import { transact } from '@marquee/service/use-case';
import { endScreenings } from '../judging/end-screenings.ts';
import type { FestivalResources, FestivalWrite } from '../resources.ts';
import { submissionChanged } from './submission-events.ts';
import { releaseSubmission } from './submission-goods.ts';
import * as submissions from './submissions.ts';

/**
 * Gives back the places that nobody paid for in time, ends the submissions to calls that were cancelled, and begins the
 * refunds that organizations owe [FES-09].
 */
export async function sweepSubmissions(resources: FestivalResources, signal: AbortSignal): Promise<void> {
  const { db, clock, log } = resources;
  const about = ({ id }: { id: string }) => ({ submissionId: id });
  const failed = 'a submission could not be swept';
  const each = (rows: readonly { id: string }[], work: (write: FestivalWrite, id: string) => Promise<void>) =>
    sweep(rows, ({ id }) => transact<FestivalResources, void>(resources, (write) => work(write, id)), {
      ...{ signal, log, failed, about },
    });
  await each(await submissions.listOverdue(db, clock.now()), releaseSubmission);
  await each(await submissions.listOfCancelled(db), endCancelled);
  const owed = resources.sales ? await submissions.listOwed(db, clock.now()) : [];
  await each(owed, async (write, id) => {
    const reason = 'The organization gave the fee of a submission back.';
    await write.sales?.desk.askRefund(write, id, { kind: 'LATE', reason, askedBy: null });
  });
  await sendRefunds(resources, owed);
}

/** The provider is asked at once; the sweeper of orders repeats it if it does not answer. */
async function sendRefunds({ sales, log }: FestivalResources, ids: readonly { id: string }[]): Promise<void> {
  for (const { id } of ids) {
    await sales?.desk
      .sendRefund(id)
      .catch((err: unknown) => log.warn({ err, submissionId: id }, 'a refund waits for the payment provider'));
  }
}

async function endCancelled(write: FestivalWrite, id: string): Promise<void> {
  const { tx, emit } = write;
  const submission = await submissions.lock(tx, id);
  if (submission?.state !== 'SUBMITTED') return;
  const refundOwed = submission.amount > 0n;
  await emit(submissionChanged(await submissions.update(tx, submission, { state: 'CANCELLED', refundOwed })));
  await endScreenings(write, [submission.id]);
}
