import {
  OrganizationPictureKind,
  OrganizationService,
  OrganizationStanding,
} from '@marquee/contracts/festival/v1/organization_pb';
import { sitemapPartSchema } from '@marquee/rules/sitemap';
import { rpc } from '@marquee/service/rpc';
import { read, write } from '@marquee/service/use-case';
import type { FestivalResources } from '../resources.ts';
import { createOrganization, createOrganizationSchema } from './create-organization.ts';
import { festivalIdSchema, getOrganization } from './get-organization.ts';
import { listOrganizations, listOrganizationsSchema } from './list-organizations.ts';
import { listOwnOrganizations, listOwnOrganizationsSchema } from './list-own-organizations.ts';
import { listSitemapOrganizations } from './list-sitemap-organizations.ts';
import { organizationMessage, pageMessage, typeNamed } from './organization-message.ts';
import type { NamedOrganization } from './organizations.ts';
import {
  keepOrganizationPicture,
  setOrganizationPicture,
  setOrganizationPictureSchema,
} from './set-organization-picture.ts';
import { updateOrganization, updateOrganizationRequestSchema } from './update-organization.ts';

const oneMessage = (organization: NamedOrganization) => ({ organization: organizationMessage(organization) });

const pictureKindNamed = <R extends { kind: OrganizationPictureKind }>(request: R) => ({
  ...request,
  kind: OrganizationPictureKind[request.kind] ?? '',
});

export const organizationRpc = rpc<FestivalResources>()(OrganizationService, {
  listOrganizations: read(listOrganizationsSchema, listOrganizations, pageMessage, { from: typeNamed }),
  getOrganization: read(festivalIdSchema, getOrganization, ({ organization, standing }) => ({
    organization: organizationMessage(organization),
    canManage: standing !== undefined,
    standing: standing && OrganizationStanding[standing],
  })),
  listSitemapOrganizations: read(sitemapPartSchema, listSitemapOrganizations),
  listOwnOrganizations: read(listOwnOrganizationsSchema, listOwnOrganizations, pageMessage),
  createOrganization: write(createOrganizationSchema, createOrganization, oneMessage, { from: typeNamed }),
  updateOrganization: write(updateOrganizationRequestSchema, updateOrganization, oneMessage),
  setOrganizationPicture: write(setOrganizationPictureSchema, setOrganizationPicture, oneMessage, {
    from: pictureKindNamed,
    before: keepOrganizationPicture,
  }),
});
