import type { MessageInitShape } from '@bufbuild/protobuf';
import { type FilmCardSchema, ProjectType } from '@marquee/contracts/film/v1/film_pb';
import type { Card } from './cards.ts';
import { cardMessage } from './film-message.ts';

/**
 * The card of a film in a list that somebody keeps. Of a film that is not available any more only what they know it by:
 * what its maker or staff took back is not shown.
 */
export function keptCardMessage(card: Card, isAvailable: boolean): MessageInitShape<typeof FilmCardSchema> {
  if (isAvailable) return cardMessage(card);
  const { id, filmTitle, projectType, releaseDate } = card;
  return {
    ...{ id, filmTitle },
    projectType: ProjectType[projectType as keyof typeof ProjectType],
    releaseYear: releaseDate?.getUTCFullYear() ?? 0,
  };
}
