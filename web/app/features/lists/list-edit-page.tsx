import { ListService } from '@marquee/contracts/film/v1/lists_pb';
import { FILM_LIST_FILMS_MAX } from '@marquee/rules/film-lists';
import { FileUp, Trash2, X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { client } from '../../api/browser/client.ts';
import { optimisticallyOrToast } from '../../data/optimistically.ts';
import { useAttempt } from '../../data/use-attempt.ts';
import { _ } from '../../language/words.ts';
import { Button, IconButton, LinkButton } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { FieldError } from '../../ui/field.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { Section } from '../../ui/section.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { toast } from '../../ui/toast.ts';
import type { CardView } from '../feed/card-view.ts';
import { FilmPicker } from '../own-films/film-picker.tsx';
import { SortableFilms } from '../own-films/sortable-films.tsx';
import { ListForm } from './list-form.tsx';
import type { ListedFilm, ListView, WholeList } from './list-view.ts';

/** Changes an own list: what it says, its films and their order [FLM-14:lists]. */
export function ListEditPage({ list, films: loaded }: WholeList) {
  const { id, title, description, ranked, isPublic } = list;
  return (
    <div className="page page-column gap-10 py-8 md:py-12">
      <PageTitle
        title={_('Edit list')}
        crumbs={[
          { href: '/lists', label: _('Lists') },
          { href: `/lists/${id}`, label: title },
        ]}
        actions={
          <>
            <LinkButton to={`/import?list=${id}`} icon={<FileUp aria-hidden className="size-4" />}>
              {_('Import')}
            </LinkButton>
            <DeleteList list={list} />
          </>
        }
      />
      <ListFilms listId={id} loaded={loaded} />
      <Section title={_('About this list')}>
        <ListForm
          initial={{ title, description, ranked, isPublic }}
          submit={_('Save list')}
          onSave={async (fields) => {
            await client(ListService).updateList({ listId: id, ...fields });
            toast({ message: _('Your list was saved.'), tone: 'good' });
          }}
        />
      </Section>
    </div>
  );
}

function ListFilms({ listId, loaded }: { listId: string; loaded: ListedFilm[] }) {
  const [films, setFilms] = useState(loaded);
  useEffect(() => setFilms(loaded), [loaded]);
  const save = (next: ListedFilm[]) => {
    const before = films;
    return optimisticallyOrToast(
      () => {
        setFilms(next);
        return () => setFilms(before);
      },
      () => client(ListService).setListFilms({ listId, filmIds: next.map(({ id }) => id) }),
      _('We failed to save your list. Please try again.'),
    );
  };
  const remove = async (film: ListedFilm) => {
    const before = films;
    if (!(await save(films.filter(({ id }) => id !== film.id)))) return;
    toast({ message: _('{title} is off your list.', { title: film.title }), undo: () => void save(before) });
  };
  const add = (film: CardView) => {
    if (films.some(({ id }) => id === film.id)) return;
    void save([...films, { ...film, available: true }]);
  };
  return (
    <Section title={_('Films')}>
      {films.length === 0 ? (
        <EmptyState title={_('No films on this list yet')}>
          {_('Search for a film below, and it stands here.')}
        </EmptyState>
      ) : (
        <SortableFilms
          label={_('Films on this list')}
          films={films}
          onOrder={(next) => void save(next)}
          below={(film) =>
            film.available ? null : <p className="text-caption text-ink-muted">{_('Not available at the moment')}</p>
          }
          actions={(film) => (
            <IconButton label={_('Remove {title}', { title: film.title })} onClick={() => void remove(film)}>
              <X aria-hidden className="size-5" />
            </IconButton>
          )}
        />
      )}
      {films.length < FILM_LIST_FILMS_MAX ? (
        <FilmPicker key={films.length} label={_('Add a film')} onChoose={add} />
      ) : (
        <p className="text-ink-muted">{_('A list holds at most 250 films. Remove one to add another.')}</p>
      )}
    </Section>
  );
}

function DeleteList({ list }: { list: ListView }) {
  const navigate = useNavigate();
  const [open, setOpen] = useState(false);
  const [pending, error, attempt] = useAttempt();
  const remove = () =>
    attempt(async () => {
      await client(ListService).deleteList({ listId: list.id });
      toast({ message: _('{title} was deleted.', { title: list.title }) });
      void navigate('/lists');
    }, _('We failed to delete that. Please try again.'));
  return (
    <Dialog
      title={_('Delete {title}?', { title: list.title })}
      description={_('The list is gone for good. The films stay.')}
      open={open}
      onOpenChange={setOpen}
      trigger={<Button icon={<Trash2 aria-hidden className="size-4" />}>{_('Delete list')}</Button>}
      actions={
        <Button variant="danger" pending={pending} onClick={() => void remove()}>
          {_('Delete list')}
        </Button>
      }
    >
      {error ? <FieldError>{error}</FieldError> : null}
    </Dialog>
  );
}
