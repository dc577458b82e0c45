import { type Event, ProgrammeDeskService } from '@marquee/contracts/festival/v1/programme_pb';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { client } from '../../api/browser/client.ts';
import { orToast } from '../../data/or-toast.ts';
import { usePending } from '../../data/use-pending.ts';
import { _ } from '../../language/words.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { Section } from '../../ui/section.tsx';
import { toast } from '../../ui/toast.ts';
import { AwardsDesk } from './awards-desk.tsx';
import { BlocksDesk } from './blocks-desk.tsx';
import { EventForm } from './event-form.tsx';
import { EventStatusBadge } from './event-status-badge.tsx';
import { type EventView, eventPath, eventView, type VenueView } from './event-view.ts';
import type { DeskFestival } from './get-desk.ts';

type Props = { festival: DeskFestival; venues: VenueView[]; event: EventView | undefined; isAdmin: boolean };

/** One event for who makes the programme: its facts, its blocks and its awards [FES-03] [FES-04] [FES-07]. */
export function EventDesk({ festival, venues, event: first, isAdmin }: Props) {
  const [event, setEvent] = useState(first);
  const navigate = useNavigate();
  const base = `/user/orgs/${festival.id}/events`;
  const changed = (next: Event | undefined) => {
    if (next) setEvent(eventView(next));
  };
  const saved = (next: Event | undefined) => {
    toast({ message: _('The event is saved.'), tone: 'good' });
    if (!event && next) return void navigate(`${base}/${next.id}`, { replace: true });
    changed(next);
  };
  return (
    <div className="page grid gap-10 py-10">
      <PageTitle
        title={event?.name ?? _('Plan an event')}
        lead={festival.name}
        crumbs={[{ href: base, label: _('Events') }]}
        aside={event ? <EventStatusBadge status={event.status} /> : undefined}
        actions={event ? <EventActions event={event} changed={changed} removed={() => void navigate(base)} /> : null}
      />
      {event ? <BlocksDesk event={event} isAdmin={isAdmin} changed={changed} /> : null}
      {event && event.status !== 'DRAFT' ? <AwardsDesk event={event} changed={changed} /> : null}
      {event?.status === 'CANCELLED' ? null : (
        <Section title={_('About the event')}>
          <EventForm festivalId={festival.id} venues={venues} event={event} onSaved={saved} />
        </Section>
      )}
    </div>
  );
}

type ActionProps = { event: EventView; changed: (event: Event | undefined) => void; removed: () => void };

function EventActions({ event, changed, removed }: ActionProps) {
  const [pending, during] = usePending();
  const run = (call: () => Promise<unknown>, done: string, failed: string) =>
    during(() =>
      orToast(async () => {
        await call();
        toast({ message: done, tone: 'good' });
      }, failed),
    );
  const desk = () => client(ProgrammeDeskService);
  const eventId = event.id;
  const publish = () =>
    run(
      async () => changed((await desk().publishEvent({ eventId })).event),
      _('The event is published.'),
      _('We failed to publish the event. Please try again.'),
    );
  const cancel = () =>
    run(
      async () => changed((await desk().cancelEvent({ eventId })).event),
      _('The event is cancelled.'),
      _('We failed to cancel the event. Please try again.'),
    );
  const remove = () =>
    run(
      async () => {
        await desk().deleteEvent({ eventId });
        removed();
      },
      _('The draft is deleted.'),
      _('We failed to delete the draft. Please try again.'),
    );
  if (event.status === 'DRAFT') {
    return (
      <>
        <Button variant="primary" pending={pending} onClick={() => void publish()}>
          {_('Publish')}
        </Button>
        <ConfirmDialog
          title={_('Delete {name}?', { name: event.name })}
          description={_('Its blocks are deleted with it.')}
          trigger={<Button variant="danger">{_('Delete draft')}</Button>}
          confirmLabel={_('Delete draft')}
          destructive
          pending={pending}
          onConfirm={() => void remove()}
        />
      </>
    );
  }
  return (
    <>
      <LinkButton to={eventPath(event)}>{_('Public page')}</LinkButton>
      <LinkButton to={`${eventPath(event)}/tickets/sales`}>{_('Tickets')}</LinkButton>
      <LinkButton to={`/user/orgs/${event.festivalId}/events/${event.id}/doors`}>{_('Doors')}</LinkButton>
      <LinkButton to={`/user/orgs/${event.festivalId}/events/${event.id}/votes`}>{_('Votes')}</LinkButton>
      {event.status === 'PUBLISHED' ? (
        <ConfirmDialog
          title={_('Cancel {name}?', { name: event.name })}
          description={_('Its page stays and says that it is cancelled. This cannot be undone.')}
          trigger={<Button variant="danger">{_('Cancel event')}</Button>}
          confirmLabel={_('Cancel event')}
          cancelLabel={_('Keep it')}
          destructive
          pending={pending}
          onConfirm={() => void cancel()}
        />
      ) : null}
    </>
  );
}
