import { pageMeta, pictureAddress } from '../../layout/page-meta.ts';
import type { FilmView } from './film-view.ts';

/** What search engines and shared links learn about a film. */
export function filmMeta(film: FilmView, publicUrl: string) {
  const path = `/feed/${film.id}`;
  const rated = film.ratingCount > 0;
  return pageMeta({
    title: `${film.title}${film.year ? ` (${film.year})` : ''} · Marquee`,
    description: film.logLine || `${film.title} on Marquee.`,
    publicUrl,
    path,
    picture: film.still ?? film.poster,
    type: 'video.movie',
    about: {
      '@context': 'https://schema.org',
      '@type': 'Movie',
      name: film.title,
      url: new URL(path, publicUrl).href,
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

function ratingOf({ userRating, ratingCount }: FilmView) {
  return { '@type': 'AggregateRating', ratingValue: userRating.toFixed(1), ratingCount, bestRating: 5, worstRating: 1 };
}

/** The title of a page about a part of a film. */
export function partTitle(part: string, film: Pick<FilmView, 'title'> | undefined) {
  return [{ title: film ? `${part} of ${film.title} · Marquee` : `${part} · Marquee` }];
}
