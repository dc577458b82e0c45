import { SaleRoomService } from '@marquee/contracts/festival/v1/sale_room_pb';
import { useRevalidator } from 'react-router';
import { client } from '../../api/browser/client.ts';
import { useAttempt } from '../../data/use-attempt.ts';
import { _ } from '../../language/words.ts';
import { Button } from '../../ui/button.tsx';
import { FieldError } from '../../ui/field.tsx';

/** Whether buyers of an event pass a waiting room, for who sells its tickets [TIC-06]. */
export function WaitingRoomSwitch({ eventId, on }: { eventId: string; on: boolean }) {
  const { revalidate } = useRevalidator();
  const [pending, error, attempt] = useAttempt();
  const change = () =>
    attempt(async () => {
      await client(SaleRoomService).setWaitingRoom({ eventId, on: !on });
      await revalidate();
    }, _('We failed to save this. Please try again.'));
  return (
    <section className="grid justify-items-start gap-3 rounded-panel border border-line bg-surface p-5">
      <div className="grid gap-1">
        <h2 className="font-medium text-lead">{_('Waiting room')}</h2>
        <p className="text-ink-muted text-small">
          {on
            ? _(
                'Buyers pass a waiting room. Who is in it when the sale opens is let in by a draw, and others after them.',
              )
            : _('Turn it on before the sale opens if more people will come than there are tickets.')}
        </p>
      </div>
      <Button pending={pending} aria-pressed={on} onClick={() => void change()}>
        {on ? _('Turn the waiting room off') : _('Turn the waiting room on')}
      </Button>
      {error ? <FieldError>{error}</FieldError> : null}
    </section>
  );
}
