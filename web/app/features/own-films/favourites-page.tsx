import { DiaryService } from '@marquee/contracts/film/v1/diary_pb';
import { FAVOURITE_FILMS_MAX } from '@marquee/rules/diary';
import { Heart, X } from 'lucide-react';
import { useState } from 'react';
import { client } from '../../api/browser/client.ts';
import { optimisticallyOrToast } from '../../data/optimistically.ts';
import { _ } from '../../language/words.ts';
import { IconButton } from '../../ui/button.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { toast } from '../../ui/toast.ts';
import type { CardView } from '../feed/card-view.ts';
import { FilmPicker } from './film-picker.tsx';
import { SortableFilms } from './sortable-films.tsx';

/** The viewer's four favourite films, which their profile shows [FLM-14:favourites]. */
export function FavouritesPage({ films: first }: { films: CardView[] }) {
  const [films, setFilms] = useState(first);
  const save = (next: CardView[]) => {
    const before = films;
    return optimisticallyOrToast(
      () => {
        setFilms(next);
        return () => setFilms(before);
      },
      () => client(DiaryService).setFavouriteFilms({ filmIds: next.map(({ id }) => id) }),
      _('We failed to save your favourites. Please try again.'),
    );
  };
  const remove = async (film: CardView) => {
    const before = films;
    if (!(await save(films.filter(({ id }) => id !== film.id)))) return;
    toast({
      message: _('{title} is not among your favourites any more.', { title: film.title }),
      undo: () => void save(before),
    });
  };
  const add = (film: CardView) => {
    if (films.some(({ id }) => id === film.id)) return;
    void save([...films, film]);
  };
  return (
    <div className="page page-column gap-8 py-8 md:py-12">
      <PageTitle
        title={_('Favourite films')}
        lead={_('The four films that say most about you. Your profile shows them in this order.')}
        crumbs={[
          { href: '/profile', label: _('Profile') },
          { href: '/profile/edit', label: _('Edit profile') },
        ]}
      />
      {films.length === 0 ? (
        <EmptyState icon={<Heart aria-hidden />} title={_('No favourites yet')}>
          {_('Search for a film below, and it stands here.')}
        </EmptyState>
      ) : (
        <SortableFilms
          label={_('Favourite films')}
          films={films}
          onOrder={(next) => void save(next)}
          actions={(film) => (
            <IconButton label={_('Remove {title}', { title: film.title })} onClick={() => void remove(film)}>
              <X aria-hidden className="size-5" />
            </IconButton>
          )}
        />
      )}
      {films.length < FAVOURITE_FILMS_MAX ? (
        <FilmPicker key={films.length} label={_('Add a film')} onChoose={add} />
      ) : (
        <p className="text-ink-muted">{_('You have chosen four films. Remove one to choose another.')}</p>
      )}
    </div>
  );
}
