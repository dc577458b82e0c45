import type { TicketType } from '@marquee/contracts/festival/v1/tickets_pb';
import { formatUsd } from '../../language/format.ts';
import { _ } from '../../language/words.ts';

/** What a ticket costs, in words. */
export function priceText({ price, payWhatYouCan }: TicketType): string {
  if (payWhatYouCan) {
    return price > 0n ? _('From {price}, you choose', { price: formatUsd(price) }) : _('Pay what you can');
  }
  return price > 0n ? formatUsd(price) : _('Free');
}
