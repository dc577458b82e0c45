import type { MessageInitShape } from '@bufbuild/protobuf';
import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import { CoinReason, type GetMyCoinsResponseSchema } from '@marquee/contracts/rewards/v1/coins_pb';
import type { MyCoins } from './get-my-coins.ts';

const reasonOf = (reason: string): CoinReason =>
  CoinReason[reason as keyof typeof CoinReason] ?? CoinReason.UNSPECIFIED;

export const myCoinsMessage = ({
  available,
  held,
  rows,
  nextCursor,
}: MyCoins): MessageInitShape<typeof GetMyCoinsResponseSchema> => ({
  ...{ balance: available, held, nextCursor },
  movements: rows.map(({ id, reason, subjectId, title, coins, isHeld, createdAt }) => ({
    ...{ id, reason: reasonOf(reason), itemId: subjectId ?? '', itemTitle: title, coins, held: isHeld },
    at: timestampFromDate(createdAt),
  })),
});
