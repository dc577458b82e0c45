import { type Event, ProgrammeDeskService } from '@marquee/contracts/festival/v1/programme_pb';
import { blockSchema, PROGRAMME_MESSAGES } from '@marquee/rules/programme';
import { type FormEvent, useEffect, useState } from 'react';
import { client } from '../../api/browser/client.ts';
import { optimisticallyOrToast } from '../../data/optimistically.ts';
import { orToast } from '../../data/or-toast.ts';
import { usePending } from '../../data/use-pending.ts';
import { _ } from '../../language/words.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { orderWords } from '../../ui/order-words.ts';
import { Section } from '../../ui/section.tsx';
import { type Moving, SortableList } from '../../ui/sortable-list.tsx';
import { BlockFilmChoice } from './block-film-choice.tsx';
import type { BlockFilmView, BlockView, EventView } from './event-view.ts';
import { useFields } from './use-fields.ts';

type Changed = (event: Event | undefined) => void;
type Props = { event: EventView; isAdmin: boolean; changed: Changed };

/** The blocks of an event with their films, in order [FES-03] [FES-04]. */
export function BlocksDesk({ event, isAdmin, changed }: Props) {
  const { blocks, saving, arrange } = useArrange(event, changed);
  const titled = blocks.map((block) => ({ ...block, title: block.name }));
  const arrangeFilms = (blockId: string, films: BlockFilmView[]) =>
    arrange(blocks.map((block) => (block.id === blockId ? { ...block, films } : block)));
  return (
    <Section title={_('Blocks')}>
      {blocks.length === 0 ? (
        <p className="text-ink-muted">{_('No blocks yet. A block is a part of the event with films in order.')}</p>
      ) : null}
      <SortableList
        label={_('Blocks')}
        items={titled}
        words={orderWords(titled)}
        saving={saving}
        onOrder={arrange}
        lineClass="grid"
      >
        {(block, _place, moving) => <Block {...{ event, block, isAdmin, changed, saving, moving, arrangeFilms }} />}
      </SortableList>
      <AddBlock eventId={event.id} changed={changed} />
    </Section>
  );
}

/** The blocks as they are shown: in a new order at once, and back in the old one when it cannot be saved. */
function useArrange(event: EventView, changed: Changed) {
  const [blocks, setBlocks] = useState(event.blocks);
  const [saving, during] = usePending();
  useEffect(() => setBlocks(event.blocks), [event.blocks]);
  const arrange = (next: BlockView[]) =>
    during(() =>
      optimisticallyOrToast(
        () => {
          setBlocks(next);
          return () => setBlocks(event.blocks);
        },
        async () => {
          const order = next.map(({ id, films }) => ({ blockId: id, blockFilmIds: films.map((film) => film.id) }));
          changed((await client(ProgrammeDeskService).arrangeBlocks({ eventId: event.id, blocks: order })).event);
        },
        _('We failed to save the order. Please try again.'),
      ),
    );
  return { blocks, saving, arrange: (next: BlockView[]) => void arrange(next) };
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

type BlockProps = Props & {
  block: BlockView;
  saving: boolean;
  moving: Moving;
  arrangeFilms: (blockId: string, films: BlockFilmView[]) => void;
};

function Block({ event, block, isAdmin, changed, saving, moving, arrangeFilms }: BlockProps) {
  const [pending, during] = usePending();
  /** The film that another takes the place of; '' while one is added at the end. */
  const [choosing, setChoosing] = useState<string>();
  const eventId = event.id;
  const run = (call: () => Promise<{ event?: Event }>, failed: string) =>
    during(() =>
      orToast(async () => {
        changed((await call()).event);
      }, failed),
    );
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
        <div className="flex min-w-0 items-center gap-2">
          {moving.handle}
          <h3 className="min-w-0 wrap-anywhere font-medium text-lead">{block.name}</h3>
        </div>
        <span className="flex items-center gap-2">
          {moving.steps}
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
        </span>
      </div>
      {block.films.length === 0 ? (
        <p className="text-ink-muted text-small">{_('No films in this block yet.')}</p>
      ) : null}
      <SortableList
        label={_('Films of {block}', { block: block.name })}
        items={block.films}
        words={orderWords(block.films)}
        saving={saving}
        onOrder={(films) => arrangeFilms(block.id, films)}
        className="grid border-line border-t empty:border-0"
        lineClass="grid gap-3"
      >
        {(film, _place, { handle, steps }) => (
          <>
            <div className="flex flex-wrap items-center justify-between gap-3">
              <span className="flex min-w-0 items-center gap-2">
                {handle}
                <span className="min-w-0 wrap-anywhere">
                  {film.title}
                  {film.isPublic ? null : (
                    <span className="block text-ink-muted text-small">
                      {_('Not public: only you see which film it is.')}
                    </span>
                  )}
                </span>
              </span>
              <span className="flex flex-wrap gap-2">
                {steps}
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
          </>
        )}
      </SortableList>
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
