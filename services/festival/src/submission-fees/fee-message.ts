import type { MessageInitShape } from '@bufbuild/protobuf';
import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import type { PaidFeeSchema } from '@marquee/contracts/festival/v1/submission_desk_pb';
import { OrderState } from '@marquee/contracts/film/v1/checkout_pb';
import type { PaidFee } from './paid-fees.ts';

export const feeMessage = ({ state, createdAt, ...fee }: PaidFee): MessageInitShape<typeof PaidFeeSchema> => ({
  ...{ ...fee, state: OrderState[state], createdAt: timestampFromDate(createdAt) },
});
