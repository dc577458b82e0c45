import { type Timestamp, timestampDate } from '@bufbuild/protobuf/wkt';
import {
  type Door,
  type DoorConflict,
  DoorService,
  type ListDoorsResponse,
} from '@marquee/contracts/festival/v1/door_pb';
import type { TicketEvent } from '@marquee/contracts/festival/v1/tickets_pb';
import { DoorOpen } from 'lucide-react';
import { useState } from 'react';
import { client } from '../../api/browser/client.ts';
import { orToast } from '../../data/or-toast.ts';
import { usePending } from '../../data/use-pending.ts';
import { formatMoment } from '../../language/format.ts';
import { _ } from '../../language/words.ts';
import { useTopic } from '../../realtime/use-topic.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button, LinkButton } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { Section } from '../../ui/section.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { toast } from '../../ui/toast.ts';

/** The doors of an event for its team: who is in, and which devices check tickets. It moves while one looks [FES-11]. */
export function DoorsDesk({ event, first }: { event: TicketEvent; first: ListDoorsResponse }) {
  const [seen, setSeen] = useState(first);
  const { id: eventId, festivalId, timeZone } = event;
  const refetch = async () => {
    const next = await client(DoorService)
      .listDoors({ eventId })
      .catch(() => undefined);
    // An answer that arrives after a newer one is of before.
    if (next) setSeen((now) => (next.version >= now.version ? next : now));
  };
  useTopic(`doors:${eventId}`, seen.version, refetch);
  return (
    <div className="page page-column gap-10 py-8">
      <PageTitle
        title={_('Doors')}
        lead={event.name}
        crumbs={[
          { href: '/user/orgs', label: _('My organizations') },
          { href: `/user/orgs/${festivalId}/events/${eventId}`, label: event.name },
        ]}
        actions={
          <LinkButton to="/scan" reloadDocument variant="primary">
            {_('Use this device as a door')}
          </LinkButton>
        }
      />
      <Attendance admitted={seen.admitted} tickets={seen.tickets} />
      {seen.doors.length === 0 ? (
        <EmptyState icon={<DoorOpen aria-hidden />} title={_('No doors yet')}>
          {_('Open this site’s address with /scan behind it on a phone, and choose this event.')}
        </EmptyState>
      ) : (
        <ul aria-label={_('Doors')} className="grid gap-3">
          {seen.doors.map((door) => (
            <DoorLine key={door.id} door={door} timeZone={timeZone} onChanged={refetch} />
          ))}
        </ul>
      )}
      {seen.conflictCount > 0 ? <Conflicts seen={seen} timeZone={timeZone} /> : null}
    </div>
  );
}

function Attendance({ admitted, tickets }: { admitted: number; tickets: number }) {
  return (
    <section aria-label={_('Attendance')} className="grid gap-2">
      <p role="status" className="font-title text-title tabular">
        {_('{count} of {total} in', { count: admitted, total: tickets })}
      </p>
      <div className="h-2 overflow-hidden rounded-full bg-raised" aria-hidden>
        <div
          className="h-full bg-action transition-[inline-size]"
          style={{ inlineSize: `${tickets > 0 ? Math.min(100, (admitted / tickets) * 100) : 0}%` }}
        />
      </div>
    </section>
  );
}

function DoorLine({ door, timeZone, onChanged }: { door: Door; timeZone: string; onChanged: () => Promise<void> }) {
  const [isPending, during] = usePending();
  const moment = (at: Timestamp) => formatMoment(timestampDate(at), timeZone);
  const shutOut = () =>
    during(() =>
      orToast(async () => {
        await client(DoorService).shutOutDoor({ doorId: door.id });
        await onChanged();
        toast({ message: _('{name} was shut out.', { name: door.name }) });
      }, _('We failed to shut the device out. Please try again.')),
    );
  return (
    <li className="flex flex-wrap items-center justify-between gap-3 rounded-panel bg-raised px-4 py-4">
      <div className="grid min-w-0 gap-1">
        <h2 className="flex flex-wrap items-center gap-3 wrap-anywhere font-medium">
          {door.name}
          {door.shutOutAt ? <Badge tone="danger">{_('Shut out')}</Badge> : null}
        </h2>
        <p className="text-ink-muted text-small">
          {_('{count, plural, one {# let in} other {# let in}}', { count: door.scans })}
          {' · '}
          {door.syncedAt ? _('Last sync {time}', { time: moment(door.syncedAt) }) : _('Not heard of yet')}
        </p>
        {door.shutOutAt ? (
          <p className="text-ink-muted text-small">
            {_('Shut out {time}. What it scanned before stays.', { time: moment(door.shutOutAt) })}
          </p>
        ) : null}
      </div>
      {door.shutOutAt ? null : (
        <ConfirmDialog
          title={_('Shut out {name}?', { name: door.name })}
          description={_(
            'The device can no longer sync or check tickets. Scans that it has not sent are lost. This cannot be undone.',
          )}
          trigger={
            <Button size="small" variant="danger" pending={isPending}>
              {_('Shut out')}
            </Button>
          }
          confirmLabel={_('Shut out')}
          destructive
          pending={isPending}
          onConfirm={() => void shutOut()}
        />
      )}
    </li>
  );
}

function Conflicts({
  seen: { conflicts, conflictCount, doors },
  timeZone,
}: {
  seen: ListDoorsResponse;
  timeZone: string;
}) {
  const shutOut = new Set(doors.filter((door) => door.shutOutAt).map(({ id }) => id));
  return (
    <Section title={_('Let in twice')}>
      <p className="text-ink-muted">
        {_(
          '{count, plural, one {One ticket was let in by doors that did not know of each other. The first entry counts.} other {# tickets were let in by doors that did not know of each other. The first entry of each counts.}}',
          { count: conflictCount },
        )}
      </p>
      <ul className="grid gap-3">
        {conflicts.map((conflict) => (
          <ConflictLine key={conflict.userTicketId} conflict={conflict} shutOut={shutOut} timeZone={timeZone} />
        ))}
      </ul>
    </Section>
  );
}

function ConflictLine({
  conflict: { userTicketId, ticketTypeName, scans },
  shutOut,
  timeZone,
}: {
  conflict: DoorConflict;
  shutOut: ReadonlySet<string>;
  timeZone: string;
}) {
  return (
    <li className="grid gap-1 rounded-panel bg-warn-wash px-4 py-3 text-warn-ink">
      <h3 className="wrap-anywhere font-medium">
        {_('{type}, ticket ending in {end}', { type: ticketTypeName, end: userTicketId.slice(-6) })}
      </h3>
      {scans.map(({ id, scannedAt, doorId, doorName }) => (
        <p key={id} className="text-small tabular">
          {scannedAt
            ? _('{time}, {door}', { time: formatMoment(timestampDate(scannedAt), timeZone), door: doorName })
            : doorName}
          {shutOut.has(doorId) ? ` · ${_('Shut out')}` : ''}
        </p>
      ))}
    </li>
  );
}
