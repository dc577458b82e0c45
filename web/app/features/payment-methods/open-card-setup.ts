import { type CardSetup, CardSetupStep, PaymentMethodService } from '@marquee/contracts/identity/v1/payment_methods_pb';
import { refusalOf } from '../../api/api-error.ts';
import { client } from '../../api/browser/client.ts';
import { forgetOrder, keepOrder, readOrder } from '../checkout/kept-order.ts';

const KEPT = 'card-setup';

/**
 * Begins to save a card, or gives how the one stands that was begun in this tab: a bank's own page comes back as a reload.
 * What has ended, or was begun by somebody else, begins again.
 */
export async function openCardSetup(): Promise<CardSetup | undefined> {
  const kept = readOrder(KEPT)?.id;
  if (kept === undefined) return startCardSetup();
  try {
    const { setup } = await client(PaymentMethodService).startCardSetup({ setupId: kept });
    return setup?.step === CardSetupStep.ENDED ? startCardSetup() : setup;
  } catch (error) {
    if (refusalOf(error).reason !== 'CARD_SETUP_NOT_FOUND') throw error;
    return startCardSetup();
  }
}

/** A card is saved, and the next one begins from the start. */
export const endCardSetup = () => forgetOrder(KEPT);

async function startCardSetup(): Promise<CardSetup | undefined> {
  const setupId = crypto.randomUUID();
  // Kept before it is sent: an answer that is lost is asked for again by the same id.
  keepOrder(KEPT, { id: setupId, isPaying: false });
  return (await client(PaymentMethodService).startCardSetup({ setupId })).setup;
}
