import { type DeadlineName, deadlineAt, priceWith } from '@marquee/rules/submissions';
import type { CallCategory } from '../calls/call-categories.ts';
import { callClosed, callNotOpen } from '../calls/call-errors.ts';
import type { ShownCall } from '../calls/calls.ts';
import * as waivers from '../calls/waivers.ts';
import type { Queryable } from '../organizations/organizations.ts';
import { categoryUnknown, studentFeeUnknown, waiverUnknown } from './submission-errors.ts';

/** What submitting costs, in minor units: the fee of the category at its deadline, and what a waiver leaves of it. */
export type Fee = {
  category: CallCategory;
  deadline: DeadlineName;
  fee: bigint;
  price: bigint;
  waiver: waivers.Waiver | undefined;
};

const FEES = { EARLY: 'earlyFee', REGULAR: 'regularFee', LATE: 'lateFee' } as const;

/** The fee of a choice at a moment. @throws DomainError FAILED_PRECONDITION; INVALID */
export async function feeOf(
  db: Queryable,
  call: ShownCall,
  chosen: { categoryId: string; student: boolean; waiverCode: string },
  now: Date,
): Promise<Fee> {
  if (call.state !== 'OPEN') throw callNotOpen();
  const deadline = deadlineAt(call, now);
  if (!deadline) throw callClosed();
  const category = call.categories.find(({ id }) => id === chosen.categoryId);
  if (!category) throw categoryUnknown();
  if (chosen.student && category.studentFee === null) throw studentFeeUnknown();
  const fee = chosen.student ? (category.studentFee ?? 0n) : category[FEES[deadline]];
  const waiver = chosen.waiverCode === '' ? undefined : await waivers.find(db, call.id, chosen.waiverCode);
  if (chosen.waiverCode !== '' && !waiver) throw waiverUnknown();
  return { category, deadline, fee, price: waiver ? priceWith(fee, waiver.percent) : fee, waiver };
}
