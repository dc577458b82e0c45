import { timestampDate } from '@bufbuild/protobuf/wkt';
import { type TicketWait, WaitingListService } from '@marquee/contracts/festival/v1/waiting_list_pb';
import { useNavigate } from 'react-router';
import { client } from '../../api/browser/client.ts';
import { sessionHint } from '../../api/browser/page-account.ts';
import { signInPath } from '../../api/viewer.ts';
import { useAttempt } from '../../data/use-attempt.ts';
import { formatMoment } from '../../language/format.ts';
import { _ } from '../../language/words.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';

/** The viewer's place in the waiting list of a type that is sold out, and the way in and out [TIC-05]. */
export function WaitingList({
  eventId,
  ticketTypeId,
  timeZone,
  admission,
  wait,
  onChange,
}: {
  eventId: string;
  ticketTypeId: string;
  timeZone: string;
  /** Of the waiting room; '' without one, and once it has nothing left. */
  admission: string;
  wait: TicketWait | undefined;
  onChange: (wait: TicketWait | undefined) => void;
}) {
  const [isPending, failure, attempt] = useAttempt();
  const navigate = useNavigate();
  const act = async (work: () => Promise<TicketWait | undefined>) => {
    if (sessionHint() === '') return void navigate(signInPath(`/events/${eventId}/tickets`));
    return attempt(async () => {
      onChange(await work());
    }, _('We could not change your place. Please try again.'));
  };
  const join = () =>
    act(async () => (await client(WaitingListService).joinWaitingList({ ticketTypeId, admission })).wait);
  const leave = () =>
    act(async () => {
      await client(WaitingListService).leaveWaitingList({ ticketTypeId });
      return undefined;
    });
  return (
    <div className="grid justify-items-start gap-3">
      <p role="status" className="text-ink-muted text-small">
        {placeText(wait, timeZone)}
      </p>
      {failure ? <Banner tone="danger">{failure}</Banner> : null}
      <Button pending={isPending} variant={wait ? 'quiet' : 'secondary'} onClick={wait ? leave : join}>
        {wait ? _('Leave the waiting list') : _('Join the waiting list')}
      </Button>
    </div>
  );
}

function placeText(wait: TicketWait | undefined, timeZone: string): string {
  if (!wait) return _('Tickets that come back are offered to those who wait, one to each, in their order.');
  const { offeredUntil, position, waiting } = wait;
  if (offeredUntil) {
    return _('A ticket is kept for you until {moment}.', {
      moment: formatMoment(timestampDate(offeredUntil), timeZone),
    });
  }
  return _('You are number {position} of {waiting} on the waiting list. We write to you when a ticket comes back.', {
    position,
    waiting,
  });
}
