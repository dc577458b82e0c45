import type { MessageInitShape } from '@bufbuild/protobuf';
import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import { type GetFilmPlaysResponseSchema, StatisticsService } from '@marquee/contracts/film/v1/statistics_pb';
import { rpc } from '@marquee/service/rpc';
import { read } from '@marquee/service/use-case';
import type { FilmResources } from '../resources.ts';
import { type FilmPlays, getFilmPlays, getFilmPlaysSchema } from './get-film-plays.ts';
import type { Counts, Dimension, Share } from './plays.ts';

const countsMessage = ({ starts, views, playedMs }: Counts) => ({
  ...{ starts, views, playedMs },
  playedSeconds: playedMs / 1_000n,
});

const shareMessage = (share: Share) => ({ value: share.value, counts: countsMessage(share) });

function filmPlaysMessage(plays: FilmPlays): MessageInitShape<typeof GetFilmPlaysResponseSchema> {
  const { totals, days, shares, reached, countedUntil } = plays;
  const of = (dimension: Dimension) => shares.filter((share) => share.dimension === dimension).map(shareMessage);
  return {
    totals: countsMessage(totals),
    days: days.map((day) => ({ day: day.day, counts: countsMessage(day), sources: day.sources.map(shareMessage) })),
    countries: of('COUNTRY'),
    devices: of('DEVICE'),
    sources: of('SOURCE'),
    reached,
    countedUntil: timestampFromDate(countedUntil),
  };
}

/** What a maker sees of how their film is watched. */
export const statisticsRpc = rpc<FilmResources>()(StatisticsService, {
  getFilmPlays: read(getFilmPlaysSchema, getFilmPlays, filmPlaysMessage),
});
