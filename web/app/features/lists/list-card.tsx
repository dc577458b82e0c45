import { LockKeyhole } from 'lucide-react';
import { _ } from '../../language/words.ts';
import { Poster } from '../../ui/picture.tsx';
import { Section } from '../../ui/section.tsx';
import type { ListView } from './list-view.ts';

const PLACES = ['first', 'second', 'third', 'fourth'] as const;

function ListCard({ list }: { list: ListView }) {
  return (
    <li className="min-w-0">
      <a href={`/lists/${list.id}`} className="group grid gap-2.5 rounded-poster outline-offset-4">
        <span className="grid grid-cols-4 gap-1 overflow-hidden rounded-poster">
          {PLACES.map((place, at) => (
            <Poster key={place} source={list.posters[at]} alt="" sizes="6rem" fallback={<span />} />
          ))}
        </span>
        <span className="grid gap-0.5">
          <span className="flex min-w-0 items-center gap-1.5 font-medium group-hover:text-action-ink">
            <span className="truncate">{list.title}</span>
            {list.isPublic ? null : (
              <span title={_('Only you see this list')} className="shrink-0 text-ink-muted">
                <LockKeyhole aria-hidden className="size-4" />
                <span className="sr-only">{_('Only you see this list')}</span>
              </span>
            )}
          </span>
          <span className="text-caption text-ink-muted">
            {_('{count, plural, =0 {No films} one {# film} other {# films}}', { count: list.count })}
          </span>
        </span>
      </a>
    </li>
  );
}

export function ListGrid({ lists }: { lists: readonly ListView[] }) {
  return (
    <ul className="grid gap-6 sm:grid-cols-2 lg:grid-cols-3">
      {lists.map((list) => (
        <ListCard key={list.id} list={list} />
      ))}
    </ul>
  );
}

/** On a profile: the lists that somebody shows [FLM-14:lists]. */
export function PersonLists({ lists }: { lists: readonly ListView[] }) {
  if (lists.length === 0) return null;
  return (
    <Section title={_('Lists')}>
      <ListGrid lists={lists} />
    </Section>
  );
}
