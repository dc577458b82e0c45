import { timestampDate } from '@bufbuild/protobuf/wkt';
import { type Door, DoorService } from '@marquee/contracts/festival/v1/door_pb';
import type { TicketEvent } from '@marquee/contracts/festival/v1/tickets_pb';
import { doorForm } from '@marquee/rules/doors';
import { ScanLine } from 'lucide-react';
import { useEffect, useState } from 'react';
import { messageOf } from '../../api/api-error.ts';
import { client } from '../../api/browser/client.ts';
import { formatMoment } from '../../language/format.ts';
import { _ } from '../../language/words.ts';
import { useCurrentUser } from '../../layout/current-user.ts';
import { Button } from '../../ui/button.tsx';
import { Select, TextField } from '../../ui/field.tsx';
import { Form, fieldOf, SubmitButton, useZodForm } from '../../ui/form.tsx';
import { EmptyState, ErrorState, Skeleton } from '../../ui/states.tsx';
import type { KeptDoor } from './door-store.ts';

type Props = { onOpened: (door: KeptDoor) => Promise<void> };

/** Where somebody of a team makes this device a door: of which event, and under which name [FES-11]. */
export function DoorSetup({ onOpened }: Props) {
  const { state } = useCurrentUser();
  if (state === 'unknown') return <Skeleton className="h-72" label={_('Loading')} />;
  if (state === 'account') return <EventChoice onOpened={onOpened} />;
  return (
    <EmptyState
      icon={<ScanLine aria-hidden />}
      title={_('Check tickets with this device')}
      action={
        <a
          href={`/sign-in?${new URLSearchParams({ returnTo: '/scan' })}`}
          data-document
          className="inline-flex min-h-13 items-center rounded-full bg-action px-7 font-medium text-on-action hover:bg-action-hover"
        >
          {_('Sign in')}
        </a>
      }
    >
      {_('Sign in once as somebody of the team. After that the device works without you, and without a connection.')}
    </EmptyState>
  );
}

function EventChoice({ onOpened }: Props) {
  const [events, setEvents] = useState<TicketEvent[]>();
  const [problem, setProblem] = useState('');
  const load = () => {
    setProblem('');
    client(DoorService)
      .listDoorEvents({})
      .then(
        (answer) => setEvents(answer.events),
        (error: unknown) => setProblem(messageOf(error, _('We failed to load your events.'))),
      );
  };
  useEffect(load, []);
  if (problem) return <ErrorState title={problem} onRetry={load} />;
  if (!events) return <Skeleton className="h-72" label={_('Loading')} />;
  if (events.length > 0) return <SetupForm events={events} onOpened={onOpened} />;
  return (
    <EmptyState
      icon={<ScanLine aria-hidden />}
      title={_('No event needs you at its door')}
      action={<Button onClick={load}>{_('Look again')}</Button>}
    >
      {_(
        'Events appear here once you are a manager or a doorkeeper of their organization, until a day after they end.',
      )}
    </EmptyState>
  );
}

function SetupForm({ events, onOpened }: Props & { events: readonly TicketEvent[] }) {
  const form = useZodForm(doorForm, { eventId: events[0]?.id ?? '', name: '' });
  const options = events.map(({ id, name, startTime, timeZone }) => ({
    value: id,
    label: startTime ? `${name}, ${formatMoment(timestampDate(startTime), timeZone)}` : name,
  }));
  return (
    <Form
      form={form}
      fallback={_('We failed to set this device up. Please try again.')}
      onSubmit={async (values) => {
        const { door, credential } = await client(DoorService).openDoor(values);
        const event = events.find(({ id }) => id === values.eventId);
        if (door && event) await onOpened(keptDoor(door, credential, event));
      }}
    >
      <Select label={_('Event')} options={options} {...fieldOf(form, 'eventId')} />
      <TextField
        label={_('Name of this device')}
        hint={_('Such as Main entrance, or whose phone it is. Your team sees it.')}
        autoComplete="off"
        {...fieldOf(form, 'name')}
      />
      <SubmitButton>{_('Use this device as a door')}</SubmitButton>
    </Form>
  );
}

const keptDoor = ({ id, name, eventId }: Door, credential: string, event: TicketEvent): KeptDoor => ({
  ...{ id, name, eventId, credential, eventName: event.name, timeZone: event.timeZone, publicKey: '' },
  startTime: event.startTime ? timestampDate(event.startTime).toISOString() : '',
  ...{ scansAfter: 0n, changesState: 0n, offsetMs: 0, admitted: 0, tickets: 0, syncedAt: 0 },
  ...{ shutOutDoorIds: [], refusal: '' },
});
