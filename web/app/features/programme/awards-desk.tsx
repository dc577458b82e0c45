import { type Event, ProgrammeDeskService } from '@marquee/contracts/festival/v1/programme_pb';
import { eventAwardSchema } from '@marquee/rules/programme';
import { type FormEvent, useState } from 'react';
import { client } from '../../api/browser/client.ts';
import { orToast } from '../../data/or-toast.ts';
import { _ } from '../../language/words.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Select, TextField } from '../../ui/field.tsx';
import { Section } from '../../ui/section.tsx';
import { Switch } from '../../ui/switch.tsx';
import type { EventView } from './event-view.ts';
import { useFields } from './use-fields.ts';

type Props = { event: EventView; changed: (event: Event | undefined) => void };

/** The awards that an event gave to its films, whose pages show them [FES-07]. */
export function AwardsDesk({ event, changed }: Props) {
  const [removing, setRemoving] = useState('');
  const remove = async (awardId: string) => {
    setRemoving(awardId);
    await orToast(async () => {
      changed((await client(ProgrammeDeskService).deleteEventAward({ eventId: event.id, awardId })).event);
    }, _('We failed to remove the award. Please try again.'));
    setRemoving('');
  };
  return (
    <Section title={_('Awards')}>
      {event.awards.length === 0 ? (
        <p className="text-ink-muted">{_('No awards yet')}</p>
      ) : (
        <ul className="grid border-line border-t">
          {event.awards.map((award) => (
            <li key={award.id} className="flex flex-wrap items-center justify-between gap-3 border-line border-b py-3">
              <span className="grid min-w-0">
                <span className="wrap-anywhere font-medium">{award.title}</span>
                <span className="wrap-anywhere text-ink-muted text-small">
                  {award.category || _('Official selection')} · {award.winner ? _('Winner') : _('Nominated')}
                </span>
              </span>
              <Button
                size="small"
                variant="danger"
                pending={removing === award.id}
                onClick={() => void remove(award.id)}
              >
                {_('Remove')}
              </Button>
            </li>
          ))}
        </ul>
      )}
      <AddAward event={event} changed={changed} />
    </Section>
  );
}

function AddAward({ event, changed }: Props) {
  const form = useFields({ filmId: '', category: '', winner: true });
  const { fields, errors, set } = form;
  const films = new Map(event.blocks.flatMap((block) => block.films.map((film) => [film.filmId, film.title])));
  const add = async (submitted: FormEvent) => {
    submitted.preventDefault();
    const given = eventAwardSchema.safeParse(fields);
    if (!given.success) return form.refuse(given.error.issues);
    await form.save(async () => {
      const award = { eventId: event.id, awardId: '', ...given.data };
      changed((await client(ProgrammeDeskService).saveEventAward(award)).event);
      form.reset();
    }, _('We failed to save the award. Please try again.'));
  };
  if (films.size === 0)
    return <p className="text-ink-muted text-small">{_('Put films into a block to award them.')}</p>;
  return (
    <form noValidate className="grid max-w-xl gap-4" onSubmit={add}>
      <Select
        label={_('Film')}
        placeholder={_('Choose a film')}
        value={fields.filmId}
        error={errors.filmId}
        options={[...films].map(([value, label]) => ({ value, label }))}
        onChange={({ target }) => set({ filmId: target.value })}
      />
      <TextField
        label={_('Category')}
        optional
        value={fields.category}
        error={errors.category}
        onChange={({ target }) => set({ category: target.value })}
      />
      <Switch label={_('Winner')} checked={fields.winner} onChange={({ target }) => set({ winner: target.checked })} />
      {form.problem ? (
        <Banner tone="danger" urgent>
          {form.problem}
        </Banner>
      ) : null}
      <Button type="submit" pending={form.pending} className="justify-self-start">
        {_('Add award')}
      </Button>
    </form>
  );
}
