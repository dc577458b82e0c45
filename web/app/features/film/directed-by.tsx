import { listParts } from '../../language/format.ts';
import { _ } from '../../language/words.ts';
import { worksHref } from './directors.ts';

/** All directors of a film, each of which leads to their work; nothing where none is credited. */
export function DirectedBy({ directors }: { directors: readonly string[] }) {
  if (directors.length === 0) return null;
  return (
    <p className="text-lead">
      <span className="text-ink-muted">{_('Directed by')} </span>
      {listParts(directors).map(({ text, index }) =>
        index === undefined ? (
          text
        ) : (
          <a key={text} href={worksHref(text)} className="underline-offset-4 hover:underline">
            {text}
          </a>
        ),
      )}
    </p>
  );
}
