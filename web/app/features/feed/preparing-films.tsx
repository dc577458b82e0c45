import { useEffect } from 'react';
import { useRevalidator } from 'react-router';
import { _ } from '../../language/words.ts';
import { usePreparing } from '../film/use-preparing.ts';
import type { CardView } from './card-view.ts';

/** Says on the home page which films are being prepared. The page loads again by itself when one can be watched. */
export function PreparingFilms({ films }: { films: readonly CardView[] }) {
  const preparing = [...new Map(films.filter((film) => film.preparing).map((film) => [film.id, film])).values()];
  return preparing.length > 0 ? <Preparing films={preparing} /> : null;
}

function Preparing({ films: preparing }: { films: readonly CardView[] }) {
  const of = usePreparing(preparing.map(({ id }) => id));
  const left = preparing.filter(({ id }) => of(id).state !== 'done');
  const { revalidate } = useRevalidator();
  const done = preparing.length - left.length;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each film that was finished.
  useEffect(() => {
    if (done > 0) void revalidate();
  }, [done]);
  if (left.length === 0) return null;
  const now = left.flatMap((film) => {
    const preparation = of(film.id);
    return preparation.state === 'preparing' && !preparation.waiting ? [{ film, percent: preparation.percent }] : [];
  })[0];
  return (
    <p className="rounded-panel border border-line bg-surface px-4 py-3 text-ink-muted text-small">
      <strong className="font-medium text-ink">
        {_('{count, plural, one {One film is being prepared.} other {# films are being prepared.}}', {
          count: left.length,
        })}
      </strong>{' '}
      {now ? (
        <span className="tabular">
          {_('Now: {title}, {percent}%.', { title: now.film.title, percent: now.percent })}{' '}
        </span>
      ) : null}
      {_('Each can be watched as soon as it is ready; this page keeps itself up to date.')}
    </p>
  );
}
