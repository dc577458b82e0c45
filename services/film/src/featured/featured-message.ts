import type { MessageInitShape } from '@bufbuild/protobuf';
import { timestampDate, timestampFromDate } from '@bufbuild/protobuf/wkt';
import {
  FeaturedState,
  type FeatureFilmRequest,
  type ListFeaturedFilmsResponseSchema,
} from '@marquee/contracts/film/v1/back_office_pb';
import { cardMessage } from '../films/film-message.ts';
import type { FeaturedEntry } from './list-featured-films.ts';

export function featureFilmInput(request: FeatureFilmRequest) {
  const { startsAt, endsAt } = request;
  return { ...request, startsAt: startsAt && timestampDate(startsAt), endsAt: endsAt && timestampDate(endsAt) };
}

export function featuredFilmsMessage(
  entries: readonly FeaturedEntry[],
): Pick<MessageInitShape<typeof ListFeaturedFilmsResponseSchema>, 'films'> {
  return {
    films: entries.map(({ card, startsAt, endsAt, state }) => ({
      film: cardMessage(card),
      ...(startsAt && { startsAt: timestampFromDate(startsAt) }),
      ...(endsAt && { endsAt: timestampFromDate(endsAt) }),
      state: FeaturedState[state],
    })),
  };
}
