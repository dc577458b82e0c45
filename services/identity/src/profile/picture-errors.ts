import { PICTURE_MESSAGES } from '@marquee/rules/gallery';
import { DomainError } from '@marquee/runtime/errors';

/** Media cannot read the picture [PRO-10]. `field` is its place in the request. */
export const pictureBad = (field: string, cause: unknown) =>
  new DomainError({
    ...{ kind: 'INVALID', reason: 'PICTURE_BAD', message: PICTURE_MESSAGES.bad, cause },
    fields: [{ field, message: PICTURE_MESSAGES.bad }],
  });

/** There is nothing to remove [PRO-10]. */
export const noPicture = () =>
  new DomainError({ kind: 'FAILED_PRECONDITION', reason: 'NO_PICTURE', message: PICTURE_MESSAGES.nothingToRemove });

/** A path that is in nobody's or somebody else's gallery [PRO-11]. `place` is that of the photo. */
export const photoUnknown = (place: number) =>
  new DomainError({
    ...{ kind: 'INVALID', reason: 'PHOTO_UNKNOWN', message: PICTURE_MESSAGES.unknown },
    fields: [{ field: `gallery.${place}.path`, message: PICTURE_MESSAGES.unknown }],
  });

export const pictureFailed = (cause: unknown) =>
  new DomainError({ kind: 'UNAVAILABLE', reason: 'PICTURE_FAILED', message: PICTURE_MESSAGES.failed, cause });
