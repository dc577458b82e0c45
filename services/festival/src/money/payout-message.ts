import type { MessageInitShape } from '@bufbuild/protobuf';
import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import type { GetFestivalPayoutAccountResponseSchema } from '@marquee/contracts/festival/v1/payouts_pb';
import {
  PayoutAccountStatus,
  type PayoutSchema,
  PayoutState,
  TestPayoutOutcome,
} from '@marquee/contracts/film/v1/payouts_pb';
import type { Payout } from '@marquee/payments/payouts';
import { PAYOUT_MINIMUM as minimum, payoutFailureMessage } from '@marquee/rules/payouts';
import type { FestivalPayoutAccount } from './payout-account.ts';

export function payoutMessage(payout: Payout): MessageInitShape<typeof PayoutSchema> {
  const { id, amount, currency, state, failure, cause, createdAt, endedAt } = payout;
  return {
    ...{ id, amount, currency, state: PayoutState[state], monthly: cause === 'MONTH' },
    failureMessage: state === 'FAILED' ? payoutFailureMessage(failure) : '',
    createdAt: timestampFromDate(createdAt),
    ...(endedAt && { endedAt: timestampFromDate(endedAt) }),
  };
}

export const payoutAccountMessage = ({
  status,
  testOutcome,
  ...rest
}: FestivalPayoutAccount): MessageInitShape<typeof GetFestivalPayoutAccountResponseSchema> => ({
  ...{ ...rest, minimum, isStripeLinked: status === 'ENABLED' },
  status: PayoutAccountStatus[status ?? 'UNSPECIFIED'],
  testOutcome: TestPayoutOutcome[testOutcome ?? 'UNSPECIFIED'],
});
