import type { MessageInitShape } from '@bufbuild/protobuf';
import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import {
  type AttendPremiereResponseSchema,
  type GetPremiereResponseSchema,
  ReactionKind,
  type ReactToPremiereRequest,
} from '@marquee/contracts/film/v1/premiere_pb';
import { nameOf } from '../films/enum-names.ts';
import { placed } from '../films/request-schemas.ts';
import { accessMessage } from '../watch/watch-message.ts';
import type { Attendance } from './attend-premiere.ts';
import type { PremiereView } from './get-premiere.ts';

export function premiereMessage({
  film,
  startsAt,
  event,
  isTicketed,
  here,
  now,
}: PremiereView): MessageInitShape<typeof GetPremiereResponseSchema> {
  const premiere = {
    ...{ filmId: film.id, version: film.version, startsAt: timestampFromDate(startsAt), needsTicket: isTicketed },
    ...{ preRollVideoUri: event?.preRollUri ?? '', preRollDuration: event?.preRollUri ? event.preRollSeconds : 0 },
    ...{ durationMs: film.runningTime * 1_000, stopped: film.premiereStoppedAt !== null, filmReady: film.filmReady },
    eventId: event?.eventId ?? '',
  };
  return { premiere, here, now: timestampFromDate(now) };
}

export function attendanceMessage({
  access,
  film,
  startsAt,
  here,
  askAgainMs,
  now,
}: Attendance): MessageInitShape<typeof AttendPremiereResponseSchema> {
  return {
    ...{ access: accessMessage(access), version: film.version, stopped: film.premiereStoppedAt !== null, here },
    ...{ startsAt: timestampFromDate(startsAt), now: timestampFromDate(now), askAgainMs },
  };
}

export const reactInput = (request: ReactToPremiereRequest, context: Parameters<typeof placed>[1]) =>
  placed({ ...request, kind: nameOf(ReactionKind, request.kind) }, context);
