import type { FilmFacts } from '@marquee/contracts/film/v1/notice_facts_pb';
import type { FilmRow } from './films.ts';

export type { FilmRow };

/** A film as festival keeps it. */
export function filmOf({ filmId: id, poster, ...facts }: FilmFacts): FilmRow {
  const { filmTitle, runningTime, visible, version, directors } = facts;
  const film = { id, filmTitle, runningTime, visible, version, directors: directors?.names ?? null };
  if (!poster) return { ...film, poster: null };
  const { id: pictureId, uri, width, height, widths, thumbhash, focalPoint } = poster;
  const focal = focalPoint && { focalPoint: { x: focalPoint.x, y: focalPoint.y } };
  return { ...film, poster: { id: pictureId, uri, width, height, widths, thumbhash, ...focal } };
}
