import type { MessageInitShape } from '@bufbuild/protobuf';
import type { GetFestivalPayoutAccountResponseSchema } from '@marquee/contracts/festival/v1/payouts_pb';
import { PayoutAccountStatus, TestPayoutOutcome } from '@marquee/contracts/film/v1/payouts_pb';
import { PAYOUT_MINIMUM as minimum } from '@marquee/rules/payouts';
import type { FestivalPayoutAccount } from './payout-account.ts';

export const payoutAccountMessage = ({
  status,
  testOutcome,
  ...rest
}: FestivalPayoutAccount): MessageInitShape<typeof GetFestivalPayoutAccountResponseSchema> => ({
  ...{ ...rest, minimum, isStripeLinked: status === 'ENABLED' },
  status: PayoutAccountStatus[status ?? 'UNSPECIFIED'],
  testOutcome: TestPayoutOutcome[testOutcome ?? 'UNSPECIFIED'],
});
