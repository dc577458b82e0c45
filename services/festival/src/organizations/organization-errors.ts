import { PICTURE_MESSAGES } from '@marquee/rules/gallery';
import { ORGANIZATION_MESSAGES } from '@marquee/rules/organizations';
import { DomainError, forbidden, invalid } from '@marquee/runtime/errors';

/** None by this id or address, or none that this viewer may see [FES-08]. */
export function organizationNotFound(): DomainError {
  return new DomainError({
    ...{ kind: 'NOT_FOUND', reason: 'ORGANIZATION_NOT_FOUND', message: ORGANIZATION_MESSAGES.notFound },
  });
}

export function organizationNotYours(): DomainError {
  return forbidden('ORGANIZATION_NOT_YOURS', ORGANIZATION_MESSAGES.notYours);
}

export function urlTaken(): DomainError {
  return invalid([{ field: 'url', message: ORGANIZATION_MESSAGES.urlTaken }]);
}

export function tooManyOrganizations(): DomainError {
  return new DomainError({
    ...{ kind: 'FAILED_PRECONDITION', reason: 'TOO_MANY_ORGANIZATIONS', message: ORGANIZATION_MESSAGES.tooMany },
  });
}

export function organizationChangedSince(version: bigint): DomainError {
  return new DomainError({
    ...{ kind: 'CONFLICT', reason: 'ORGANIZATION_CHANGED', message: ORGANIZATION_MESSAGES.editConflict },
    metadata: { version: String(version) },
  });
}

/** Nobody by this id who can direct it or work for it. `field` is the request's. */
export const personUnknown = (field: string): DomainError =>
  invalid([{ field, message: ORGANIZATION_MESSAGES.personUnknown }]);

export function contractYearsMissing(): DomainError {
  return invalid([{ field: 'organizationDirectorContractYears', message: ORGANIZATION_MESSAGES.contractYears }]);
}

export function withoutDirector(): DomainError {
  return new DomainError({
    ...{ kind: 'FAILED_PRECONDITION', reason: 'WITHOUT_DIRECTOR', message: ORGANIZATION_MESSAGES.withoutDirector },
  });
}

export function hasAnnouncedEvents(): DomainError {
  return new DomainError({
    ...{ kind: 'FAILED_PRECONDITION', reason: 'HAS_EVENTS', message: ORGANIZATION_MESSAGES.hasEvents },
  });
}

export function hasOpenedCalls(): DomainError {
  return new DomainError({
    ...{ kind: 'FAILED_PRECONDITION', reason: 'HAS_CALLS', message: ORGANIZATION_MESSAGES.hasCalls },
  });
}

export function directsAlready(): DomainError {
  return new DomainError({
    ...{ kind: 'FAILED_PRECONDITION', reason: 'DIRECTS_ALREADY', message: ORGANIZATION_MESSAGES.directsAlready },
  });
}

export function noSuchPicture(): DomainError {
  return new DomainError({
    ...{ kind: 'FAILED_PRECONDITION', reason: 'NO_PICTURE', message: PICTURE_MESSAGES.nothingToRemove },
  });
}

/** Media cannot read the picture. */
export const pictureBad = (cause: unknown): DomainError =>
  new DomainError({
    ...{ kind: 'INVALID', reason: 'PICTURE_BAD', message: PICTURE_MESSAGES.bad, cause },
    fields: [{ field: 'data', message: PICTURE_MESSAGES.bad }],
  });

export const pictureFailed = (cause: unknown): DomainError =>
  new DomainError({ kind: 'UNAVAILABLE', reason: 'PICTURE_FAILED', message: PICTURE_MESSAGES.failed, cause });
