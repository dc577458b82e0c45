import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import { type Event, ProgrammeDeskService } from '@marquee/contracts/festival/v1/programme_pb';
import { eventSchema, PROGRAMME_LIMITS } from '@marquee/rules/programme';
import { localTime, momentAt } from '@marquee/rules/zoned-times';
import type { FormEvent } from 'react';
import { client } from '../../api/browser/client.ts';
import { _ } from '../../language/words.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Select, TextArea, TextField } from '../../ui/field.tsx';
import { Switch } from '../../ui/switch.tsx';
import { ownTimeZone, timeZones } from '../notices/time-zones.ts';
import type { EventView, VenueView } from './event-view.ts';
import { useFields } from './use-fields.ts';

type Props = {
  festivalId: string;
  venues: readonly VenueView[];
  event: EventView | undefined;
  onSaved: (event: Event | undefined) => void;
};

function begun(event: EventView | undefined, venues: readonly VenueView[]) {
  const timeZone = event?.timeZone ?? venues[0]?.timeZone ?? ownTimeZone();
  const local = (moment: string | undefined) => (moment ? localTime(new Date(moment), timeZone) : '');
  return {
    ...{ name: event?.name ?? '', description: event?.description ?? '', timeZone },
    ...{ startTime: local(event?.startTime), endTime: local(event?.endTime) },
    eventVirtual: event?.isVirtual ?? venues.length === 0,
    venueId: event?.venue?.id ?? venues[0]?.id ?? '',
    capacity: event?.capacity ? String(event.capacity) : '',
    sellingTickets: event?.sellingTickets ?? false,
    preRollVideoUri: event?.preRollVideoUri ?? '',
    preRollDuration: event?.preRollDuration ? String(event.preRollDuration) : '',
  };
}

/** What an organization enters of an event; times are those of the clocks where it is [FES-03] [ENT-03]. */
export function EventForm({ festivalId, venues, event, onSaved }: Props) {
  const form = useFields(begun(event, venues));
  const { fields, errors, set } = form;

  const save = async (submitted: FormEvent) => {
    submitted.preventDefault();
    const given = eventSchema.safeParse({
      ...fields,
      startTime: momentAt(fields.startTime, fields.timeZone),
      endTime: momentAt(fields.endTime, fields.timeZone),
      venueId: fields.eventVirtual ? '' : fields.venueId,
      capacity: Number(fields.capacity),
      preRollDuration: Number(fields.preRollDuration),
    });
    if (!given.success) return form.refuse(given.error.issues);
    const { startTime, endTime, ...same } = given.data;
    const times = { startTime: timestampFromDate(startTime), endTime: timestampFromDate(endTime) };
    await form.save(async () => {
      const desk = client(ProgrammeDeskService);
      const answer = event
        ? await desk.updateEvent({ eventId: event.id, expectedVersion: BigInt(event.version), ...same, ...times })
        : await desk.createEvent({ festivalId, ...same, ...times });
      onSaved(answer.event);
    }, _('We failed to save the event. Please try again.'));
  };
  const text = (name: 'name' | 'capacity' | 'startTime' | 'endTime' | 'preRollVideoUri' | 'preRollDuration') => ({
    ...{ name, value: fields[name], error: errors[name] },
    onChange: (change: { target: { value: string } }) => set({ [name]: change.target.value }),
  });
  return (
    <form noValidate className="grid max-w-2xl gap-5" onSubmit={save}>
      <TextField label={_('Name')} maxLength={PROGRAMME_LIMITS.nameLengthMax} {...text('name')} />
      <TextArea
        label={_('Description')}
        optional
        value={fields.description}
        error={errors.description}
        onChange={({ target }) => set({ description: target.value })}
      />
      <Switch
        label={_('Online, without a venue')}
        checked={fields.eventVirtual}
        onChange={({ target }) => set({ eventVirtual: target.checked })}
      />
      {fields.eventVirtual ? null : (
        <Select
          label={_('Venue')}
          value={fields.venueId}
          error={errors.venueId}
          placeholder={_('Choose a venue')}
          options={venues.map(({ id, name }) => ({ value: id, label: name }))}
          onChange={({ target }) =>
            set({
              venueId: target.value,
              timeZone: venues.find(({ id }) => id === target.value)?.timeZone ?? fields.timeZone,
            })
          }
        />
      )}
      <Select
        label={_('Time zone')}
        hint={_('The times below are those of the clocks there.')}
        value={fields.timeZone}
        error={errors.timeZone}
        options={timeZones(fields.timeZone).map((zone) => ({ value: zone, label: zone.replaceAll('_', ' ') }))}
        onChange={({ target }) => set({ timeZone: target.value })}
      />
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField type="datetime-local" label={_('Begins')} {...text('startTime')} />
        <TextField type="datetime-local" label={_('Ends')} {...text('endTime')} />
      </div>
      <TextField
        label={_('Room for')}
        optional
        inputMode="numeric"
        hint={
          fields.eventVirtual
            ? _('How many people can take part; empty for no limit.')
            : _('How many people can take part; empty for as many as the venue takes.')
        }
        {...text('capacity')}
      />
      <Switch
        label={_('Tickets are on sale')}
        checked={fields.sellingTickets}
        onChange={({ target }) => set({ sellingTickets: target.checked })}
      />
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField
          label={_('Address of the pre-roll video')}
          optional
          hint={_('What is played before the films.')}
          {...text('preRollVideoUri')}
        />
        <TextField
          label={_('Length of the pre-roll in seconds')}
          optional
          inputMode="numeric"
          {...text('preRollDuration')}
        />
      </div>
      {form.problem ? (
        <Banner tone="danger" urgent>
          {form.problem}
        </Banner>
      ) : null}
      <Button type="submit" variant="primary" pending={form.pending} className="justify-self-start">
        {event ? _('Save event') : _('Save as a draft')}
      </Button>
    </form>
  );
}
