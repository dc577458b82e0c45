import { OrganizationService } from '@marquee/contracts/festival/v1/organization_pb';
import { rpc } from '@marquee/service/rpc';
import { read, write } from '@marquee/service/use-case';
import type { FestivalResources } from '../resources.ts';
import { createOrganization, createOrganizationSchema } from './create-organization.ts';
import { festivalIdSchema, getOrganization } from './get-organization.ts';
import { listOrganizations, listOrganizationsSchema } from './list-organizations.ts';
import { listOwnOrganizations, listOwnOrganizationsSchema } from './list-own-organizations.ts';
import { organizationMessage, pageMessage, typeNamed } from './organization-message.ts';

export const organizationRpc = rpc<FestivalResources>()(OrganizationService, {
  listOrganizations: read(listOrganizationsSchema, listOrganizations, pageMessage, { from: typeNamed }),
  getOrganization: read(festivalIdSchema, getOrganization, ({ organization, canManage }) => ({
    organization: organizationMessage(organization),
    canManage,
  })),
  listOwnOrganizations: read(listOwnOrganizationsSchema, listOwnOrganizations, pageMessage),
  createOrganization: write(
    createOrganizationSchema,
    createOrganization,
    (organization) => ({ organization: organizationMessage(organization) }),
    { from: typeNamed },
  ),
});
