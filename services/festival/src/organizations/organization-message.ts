import type { MessageInitShape } from '@bufbuild/protobuf';
import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import {
  type OrganizationSchema,
  OrganizationStatus,
  OrganizationType,
} from '@marquee/contracts/festival/v1/organization_pb';
import type { OrganizationTypeName } from '@marquee/rules/organizations';
import type { OrganizationPicture } from './organization-pictures.ts';
import type { NamedOrganization } from './organizations.ts';

const pictureMessage = (picture: unknown) => (picture ? (picture as OrganizationPicture) : undefined);

export function organizationMessage(row: NamedOrganization): MessageInitShape<typeof OrganizationSchema> {
  const { id, name, description, state, city, country, language, version, directorName } = row;
  return {
    ...{ id, name, description, state, city, country, language, version, directorName },
    type: OrganizationType[row.type as OrganizationTypeName],
    status: OrganizationStatus[row.status as 'ACTIVE' | 'INACTIVE'],
    organizationDirector: row.directorId ?? '',
    url: row.url ?? '',
    createdAt: timestampFromDate(row.createdAt),
    createdBy: row.createdBy ?? '',
    organizationLogo: pictureMessage(row.organizationLogo),
    headerImage: pictureMessage(row.headerImage),
  };
}

export const pageMessage = ({ rows, nextCursor }: { rows: NamedOrganization[]; nextCursor: string }) => ({
  organizations: rows.map(organizationMessage),
  nextCursor,
});

/** A request with the name of its type in place of the number. */
export const typeNamed = <R extends { type: OrganizationType }>(request: R) => ({
  ...request,
  type: request.type ? (OrganizationType[request.type] ?? '#') : '',
});
