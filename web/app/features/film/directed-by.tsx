import { Fragment } from 'react';
import { _ } from '../../language/words.ts';
import { worksHref } from './directors.ts';

/** All directors of a film, each of which leads to their work; nothing where none is credited. */
export function DirectedBy({ directors }: { directors: readonly string[] }) {
  if (directors.length === 0) return null;
  return (
    <p className="text-lead">
      <span className="text-ink-muted">{_('Directed by')} </span>
      {directors.map((name, index) => (
        <Fragment key={name}>
          {index === 0 ? '' : index === directors.length - 1 ? ' and ' : ', '}
          <a href={worksHref(name)} className="underline-offset-4 hover:underline">
            {name}
          </a>
        </Fragment>
      ))}
    </p>
  );
}
