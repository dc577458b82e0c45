import { isId } from '@marquee/data/ids';
import type { AccountViewer } from '@marquee/runtime/viewer';
import { z } from 'zod';
import { requireStanding } from '../organizations/organization-rights.ts';
import * as organizations from '../organizations/organizations.ts';
import type { FestivalWrite } from '../resources.ts';
import { codeNotFound } from './promo-code-errors.ts';
import * as promoCodes from './promo-codes.ts';

export const withdrawPromoCodeSchema = z.object({ promoCodeId: z.string() });

/** Ends a code; orders that have it keep their price. */
export async function withdrawPromoCode(
  { tx }: FestivalWrite,
  viewer: AccountViewer,
  { promoCodeId }: z.output<typeof withdrawPromoCodeSchema>,
): Promise<promoCodes.PromoCodeUsage> {
  const code = isId(promoCodeId) ? await promoCodes.findUsage(tx, promoCodeId) : undefined;
  if (!code) throw codeNotFound();
  await requireStanding(tx, viewer, await organizations.get(tx, code.festivalId), 'MANAGER');
  await promoCodes.withdraw(tx, code.id);
  return { ...code, withdrawn: true };
}
