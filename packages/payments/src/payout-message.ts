import type { MessageInitShape } from '@bufbuild/protobuf';
import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import { type PayoutSchema, PayoutState } from '@marquee/contracts/film/v1/payouts_pb';
import { payoutFailureMessage } from '@marquee/rules/payouts';
import type { Payout } from './payouts.ts';

/** A payout as its seller reads it. */
export function payoutMessage(payout: Payout): MessageInitShape<typeof PayoutSchema> {
  const { id, amount, currency, state, failure, cause, createdAt, endedAt } = payout;
  return {
    ...{ id, amount, currency, state: PayoutState[state], monthly: cause === 'MONTH' },
    failureMessage: state === 'FAILED' ? payoutFailureMessage(failure) : '',
    createdAt: timestampFromDate(createdAt),
    ...(endedAt && { endedAt: timestampFromDate(endedAt) }),
  };
}
