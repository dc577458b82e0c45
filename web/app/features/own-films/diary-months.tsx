import type { DiaryEntry } from '@marquee/contracts/film/v1/diary_pb';
import { Clapperboard, Pencil, RotateCcw, Trash2 } from 'lucide-react';
import type { MouseEvent } from 'react';
import { formatMonth } from '../../language/format.ts';
import { _ } from '../../language/words.ts';
import { IconButton } from '../../ui/button.tsx';
import { Poster } from '../../ui/picture.tsx';
import { StarRating } from '../../ui/star-rating.tsx';
import { cardView } from '../feed/card-view.ts';

type Actions = { onEdit?: (entry: DiaryEntry) => void; onRemove?: (entry: DiaryEntry) => Promise<void> };

/** The entries of a diary, a part for each month. */
export function DiaryMonths({ entries, ...actions }: { entries: readonly DiaryEntry[] } & Actions) {
  const months = Object.entries(Object.groupBy(entries, ({ watchedOn }) => watchedOn.slice(0, 7)));
  return (
    <div className="grid gap-10">
      {months.map(([month, ofMonth = []]) => (
        <section key={month} aria-labelledby={`month-${month}`} className="grid gap-3">
          <h2 id={`month-${month}`} className="font-title text-heading">
            {formatMonth(`${month}-01`)}
          </h2>
          <ol className="border-line border-t">
            {ofMonth.map((entry) => (
              <Entry key={entry.id} entry={entry} {...actions} />
            ))}
          </ol>
        </section>
      ))}
    </div>
  );
}

function Entry({ entry, onEdit, onRemove }: { entry: DiaryEntry } & Actions) {
  const { film, available, watchedOn, rating, rewatch, reviewed, tags } = entry;
  if (!film) return null;
  const { title, facts, poster } = cardView(film);
  const remove = ({ currentTarget }: MouseEvent<HTMLButtonElement>) => {
    // The entry goes, and the focus to the one beside it.
    const here = currentTarget.closest('li');
    const beside = here?.nextElementSibling ?? here?.previousElementSibling;
    beside?.querySelector<HTMLElement>('a, button')?.focus({ preventScroll: true });
    void onRemove?.(entry);
  };
  return (
    <li className="flex min-w-0 items-center gap-3 border-line border-b py-3 sm:gap-5">
      <time dateTime={watchedOn} className="tabular w-7 shrink-0 text-end font-title text-heading">
        {Number(watchedOn.slice(8))}
      </time>
      <span className="w-11 shrink-0 overflow-hidden rounded-poster">
        <Poster
          source={poster}
          alt=""
          sizes="2.75rem"
          fallback={<Clapperboard aria-hidden className="size-5 text-ink-faint" />}
        />
      </span>
      <div className="grid min-w-0 grow gap-1 sm:grid-cols-[minmax(0,1fr)_auto] sm:items-center sm:gap-6">
        <div className="grid min-w-0 gap-0.5">
          {available ? (
            <a href={`/feed/${film.id}`} className="truncate font-medium hover:text-action-ink">
              {title}
            </a>
          ) : (
            <span className="truncate font-medium">{title}</span>
          )}
          <span className="truncate text-caption text-ink-muted">
            {available ? facts : _('Not available at the moment')}
          </span>
          {tags.length > 0 ? (
            <ul aria-label={_('Tags')} className="flex flex-wrap gap-1.5 pt-0.5">
              {tags.map((tag) => (
                <li key={tag} className="wrap-anywhere rounded-full bg-raised px-2 text-caption text-ink-muted">
                  {tag}
                </li>
              ))}
            </ul>
          ) : null}
        </div>
        <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
          {rating > 0 ? <StarRating value={rating} /> : null}
          {rewatch ? (
            <span className="inline-flex items-center gap-1.5 text-caption text-ink-muted">
              <RotateCcw aria-hidden className="size-3.5" />
              {_('Rewatch')}
            </span>
          ) : null}
          {reviewed && available ? (
            <a
              href={`/feed/${film.id}/comments`}
              className="inline-flex min-h-6 items-center text-action-ink text-caption underline underline-offset-4"
            >
              {_('Review')}
            </a>
          ) : null}
        </div>
      </div>
      {onEdit && onRemove ? (
        <div className="flex shrink-0 gap-3 max-sm:flex-col">
          <IconButton label={_('Change {title}', { title })} size="small" onClick={() => onEdit(entry)}>
            <Pencil aria-hidden className="size-4" />
          </IconButton>
          <IconButton label={_('Delete {title}', { title })} size="small" onClick={remove}>
            <Trash2 aria-hidden className="size-4" />
          </IconButton>
        </div>
      ) : null}
    </li>
  );
}
