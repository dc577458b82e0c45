import type { MessageInitShape } from '@bufbuild/protobuf';
import {
  type CountPageViewRequest,
  FilmSort,
  type GetFeedResponseSchema,
  type GetTrailerResponseSchema,
  type ListAwardsResponseSchema,
  type ListFilmsRequest,
  type ListFilmsResponseSchema,
  type ListPersonFilmsResponseSchema,
  RailKind,
} from '@marquee/contracts/film/v1/catalogue_pb';
import { ProjectType, ReleaseType } from '@marquee/contracts/film/v1/film_pb';
import type { CallContext } from '@marquee/runtime/rpc/implement';
import type { Award } from '../../gen/prisma/client.ts';
import { nameOf } from '../films/enum-names.ts';
import { cardMessage } from '../films/film-message.ts';
import type { SignedUrl } from '../watch/signed-urls.ts';
import type { Feed } from './get-feed.ts';
import type { FilmList } from './list-films.ts';
import type { PersonFilm } from './person-films.ts';

export function feedMessage({ hero, rails }: Feed): MessageInitShape<typeof GetFeedResponseSchema> {
  return {
    ...(hero && { hero: cardMessage(hero) }),
    rails: rails.map(({ rail, genre, title, films }) => ({
      kind: RailKind[rail],
      genre,
      title,
      films: films.map(cardMessage),
    })),
  };
}

export function listFilmsInput(request: ListFilmsRequest) {
  return {
    ...request,
    projectType: nameOf(ProjectType, request.projectType),
    releaseType: nameOf(ReleaseType, request.releaseType),
    sort: nameOf(FilmSort, request.sort),
  };
}

export function filmsMessage({
  films,
  nextCursor,
  respelled,
}: FilmList): MessageInitShape<typeof ListFilmsResponseSchema> {
  const { spellings, matches } = respelled;
  return {
    ...{ films: films.map(cardMessage), nextCursor },
    ...(spellings.length > 0 && { respelled: { spellings, queryMatches: matches } }),
  };
}

type PersonFilms = { rows: PersonFilm[]; nextCursor: string; creditCount: number };

export function personFilmsMessage({
  rows,
  nextCursor,
  creditCount,
}: PersonFilms): MessageInitShape<typeof ListPersonFilmsResponseSchema> {
  return { films: rows.map((row) => ({ film: cardMessage(row), credits: row.credits })), nextCursor, creditCount };
}

export function pageViewInput({ filmId }: CountPageViewRequest, { client }: Pick<CallContext, 'client'>) {
  return { filmId, browser: `${client.ip}\n${client.userAgent}` };
}

export function trailerMessage(url: SignedUrl): MessageInitShape<typeof GetTrailerResponseSchema> {
  const { baseUrl, trickplay, hlsManifest, dashManifest, durationMs } = url;
  return { signedUrl: baseUrl, trickplayUrl: trickplay && baseUrl + trickplay, hlsManifest, dashManifest, durationMs };
}

export const awardMessage = (award: Award) => ({ ...award, festivalId: award.festivalId ?? '' });

export function awardsMessage(awards: readonly Award[]): MessageInitShape<typeof ListAwardsResponseSchema> {
  return { awards: awards.map(awardMessage) };
}
