import type { MessageInitShape } from '@bufbuild/protobuf';
import { type Timestamp, timestampDate, timestampFromDate } from '@bufbuild/protobuf/wkt';
import {
  AllFilmsSort,
  type ListAllFilmsRequest,
  type ListFilmScreeningsResponseSchema,
  type SetFilmWindowsRequest,
} from '@marquee/contracts/film/v1/back_office_pb';
import { nameOf } from '../films/enum-names.ts';
import type { OfFilm } from '../tickets/screenings.ts';

export function listAllFilmsInput(request: ListAllFilmsRequest) {
  return { ...request, sort: nameOf(AllFilmsSort, request.sort) };
}

export function screeningsMessage(rows: OfFilm[]): MessageInitShape<typeof ListFilmScreeningsResponseSchema> {
  return {
    screenings: rows.map(({ startsAt, endsAt, ...row }) => ({
      ...row,
      startsAt: timestampFromDate(startsAt),
      endsAt: timestampFromDate(endsAt),
    })),
  };
}

export function setFilmWindowsInput(request: SetFilmWindowsRequest) {
  return {
    ...request,
    availableFrom: dateOrNone(request.availableFrom),
    availableUntil: dateOrNone(request.availableUntil),
  };
}

const dateOrNone = (time: Timestamp | undefined): Date | null => (time ? timestampDate(time) : null);
