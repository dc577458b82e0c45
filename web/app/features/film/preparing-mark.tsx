import { preparationText, usePreparing } from './use-preparing.ts';

/** On the poster of a film that cannot be watched yet: that it is being prepared, and how far it is. */
export function PreparingMark({ filmId }: { filmId: string }) {
  const preparation = usePreparing([filmId])(filmId);
  if (preparation.state === 'done') return null;
  const percent = preparation.state === 'preparing' ? preparation.percent : 0;
  return (
    <span className="absolute inset-x-0 bottom-0 grid gap-1.5 bg-linear-to-t from-film/90 to-transparent px-2.5 pt-10 pb-2.5 text-caption text-on-film">
      {preparationText(preparation)}
      <span aria-hidden className="block h-1 overflow-hidden rounded-full bg-on-film/25">
        <span className="block h-full bg-action" style={{ width: `${percent}%` }} />
      </span>
    </span>
  );
}
