import type { MessageInitShape } from '@bufbuild/protobuf';
import {
  type GetPayoutAccountResponseSchema,
  PayoutAccountStatus,
  TestPayoutOutcome,
} from '@marquee/contracts/film/v1/payouts_pb';
import { PAYOUT_MINIMUM as minimum } from '@marquee/rules/payouts';
import type { OwnPayoutAccount } from './payout-account.ts';

export const payoutAccountMessage = ({
  available,
  status,
  testOutcome,
  held,
}: OwnPayoutAccount): MessageInitShape<typeof GetPayoutAccountResponseSchema> => ({
  ...{ available, minimum, held },
  status: PayoutAccountStatus[status ?? 'UNSPECIFIED'],
  testOutcome: TestPayoutOutcome[testOutcome ?? 'UNSPECIFIED'],
});
