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
