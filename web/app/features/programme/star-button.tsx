import { ProgrammeService } from '@marquee/contracts/festival/v1/programme_pb';
import { Star } from 'lucide-react';
import { client } from '../../api/browser/client.ts';
import { orToast } from '../../data/or-toast.ts';
import { useOwn } from '../../data/use-own.ts';
import { _ } from '../../language/words.ts';
import { useCurrentUser } from '../../layout/current-user.ts';
import { IconButton } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { toast } from '../../ui/toast.ts';
import type { EventView } from './event-view.ts';

export const SCHEDULE_PAGE_SIZE = 100;

/** Adds an event to the viewer's own schedule, or takes it out; all stars of a page share one answer [FES-11]. */
export function StarButton({ event }: { event: Pick<EventView, 'id' | 'name' | 'endTime'> }) {
  const signedIn = useCurrentUser().state === 'account';
  const { own, retry } = useOwn(
    ProgrammeService.method.listMySchedule,
    { pageSize: SCHEDULE_PAGE_SIZE },
    signedIn && new Date(event.endTime) > new Date(),
  );
  if (own.state !== 'ready') return null;
  const starred = own.value.events.some(({ id }) => id === event.id);
  const toggle = () =>
    orToast(async () => {
      await client(ProgrammeService).starEvent({ eventId: event.id, starred: !starred });
      await retry();
      toast({
        message: starred
          ? _('{name} is no longer in your schedule.', { name: event.name })
          : _('{name} is in your schedule.', { name: event.name }),
        tone: 'good',
      });
    }, _('We failed to save your schedule. Please try again.'));
  return (
    <IconButton
      label={_('{name} in your schedule', { name: event.name })}
      aria-pressed={starred}
      onClick={() => void toggle()}
    >
      <Star aria-hidden className={classNames('size-5', starred && 'fill-current text-action-ink')} />
    </IconButton>
  );
}
