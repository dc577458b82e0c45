import type { MessageInitShape } from '@bufbuild/protobuf';
import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import {
  PaymentDifferenceKind,
  type PaymentDifferencesSchema,
} from '@marquee/contracts/film/v1/payment_differences_pb';
import type { Differences } from './differences.ts';

/** What differs, as staff read it. */
export function differencesMessage(found: Differences): MessageInitShape<typeof PaymentDifferencesSchema> {
  const { differences, total, comparedAt } = found;
  return {
    differences: differences.map(({ kind, foundAt, accountId, booked, ...difference }) => ({
      ...difference,
      kind: PaymentDifferenceKind[kind],
      foundAt: timestampFromDate(foundAt),
      accountId: accountId ?? '',
      ...(booked !== null && { booked }),
    })),
    total,
    ...(comparedAt && { comparedAt: timestampFromDate(comparedAt) }),
  };
}
