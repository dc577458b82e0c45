import { PromoKind } from '@marquee/contracts/festival/v1/promo_code_pb';
import { newId } from '@marquee/data/ids';
import * as promoCodes from '@marquee/festival/promo-codes/promo-codes';
import { serviceNamed } from './running-services.ts';

const PRICE = 499n;

/** A code of an organization for all of its tickets. */
export async function makePromoCode(festivalId: string): Promise<{ id: string; code: string }> {
  const made = { id: newId(), code: `CODE-${newId().slice(-12).toUpperCase()}` };
  await serviceNamed('festival').platform.db.transaction((tx) =>
    promoCodes.insert(tx, {
      ...{ ...made, festivalId, kind: 'PERCENT', value: 10n, uses: 5, usesPerCustomer: 5, ticketTypeIds: [] },
      ...{ startsAt: null, endsAt: null, createdBy: newId(), createdAt: new Date() },
    }),
  );
  return made;
}

/** A new code, as an organizer enters it. */
export const NEW_CODE = {
  ...{ kind: PromoKind.PERCENT, value: 10n, uses: 5, usesPerCustomer: 1 },
};

/** Tickets as they are asked for with a code. */
export const QUOTE = { quantity: 1, price: PRICE };
