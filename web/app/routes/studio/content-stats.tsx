import { ListEarningDaysResponseSchema } from '@marquee/contracts/film/v1/earnings_pb';
import { StudioFilmSchema } from '@marquee/contracts/film/v1/film_pb';
import { GetFilmPlaysResponseSchema } from '@marquee/contracts/film/v1/statistics_pb';
import { api } from '../../api/context.ts';
import { packed, usePacked } from '../../api/packed.ts';
import { requirePro } from '../../api/viewer.ts';
import { dayRange } from '../../features/earnings/day-range.ts';
import { FilmPlays } from '../../features/earnings/film-plays.tsx';
import { FilmFrame } from '../../features/studio/film-frame.tsx';
import { _ } from '../../language/words.ts';
import { pageTitle } from '../../layout/page-meta.ts';
import type { Route } from './+types/content-stats.ts';
import { ownFilm } from './own-film.ts';

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: pageTitle(_('Stats · {film}', { film: loaderData?.title ?? _('Film') })) },
];

export async function loader({ context, url, params: { filmId } }: Route.LoaderArgs) {
  const viewer = requirePro({ context });
  const { studio, statistics, earnings } = context.get(api);
  const range = dayRange(url.searchParams, Date.now());
  const { fromDay, toDay } = range;
  const [film, plays, earned] = await Promise.all([
    ownFilm({ studio }, filmId),
    statistics.getFilmPlays({ filmId, fromDay, toDay }),
    earnings.listEarningDays({ filmId, fromDay, toDay }),
  ]);
  return {
    title: film.film?.filmTitle ?? '',
    entry: packed(StudioFilmSchema, film),
    plays: packed(GetFilmPlaysResponseSchema, plays),
    earned: packed(ListEarningDaysResponseSchema, earned),
    range,
    isOwn: film.film?.createdBy === viewer.accountId,
  };
}

export default function ContentStatsRoute({ loaderData, params }: Route.ComponentProps) {
  const { entry, plays, earned, range, isOwn } = loaderData;
  return (
    <FilmFrame entry={usePacked(StudioFilmSchema, entry)} hasPrimaryAction>
      <FilmPlays
        filmId={params.filmId}
        plays={usePacked(GetFilmPlaysResponseSchema, plays)}
        earned={usePacked(ListEarningDaysResponseSchema, earned)}
        range={range}
        isOwn={isOwn}
      />
    </FilmFrame>
  );
}
