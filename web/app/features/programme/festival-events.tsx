import { ProgrammeService } from '@marquee/contracts/festival/v1/programme_pb';
import { useOwn } from '../../data/use-own.ts';
import { _ } from '../../language/words.ts';
import { Section } from '../../ui/section.tsx';
import { ErrorState, Skeleton } from '../../ui/states.tsx';
import { EventRow } from './event-row.tsx';
import { eventView } from './event-view.ts';

const SHOWN = 6;

/** The next events of a festival on its public page, with the way to its whole schedule [FES-03]. */
export function FestivalEvents({ festivalId }: { festivalId: string }) {
  const { own, retry } = useOwn(ProgrammeService.method.listEvents, { festivalId, pageSize: SHOWN });
  return (
    <Section title={_('Events')} href={`/festivals/${festivalId}/schedule`} more={_('Whole schedule')}>
      {own.state === 'loading' ? <Skeleton label={_('Loading events')} className="h-40" /> : null}
      {own.state === 'failed' ? (
        <ErrorState title={_('We failed to load the events.')} onRetry={() => void retry()} />
      ) : null}
      {own.state === 'ready' && own.value.events.length === 0 ? (
        <p className="text-ink-muted">{_('No events are planned')}</p>
      ) : null}
      {own.state === 'ready' && own.value.events.length > 0 ? (
        <ul className="grid gap-3 md:grid-cols-2">
          {own.value.events.map(eventView).map((event) => (
            <li key={event.id}>
              <EventRow event={event} />
            </li>
          ))}
        </ul>
      ) : null}
    </Section>
  );
}
