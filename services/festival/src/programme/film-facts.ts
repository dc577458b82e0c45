import type { FilmFacts } from '@marquee/contracts/film/v1/notice_facts_pb';
import type { FilmRow } from './films.ts';

export type { FilmRow };

/** A film as festival keeps it. */
export function filmOf({ filmId: id, filmTitle, poster, runningTime, visible, version }: FilmFacts): FilmRow {
  if (!poster) return { id, filmTitle, poster: null, runningTime, visible, version };
  const { id: pictureId, uri, width, height, widths, thumbhash, focalPoint } = poster;
  const focal = focalPoint && { focalPoint: { x: focalPoint.x, y: focalPoint.y } };
  return {
    id,
    filmTitle,
    poster: { id: pictureId, uri, width, height, widths, thumbhash, ...focal },
    runningTime,
    visible,
    version,
  };
}
