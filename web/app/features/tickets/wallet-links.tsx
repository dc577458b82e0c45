import type { TicketPasses, UserTicket } from '@marquee/contracts/festival/v1/tickets_pb';
import { _ } from '../../language/words.ts';
import { buttonClass } from '../../ui/button.tsx';

/** Ways to keep a ticket in the wallet of a phone: those that this site has, or nothing [TIC-07]. */
export function WalletLinks({
  ticket: { eventId, id },
  passes,
}: {
  ticket: UserTicket;
  passes: TicketPasses | undefined;
}) {
  if (!passes?.apple && !passes?.googleSaveUrl) return null;
  return (
    <ul className="flex flex-wrap gap-2">
      {passes.apple ? (
        <li>
          <a className={buttonClass()} href={`/events/${eventId}/tickets/${id}/pass.pkpass`}>
            {_('Add to Apple Wallet')}
          </a>
        </li>
      ) : null}
      {passes.googleSaveUrl ? (
        <li>
          <a className={buttonClass()} href={passes.googleSaveUrl} target="_blank" rel="noreferrer">
            {_('Save to Google Wallet')}
          </a>
        </li>
      ) : null}
    </ul>
  );
}
