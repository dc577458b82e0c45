import { type FilmList, ListService } from '@marquee/contracts/film/v1/lists_pb';
import { useState } from 'react';
import { client } from '../../api/browser/client.ts';
import { NotReady } from '../../data/not-ready.tsx';
import { optimisticallyOrToast } from '../../data/optimistically.ts';
import { useAttempt } from '../../data/use-attempt.ts';
import { useOwn } from '../../data/use-own.ts';
import { _ } from '../../language/words.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/choice.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/field.tsx';

type Props = { film: { id: string; title: string }; open: boolean; onOpenChange: (open: boolean) => void };

/** Puts a film on the viewer's lists, or takes it off [FLM-14:lists]. */
export default function AddToListDialog({ film, open, onOpenChange }: Props) {
  return (
    <Dialog title={_('Add to a list')} description={film.title} open={open} onOpenChange={onOpenChange}>
      {open ? <OwnLists filmId={film.id} /> : null}
    </Dialog>
  );
}

function OwnLists({ filmId }: { filmId: string }) {
  const { own, retry, change } = useOwn(ListService.method.listLists, { filmId });
  if (own.state !== 'ready')
    return (
      <NotReady
        {...{ own, retry }}
        className="h-40"
        loading={_('Loading your lists')}
        failed={_('We failed to load your lists.')}
      />
    );
  const show = (listId: string, hasFilm: boolean) =>
    change((now) => ({
      ...now,
      lists: now.lists.map((list) => (list.id === listId ? { ...list, hasFilm } : list)),
    }));
  const set = (list: FilmList, listed: boolean) =>
    optimisticallyOrToast(
      () => show(list.id, listed),
      () => client(ListService).setListed({ listId: list.id, filmId, listed }),
      _('We failed to save that. Please try again.'),
    );
  return (
    <div className="grid gap-5">
      {own.value.lists.length === 0 ? (
        <p className="text-ink-muted">{_('You have no list yet. Name the first one below.')}</p>
      ) : (
        <ul className="grid max-h-72 gap-3 overflow-y-auto">
          {own.value.lists.map((list) => (
            <li key={list.id}>
              <Checkbox
                label={list.title}
                checked={list.hasFilm}
                onChange={({ currentTarget }) => void set(list, currentTarget.checked)}
              />
            </li>
          ))}
        </ul>
      )}
      <NewListWith filmId={filmId} onMade={() => void retry()} />
    </div>
  );
}

function NewListWith({ filmId, onMade }: { filmId: string; onMade: () => void }) {
  const [title, setTitle] = useState('');
  const [pending, error, attempt] = useAttempt();
  const make = () =>
    attempt(async () => {
      const lists = client(ListService);
      const { listId } = await lists.createList({ title });
      await lists.setListed({ listId, filmId, listed: true });
      setTitle('');
      onMade();
    }, _('We failed to save your list. Please try again.'));
  return (
    <form
      className="grid gap-3"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!pending) void make();
      }}
    >
      <TextField
        label={_('New list')}
        hint={_('Only you see it until you say otherwise.')}
        value={title}
        error={error}
        autoComplete="off"
        onChange={({ currentTarget }) => setTitle(currentTarget.value)}
      />
      <Button type="submit" pending={pending} disabled={title.trim() === ''}>
        {_('Make it and add the film')}
      </Button>
    </form>
  );
}
