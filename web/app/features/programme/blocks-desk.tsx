import { type Event, ProgrammeDeskService } from '@marquee/contracts/festival/v1/programme_pb';
import { blockSchema, PROGRAMME_MESSAGES } from '@marquee/rules/programme';
import { type FormEvent, useState } from 'react';
import { messageOf } from '../../api/api-error.ts';
import { client } from '../../api/browser/client.ts';
import { _ } from '../../language/words.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { Section } from '../../ui/section.tsx';
import { toast } from '../../ui/toast.tsx';
import { BlockFilmChoice } from './block-film-choice.tsx';
import type { BlockView, EventView } from './event-view.ts';
import { useFields } from './use-fields.ts';

type Changed = (event: Event | undefined) => void;
type Props = { event: EventView; isAdmin: boolean; changed: Changed };

/** The blocks of an event with their films, in order [FES-03] [FES-04]. */
export function BlocksDesk({ event, isAdmin, changed }: Props) {
  return (
    <Section title={_('Blocks')}>
      {event.blocks.length === 0 ? (
        <p className="text-ink-muted">{_('No blocks yet. A block is a part of the event with films in order.')}</p>
      ) : null}
      <ol className="grid gap-4">
        {event.blocks.map((block) => (
          <li key={block.id}>
            <Block {...{ event, block, isAdmin, changed }} />
          </li>
        ))}
      </ol>
      <AddBlock eventId={event.id} changed={changed} />
    </Section>
  );
}

function AddBlock({ eventId, changed }: { eventId: string; changed: Changed }) {
  const form = useFields({ name: '' });
  const add = async (submitted: FormEvent) => {
    submitted.preventDefault();
    const given = blockSchema.safeParse(form.fields);
    if (!given.success) return form.refuse(given.error.issues);
    await form.save(async () => {
      changed((await client(ProgrammeDeskService).saveBlock({ eventId, blockId: '', ...given.data })).event);
      form.reset();
    }, _('We failed to save the block. Please try again.'));
  };
  return (
    <form noValidate className="grid max-w-md gap-3" onSubmit={add}>
      <TextField
        label={_('Name of a new block')}
        value={form.fields.name}
        error={form.errors.name}
        onChange={({ target }) => form.set({ name: target.value })}
      />
      {form.problem ? (
        <Banner tone="danger" urgent>
          {form.problem}
        </Banner>
      ) : null}
      <Button type="submit" pending={form.pending} className="justify-self-start">
        {_('Add block')}
      </Button>
    </form>
  );
}

function Block({ event, block, isAdmin, changed }: Props & { block: BlockView }) {
  const [pending, setPending] = useState(false);
  /** The film that another takes the place of; '' while one is added at the end. */
  const [choosing, setChoosing] = useState<string>();
  const eventId = event.id;
  const run = async (call: () => Promise<{ event?: Event }>, failed: string) => {
    setPending(true);
    try {
      changed((await call()).event);
    } catch (error) {
      toast({ message: messageOf(error, failed), tone: 'danger' });
    } finally {
      setPending(false);
    }
  };
  const desk = () => client(ProgrammeDeskService);
  const choice = (blockFilmId: string) => (
    <BlockFilmChoice
      isAdmin={isAdmin}
      submit={blockFilmId === '' ? _('Add film') : _('Replace film')}
      onCancel={() => setChoosing(undefined)}
      onChoose={async (filmId) => {
        changed((await desk().saveBlockFilm({ eventId, blockId: block.id, blockFilmId, filmId })).event);
        setChoosing(undefined);
      }}
    />
  );
  return (
    <article className="grid gap-4 rounded-panel bg-surface p-4 shadow-lit">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h3 className="wrap-anywhere font-medium text-lead">{block.name}</h3>
        <Button
          size="small"
          variant="danger"
          pending={pending}
          onClick={() =>
            void run(
              () => desk().deleteBlock({ eventId, blockId: block.id }),
              _('We failed to delete the block. Please try again.'),
            )
          }
        >
          {_('Delete block')}
        </Button>
      </div>
      {block.films.length === 0 ? (
        <p className="text-ink-muted text-small">{_('No films in this block yet.')}</p>
      ) : null}
      <ol className="grid border-line border-t">
        {block.films.map((film) => (
          <li key={film.id} className="grid gap-3 border-line border-b py-3">
            <div className="flex flex-wrap items-center justify-between gap-3">
              <span className="min-w-0 wrap-anywhere">
                {film.title}
                {film.isPublic ? null : (
                  <span className="block text-ink-muted text-small">
                    {_('Not public: only you see which film it is.')}
                  </span>
                )}
              </span>
              <span className="flex gap-2">
                <Button size="small" onClick={() => setChoosing(choosing === film.id ? undefined : film.id)}>
                  {_('Replace')}
                </Button>
                <Button
                  size="small"
                  variant="danger"
                  pending={pending}
                  onClick={() =>
                    void run(
                      () => desk().deleteBlockFilm({ eventId, blockFilmId: film.id }),
                      _(PROGRAMME_MESSAGES.deleteFilmFailed),
                    )
                  }
                >
                  {_('Delete')}
                </Button>
              </span>
            </div>
            {choosing === film.id ? choice(film.id) : null}
          </li>
        ))}
      </ol>
      {choosing === '' ? (
        choice('')
      ) : (
        <Button size="small" className="justify-self-start" onClick={() => setChoosing('')}>
          {_('Add a film')}
        </Button>
      )}
    </article>
  );
}
