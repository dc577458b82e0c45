import { type Timestamp, timestampDate } from '@bufbuild/protobuf/wkt';
import {
  AllFilmsSort,
  type ListAllFilmsRequest,
  type SetFilmWindowsRequest,
} from '@marquee/contracts/film/v1/back_office_pb';
import { nameOf } from '../films/enum-names.ts';

export function listAllFilmsInput(request: ListAllFilmsRequest) {
  return { ...request, sort: nameOf(AllFilmsSort, request.sort) };
}

export function setFilmWindowsInput(request: SetFilmWindowsRequest) {
  return {
    ...request,
    availableFrom: dateOrNone(request.availableFrom),
    availableUntil: dateOrNone(request.availableUntil),
  };
}

const dateOrNone = (time: Timestamp | undefined): Date | null => (time ? timestampDate(time) : null);
