import type { MessageInitShape } from '@bufbuild/protobuf';
import { type Timestamp, timestampDate, timestampFromDate } from '@bufbuild/protobuf/wkt';
import { type PromoCodeSchema, PromoCodeService, PromoKind } from '@marquee/contracts/festival/v1/promo_code_pb';
import { rpc } from '@marquee/service/rpc';
import { read, write } from '@marquee/service/use-case';
import type { FestivalResources } from '../resources.ts';
import { createPromoCode, createPromoCodeSchema } from './create-promo-code.ts';
import { listPromoCodes, listPromoCodesSchema } from './list-promo-codes.ts';
import type { PromoCodeUsage } from './promo-codes.ts';
import { quoteTickets, quoteTicketsSchema } from './quote-tickets.ts';
import { withdrawPromoCode, withdrawPromoCodeSchema } from './withdraw-promo-code.ts';

function codeMessage(found: PromoCodeUsage): MessageInitShape<typeof PromoCodeSchema> {
  const { id, code, kind, value, uses, usesPerCustomer, startsAt, endsAt, ticketTypeIds, withdrawn, used } = found;
  return {
    ...{ id, code, kind: PromoKind[kind], value, uses, usesPerCustomer, ticketTypeIds, withdrawn, used },
    ...(startsAt && { startsAt: timestampFromDate(startsAt) }),
    ...(endsAt && { endsAt: timestampFromDate(endsAt) }),
  };
}

const oneCode = (code: PromoCodeUsage) => ({ code: codeMessage(code) });

type Timed = { kind: PromoKind; startsAt?: Timestamp | undefined; endsAt?: Timestamp | undefined };

/** A request with the name of its kind and plain times. */
const plain = <R extends Timed>(request: R) => ({
  ...request,
  kind: PromoKind[request.kind],
  startsAt: request.startsAt && timestampDate(request.startsAt),
  endsAt: request.endsAt && timestampDate(request.endsAt),
});

export const promoCodeRpc = rpc<FestivalResources>()(PromoCodeService, {
  listPromoCodes: read(listPromoCodesSchema, listPromoCodes, (codes) => ({ codes: codes.map(codeMessage) })),
  createPromoCode: write(createPromoCodeSchema, createPromoCode, oneCode, { from: plain }),
  withdrawPromoCode: write(withdrawPromoCodeSchema, withdrawPromoCode, oneCode),
  quoteTickets: read(quoteTicketsSchema, quoteTickets),
});
