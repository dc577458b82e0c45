import { _ } from '../../language/words.ts';
import { pageMeta, pageTitle, pictureAddress } from '../../layout/page-meta.ts';
import { filmLine } from './directors.ts';
import type { FilmView } from './film-view.ts';

/** What search engines and shared links learn about a film. */
export function filmMeta(film: FilmView, publicUrl: string) {
  const path = `/feed/${film.id}`;
  const rated = film.ratingCount > 0;
  return pageMeta({
    title: pageTitle(filmLine(film)),
    description: film.logLine || _('{filmLine}. On Marquee.', { filmLine: filmLine(film) }),
    publicUrl,
    path,
    picture: film.still ?? film.poster,
    type: 'video.movie',
    about: {
      '@context': 'https://schema.org',
      '@type': 'Movie',
      name: film.title,
      url: new URL(path, publicUrl).href,
      ...(film.directors.length > 0 ? { director: film.directors.map(person) } : {}),
      ...(film.logLine ? { description: film.logLine } : {}),
      ...(film.poster ? { image: pictureAddress(film.poster, publicUrl) } : {}),
      ...(film.releaseDate ? { datePublished: film.releaseDate } : {}),
      ...(film.runningTimeS > 0 ? { duration: `PT${film.runningTimeS}S` } : {}),
      ...(film.genres.length > 0 ? { genre: film.genres } : {}),
      ...(film.rating ? { contentRating: film.rating } : {}),
      ...(rated ? { aggregateRating: ratingOf(film) } : {}),
    },
  });
}

const person = (name: string) => ({ '@type': 'Person', name });

function ratingOf({ userRating, ratingCount }: FilmView) {
  return { '@type': 'AggregateRating', ratingValue: userRating.toFixed(1), ratingCount, bestRating: 5, worstRating: 1 };
}

/** The title of a page about a part of a film. */
export function partTitle(part: string, film: Pick<FilmView, 'title' | 'directors'> | undefined) {
  return [
    {
      title: film
        ? pageTitle(_('{part} of {film}', { part, film: filmLine({ title: film.title, directors: film.directors }) }))
        : pageTitle(part),
    },
  ];
}
