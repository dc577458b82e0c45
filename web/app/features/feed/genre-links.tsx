import { GENRES } from '@marquee/rules/genres';
import { _, worded } from '../../language/words.ts';

/** Links to the films of each genre. */
export function GenreLinks() {
  return (
    <nav aria-label={_('Genres')}>
      <ul className="bleed no-scrollbar flex gap-2 overflow-x-auto -my-1 py-2 md:flex-wrap">
        {GENRES.map((genre) => (
          <li key={genre}>
            <a
              href={`/films?${new URLSearchParams({ genre })}`}
              className="inline-flex min-h-11 items-center whitespace-nowrap rounded-full border border-line px-4 text-ink-muted text-small transition-colors duration-(--quick) hover:border-line-control hover:text-ink"
            >
              {worded(genre)}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
