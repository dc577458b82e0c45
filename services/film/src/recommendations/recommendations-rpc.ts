import type { MessageInitShape } from '@bufbuild/protobuf';
import {
  type ListRecommendationsResponseSchema,
  RecommendationReason,
  RecommendationService,
} from '@marquee/contracts/film/v1/recommendations_pb';
import { rpc } from '@marquee/service/rpc';
import { read } from '@marquee/service/use-case';
import { cardMessage } from '../films/film-message.ts';
import type { FilmResources } from '../resources.ts';
import type { RecommendedFilm } from './film-pairs.ts';
import { listRecommendations, listRecommendationsSchema } from './list-recommendations.ts';

function recommendationsMessage(
  films: readonly RecommendedFilm[],
): MessageInitShape<typeof ListRecommendationsResponseSchema> {
  const items = films.map((film) => ({
    film: cardMessage(film),
    reason: film.liked ? RecommendationReason.LIKED : RecommendationReason.WATCHED,
    becauseFilmId: film.becauseId,
    becauseTitle: film.becauseTitle,
  }));
  return { items };
}

export const recommendationsRpc = rpc<FilmResources>()(RecommendationService, {
  listRecommendations: read(listRecommendationsSchema, listRecommendations, recommendationsMessage),
});
