import { TEXT_TRACK_MESSAGES, TEXT_TRACK_REFUSALS, type TextTrackRefusal } from '@marquee/rules/text-tracks';
import { worded } from '@marquee/rules/worded';
import { DomainError } from '@marquee/runtime/errors';

export const textTrackNotFound = () =>
  new DomainError({ kind: 'NOT_FOUND', reason: 'TEXT_TRACK_NOT_FOUND', message: TEXT_TRACK_MESSAGES.notFound });

export const tooManyTextTracks = () =>
  new DomainError({ kind: 'EXHAUSTED', reason: 'TOO_MANY_TEXT_TRACKS', message: TEXT_TRACK_MESSAGES.tooMany });

/** A file that cannot be read, with the line where it stops. */
export function textTrackRefused(refusal: TextTrackRefusal, line: number): DomainError {
  const words = worded(TEXT_TRACK_REFUSALS[refusal], { line });
  const fields = [{ field: 'data', message: words.message }];
  return new DomainError({ kind: 'INVALID', reason: `TEXT_TRACK_${refusal}`, ...words, fields });
}
