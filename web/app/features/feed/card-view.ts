import type { FilmCard } from '@marquee/contracts/film/v1/film_pb';
import { isoOf } from '../../api/iso-of.ts';
import { formatRunningTime } from '../../language/format.ts';
import { _, worded } from '../../language/words.ts';
import type { PictureSource } from '../../ui/picture.tsx';
import { pictureOf } from '../../ui/picture-of.ts';
import { priceText } from '../coins/coins-text.ts';
import { countryOf, fewNames } from '../film/directors.ts';
import { projectLabel, releaseLabel } from '../film/film-labels.ts';

/** What a card shows, as plain data: a page of fifty carries only what is shown. */
export type CardView = {
  id: string;
  title: string;
  /** "A and B", or "A, B and 2 more". */
  directors: string;
  /** Year and length, such as "2024 · 1 h 32 min". */
  facts: string;
  /** How it is released and what it costs, such as "On Demand · Free". */
  offer: string;
  poster: PictureSource | undefined;
  winner: boolean;
  /** It cannot be watched yet: its video is being prepared. */
  preparing: boolean;
};

export type HeroView = CardView & {
  logLine: string;
  genres: string[];
  rating: string;
  still: PictureSource | undefined;
  isFree: boolean;
  usdCents: number;
  coins: number;
  /** When a screening begins. */
  screeningAt: string | undefined;
};

export function cardView(film: FilmCard): CardView {
  const length = film.runningTime > 0 ? formatRunningTime(film.runningTime) : '';
  const costs = { usdCents: Number(film.usdCost), coins: Number(film.coinCost) };
  const price = film.isFree ? _('Free') : costs.usdCents + costs.coins > 0 ? priceText(costs) : '';
  return {
    id: film.id,
    title: film.filmTitle,
    directors: fewNames(film.directors),
    facts: joined([film.releaseYear > 0 ? String(film.releaseYear) : '', length]),
    offer: joined([releaseLabel(film.releaseType), price]),
    poster: pictureOf(film.poster),
    winner: film.isFestivalWinner,
    preparing: film.preparing,
  };
}

export function heroView(film: FilmCard): HeroView {
  return {
    ...cardView(film),
    facts: joined([
      projectLabel(film.projectType),
      countryOf(film),
      film.releaseYear > 0 ? String(film.releaseYear) : '',
      film.runningTime > 0 ? formatRunningTime(film.runningTime) : '',
    ]),
    logLine: film.logLine,
    genres: film.genres.slice(0, 3).map(worded),
    rating: film.rating,
    still: pictureOf(film.trailerThumbnail) ?? pictureOf(film.poster),
    isFree: film.isFree,
    usdCents: Number(film.usdCost),
    coins: Number(film.coinCost),
    screeningAt: isoOf(film.screeningStartTime),
  };
}

const joined = (parts: string[]) => parts.filter(Boolean).join(' · ');
