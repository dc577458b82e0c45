import { ProgrammeService } from '@marquee/contracts/festival/v1/programme_pb';
import { PremiereService } from '@marquee/contracts/film/v1/premiere_pb';
import { PREMIERE_DELAYS, PREMIERE_MESSAGES } from '@marquee/rules/premieres';
import { CircleStop, Clock } from 'lucide-react';
import { useState } from 'react';
import { client } from '../../api/browser/client.ts';
import { orToast } from '../../data/or-toast.ts';
import { useOwn } from '../../data/use-own.ts';
import { usePending } from '../../data/use-pending.ts';
import { _ } from '../../language/words.ts';
import { isStaff, useCurrentUser } from '../../layout/current-user.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { toast } from '../../ui/toast.ts';
import { useFilmAccess } from '../film/use-film-access.ts';
import type { PremiereRoom } from './premiere-room.ts';

/** Whether the viewer may delay and stop the premiere: its maker, staff, and who makes the programme of its event. */
export function useIsHost(filmId: string, eventId: string): boolean {
  const current = useCurrentUser();
  const isAccount = current.state === 'account';
  const { access } = useFilmAccess(filmId);
  const { own } = useOwn(ProgrammeService.method.getEvent, { eventId }, isAccount && eventId !== '');
  if (!isAccount) return false;
  if (isStaff(current.user)) return true;
  if (access.state === 'ready' && access.value.canEdit) return true;
  return own.state === 'ready' && own.value.canManage;
}

/** For who runs the premiere: everybody who is there sees it within a second. */
export function HostControls({ filmId, room, canDelay }: { filmId: string; room: PremiereRoom; canDelay: boolean }) {
  const [pending, during] = usePending();
  const [isAsking, setAsking] = useState(false);
  const stopped = room.store.get().premiere?.stopped === true;
  const run = (act: () => Promise<unknown>, done: string, failed: string) =>
    during(async () => {
      await orToast(async () => {
        await act();
        await room.refetch();
        toast({ message: done, tone: 'good' });
      }, failed);
      setAsking(false);
    });
  const delay = (minutes: number) =>
    run(
      () => client(PremiereService).delayPremiere({ filmId, minutes }),
      _('The premiere has a new time.'),
      _(PREMIERE_MESSAGES.delayFailed),
    );
  const stop = () =>
    run(
      () => client(PremiereService).stopPremiere({ filmId }),
      _('The premiere was stopped for everybody.'),
      _(PREMIERE_MESSAGES.stopFailed),
    );
  return (
    <section
      aria-label={_('Run the premiere')}
      className="flex flex-wrap items-center gap-3 rounded-panel border border-line p-4"
    >
      <p className="min-w-0 grow text-ink-muted text-small">
        {_('You run this premiere: what you change is changed for everybody.')}
      </p>
      {canDelay ? (
        <fieldset className="flex flex-wrap items-center gap-2">
          <legend className="float-start flex min-h-11 items-center gap-2 pe-2 text-small">
            <Clock aria-hidden className="size-5 text-ink-muted" />
            {_('Delay by')}
          </legend>
          {PREMIERE_DELAYS.map((minutes) => (
            <Button key={minutes} disabled={pending} onClick={() => void delay(minutes)}>
              {_('{minutes} min', { minutes })}
            </Button>
          ))}
        </fieldset>
      ) : null}
      {stopped ? null : (
        <ConfirmDialog
          title={_('Stop the premiere for everybody?')}
          description={_('Nobody can watch the film until you give it another time.')}
          confirmLabel={_('Stop the premiere')}
          destructive
          pending={pending}
          open={isAsking}
          onOpenChange={setAsking}
          onConfirm={() => void stop()}
          trigger={
            <Button variant="danger" icon={<CircleStop aria-hidden className="size-5" />}>
              {_('Stop')}
            </Button>
          }
        />
      )}
    </section>
  );
}
