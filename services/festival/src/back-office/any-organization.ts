import * as organizations from '../organizations/organizations.ts';
import * as agreements from './agreements.ts';

/** An organization as staff see it, with its newest agreement. */
export type AnyOrganization = {
  organization: organizations.NamedOrganization;
  agreement: agreements.Agreement | undefined;
};

export async function withAgreements(
  db: organizations.Queryable,
  rows: readonly organizations.NamedOrganization[],
): Promise<AnyOrganization[]> {
  const ids = rows.map(({ id }) => id);
  const newest = await agreements.newestOf(db, ids);
  return rows.map((organization) => ({ organization, agreement: newest.get(organization.id) }));
}

/** @throws DomainError NOT_FOUND, ORGANIZATION_NOT_FOUND */
export async function readAny(db: organizations.Queryable, festivalId: string): Promise<AnyOrganization> {
  const organization = await organizations.get(db, festivalId);
  const [any] = await withAgreements(db, [organization]);
  return any as AnyOrganization;
}
