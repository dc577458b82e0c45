import { timestampDate } from '@bufbuild/protobuf/wkt';
import { type Call, type CallCategory, CallState, DeadlineKind } from '@marquee/contracts/festival/v1/calls_pb';
import { SubmissionDecision, SubmissionState } from '@marquee/contracts/festival/v1/submissions_pb';
import { formatUsd } from '../../language/format.ts';
import { type Message, msg } from '../../language/words.ts';

export const CALL_STATES: Record<CallState, Message> = {
  [CallState.UNSPECIFIED]: msg('Draft'),
  [CallState.DRAFT]: msg('Draft'),
  [CallState.OPEN]: msg('Open'),
  [CallState.CLOSED]: msg('Closed'),
  [CallState.CANCELLED]: msg('Cancelled'),
};

export const DECISION_TEXTS: Record<SubmissionDecision, Message> = {
  [SubmissionDecision.UNSPECIFIED]: msg('Undecided'),
  [SubmissionDecision.SELECTED]: msg('Selected'),
  [SubmissionDecision.NOT_SELECTED]: msg('Not selected'),
  [SubmissionDecision.WAITLISTED]: msg('On the waiting list'),
};

export const SUBMISSION_STATES: Record<SubmissionState, Message> = {
  [SubmissionState.UNSPECIFIED]: msg('Submitted'),
  [SubmissionState.HELD]: msg('Waiting for the fee'),
  [SubmissionState.RELEASED]: msg('Not paid'),
  [SubmissionState.SUBMITTED]: msg('Submitted'),
  [SubmissionState.WITHDRAWN]: msg('Withdrawn'),
  [SubmissionState.DISQUALIFIED]: msg('Disqualified'),
  [SubmissionState.CANCELLED]: msg('Call cancelled'),
  [SubmissionState.REFUNDED]: msg('Refunded'),
};

const FEES = {
  [DeadlineKind.UNSPECIFIED]: 'regularFee',
  [DeadlineKind.EARLY]: 'earlyFee',
  [DeadlineKind.REGULAR]: 'regularFee',
  [DeadlineKind.LATE]: 'lateFee',
} as const satisfies Record<DeadlineKind, keyof CallCategory>;

/** What a category costs now, in words. */
export const feeOf = (call: Call, category: CallCategory): bigint => category[FEES[call.deadline]];
export const feeText = (fee: bigint, free: string): string => (fee === 0n ? free : formatUsd(fee));

/** The deadlines of a call that exist, in order. */
export function deadlinesOf({ earlyEndsAt, regularEndsAt, lateEndsAt }: Call) {
  const all = [
    { kind: DeadlineKind.EARLY, label: msg('Early deadline'), at: earlyEndsAt },
    { kind: DeadlineKind.REGULAR, label: msg('Regular deadline'), at: regularEndsAt },
    { kind: DeadlineKind.LATE, label: msg('Late deadline'), at: lateEndsAt },
  ];
  return all.flatMap(({ at, ...one }) => (at ? [{ ...one, at: timestampDate(at) }] : []));
}
