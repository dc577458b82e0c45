import { Play } from 'lucide-react';
import { _ } from '../../language/words.ts';
import { Still } from '../../ui/picture.tsx';
import { Section } from '../../ui/section.tsx';
import { type FilmView, filmPath } from './film-view.ts';

/** A still that links to the page of the trailer. */
export function TrailerSection({ film }: { film: FilmView }) {
  return (
    <Section title={_('Trailer')}>
      <a
        href={filmPath(film, 'trailer')}
        className="group relative block overflow-hidden rounded-panel outline-offset-4"
        aria-label={_('Watch the trailer of {title}', { title: film.title })}
      >
        <Still
          source={film.still}
          alt=""
          sizes="(min-width: 96rem) 66rem, (min-width: 64rem) calc(100vw - 30rem), 100vw"
          className="transition-[scale] duration-(--slow) group-hover:scale-[1.015]"
        />
        <span className="absolute inset-0 grid place-items-center bg-film/20 transition-colors duration-(--steady) group-hover:bg-film/35">
          <span className="grid size-16 place-items-center rounded-full bg-film/75 text-on-film">
            <Play aria-hidden className="size-7 translate-x-0.5 fill-current" />
          </span>
        </span>
      </a>
    </Section>
  );
}
