import { ProgrammeDeskService } from '@marquee/contracts/festival/v1/programme_pb';
import { venueSchema } from '@marquee/rules/programme';
import { type FormEvent, useState } from 'react';
import { client } from '../../api/browser/client.ts';
import { orToast } from '../../data/or-toast.ts';
import { _ } from '../../language/words.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Select, TextField } from '../../ui/field.tsx';
import { Section } from '../../ui/section.tsx';
import { toast } from '../../ui/toast.ts';
import { ownTimeZone, timeZones } from '../notices/time-zones.ts';
import { type VenueView, venueView } from './event-view.ts';
import { useFields } from './use-fields.ts';

/** The venues of an organization with their capacity [FES-11]. */
export function VenuesDesk({ festivalId, first }: { festivalId: string; first: VenueView[] }) {
  const [venues, setVenues] = useState(first);
  const [edited, setEdited] = useState<string>();
  const reload = async () => {
    const answer = await client(ProgrammeDeskService).listVenues({ festivalId });
    setVenues(answer.venues.map(venueView));
    setEdited(undefined);
  };
  const remove = ({ id, name }: VenueView) =>
    orToast(async () => {
      await client(ProgrammeDeskService).deleteVenue({ festivalId, venueId: id });
      await reload();
      toast({ message: _('{name} was removed.', { name }), tone: 'good' });
    }, _('We failed to remove the venue. Please try again.'));
  return (
    <Section title={_('Venues')}>
      {venues.length === 0 ? (
        <p className="text-ink-muted">{_('No venues yet')}</p>
      ) : (
        <ul className="grid gap-3">
          {venues.map((venue) => (
            <li key={venue.id} className="grid gap-4 rounded-panel bg-surface p-4 shadow-lit">
              <div className="flex flex-wrap items-start justify-between gap-3">
                <div className="grid min-w-0 gap-0.5">
                  <span className="wrap-anywhere font-medium">{venue.name}</span>
                  <span className="wrap-anywhere text-ink-muted text-small">
                    {[venue.address, venue.city].filter(Boolean).join(', ')}
                  </span>
                  <span className="text-ink-muted text-small">
                    {_('{count, plural, one {# person} other {# people}}', { count: venue.capacity })}
                  </span>
                </div>
                <div className="flex gap-2">
                  <Button size="small" onClick={() => setEdited(edited === venue.id ? undefined : venue.id)}>
                    {_('Edit')}
                  </Button>
                  <Button size="small" variant="danger" onClick={() => void remove(venue)}>
                    {_('Remove')}
                  </Button>
                </div>
              </div>
              {edited === venue.id ? <VenueForm festivalId={festivalId} venue={venue} saved={reload} /> : null}
            </li>
          ))}
        </ul>
      )}
      {edited === '' ? (
        <VenueForm festivalId={festivalId} venue={undefined} saved={reload} />
      ) : (
        <Button className="justify-self-start" onClick={() => setEdited('')}>
          {_('Add a venue')}
        </Button>
      )}
    </Section>
  );
}

type FormProps = { festivalId: string; venue: VenueView | undefined; saved: () => Promise<void> };

function VenueForm({ festivalId, venue, saved }: FormProps) {
  const form = useFields({
    ...{ name: venue?.name ?? '', address: venue?.address ?? '', city: venue?.city ?? '' },
    ...{ country: venue?.country ?? '', timeZone: venue?.timeZone ?? ownTimeZone() },
    capacity: venue ? String(venue.capacity) : '',
  });
  const { fields, errors, set } = form;
  const save = async (submitted: FormEvent) => {
    submitted.preventDefault();
    const given = venueSchema.safeParse({ ...fields, capacity: Number(fields.capacity) });
    if (!given.success) return form.refuse(given.error.issues);
    await form.save(async () => {
      await client(ProgrammeDeskService).saveVenue({ festivalId, venueId: venue?.id ?? '', ...given.data });
      await saved();
    }, _('We failed to save the venue. Please try again.'));
  };
  const text = (name: 'name' | 'address' | 'city' | 'capacity') => ({
    ...{ name, value: fields[name], error: errors[name] },
    onChange: (change: { target: { value: string } }) => set({ [name]: change.target.value }),
  });
  return (
    <form noValidate className="grid max-w-2xl gap-5" onSubmit={save}>
      <TextField label={_('Name of the venue')} {...text('name')} />
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField label={_('Address')} optional {...text('address')} />
        <TextField label={_('City')} optional {...text('city')} />
      </div>
      <Select
        label={_('Time zone of the venue')}
        value={fields.timeZone}
        error={errors.timeZone}
        options={timeZones(fields.timeZone).map((zone) => ({ value: zone, label: zone.replaceAll('_', ' ') }))}
        onChange={({ target }) => set({ timeZone: target.value })}
      />
      <TextField label={_('Capacity in people')} inputMode="numeric" {...text('capacity')} />
      {form.problem ? (
        <Banner tone="danger" urgent>
          {form.problem}
        </Banner>
      ) : null}
      <Button type="submit" variant="primary" pending={form.pending} className="justify-self-start">
        {_('Save venue')}
      </Button>
    </form>
  );
}
