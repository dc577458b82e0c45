import type { MessageInitShape } from '@bufbuild/protobuf';
import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import {
  type AnyOrganizationSchema,
  OrganizationActionKind,
  OrganizationBackOfficeService,
} from '@marquee/contracts/festival/v1/organization_back_office_pb';
import { OrganizationStatus, type OrganizationType } from '@marquee/contracts/festival/v1/organization_pb';
import type { GetPlanFactsResponse } from '@marquee/contracts/identity/v1/plans_pb';
import { rpc } from '@marquee/service/rpc';
import { read, write } from '@marquee/service/use-case';
import type * as actions from '../organizations/organization-actions.ts';
import { organizationMessage, typeNamed } from '../organizations/organization-message.ts';
import type { FestivalResources } from '../resources.ts';
import type { AnyOrganization } from './any-organization.ts';
import { changeFestivalDirector, changeFestivalDirectorSchema } from './change-festival-director.ts';
import { createOrganizationFor, createOrganizationForSchema } from './create-organization-for.ts';
import { deleteOrganization, deleteOrganizationSchema } from './delete-organization.ts';
import { festivalIdSchema, getAnyOrganization } from './get-any-organization.ts';
import { getDirectorSubscription } from './get-director-subscription.ts';
import { listAllOrganizations, listAllOrganizationsSchema } from './list-all-organizations.ts';
import { listOrganizationActions, listOrganizationActionsSchema } from './list-organization-actions.ts';
import { needsContract, setOrganizationStatus, setOrganizationStatusSchema } from './set-organization-status.ts';

function anyMessage({ organization, agreement }: AnyOrganization): MessageInitShape<typeof AnyOrganizationSchema> {
  return {
    organization: organizationMessage(organization),
    ...(agreement && {
      agreement: {
        yearsOfContract: agreement.yearsOfContract,
        expirationDate: timestampFromDate(agreement.expirationDate),
        createdAt: timestampFromDate(agreement.createdAt),
      },
    }),
  };
}
const oneMessage = (any: AnyOrganization) => ({ organization: anyMessage(any) });

const actionMessage = ({ id, kind, actorId, actorName, reason, changes, createdAt }: actions.OrganizationAction) => ({
  ...{ id, kind: OrganizationActionKind[kind], actorId: actorId ?? '', actorName, reason, changes },
  createdAt: timestampFromDate(createdAt),
});

function subscriptionMessage(facts: GetPlanFactsResponse | undefined) {
  const { enabled: plansSold = true, subscription } = facts ?? {};
  if (!plansSold || !subscription) return { plansSold };
  const { state, plan, interval, periodEnd, ends, granted } = subscription;
  return { plansSold, subscription: { state, plan, interval, ends, granted, ...(periodEnd && { periodEnd }) } };
}

/** A request with the name of its status in place of the number. */
const statusNamed = <R extends { status: OrganizationStatus }>(request: R) => ({
  ...request,
  status: request.status ? (OrganizationStatus[request.status] ?? '#') : '',
});

export const organizationBackOfficeRpc = rpc<FestivalResources>()(OrganizationBackOfficeService, {
  listAllOrganizations: read(
    listAllOrganizationsSchema,
    listAllOrganizations,
    ({ rows, nextCursor }) => ({ organizations: rows.map(anyMessage), nextCursor }),
    { from: (request: { type: OrganizationType; status: OrganizationStatus }) => statusNamed(typeNamed(request)) },
  ),
  getAnyOrganization: read(festivalIdSchema, getAnyOrganization, oneMessage),
  getDirectorSubscription: read(festivalIdSchema, getDirectorSubscription, subscriptionMessage),
  createOrganizationFor: write(createOrganizationForSchema, createOrganizationFor, oneMessage, { from: typeNamed }),
  changeFestivalDirector: write(changeFestivalDirectorSchema, changeFestivalDirector, oneMessage),
  setOrganizationStatus: write(setOrganizationStatusSchema, setOrganizationStatus, oneMessage, {
    from: statusNamed,
    before: needsContract,
  }),
  deleteOrganization: write(deleteOrganizationSchema, deleteOrganization, () => ({})),
  listOrganizationActions: read(listOrganizationActionsSchema, listOrganizationActions, ({ rows, nextCursor }) => ({
    actions: rows.map(actionMessage),
    nextCursor,
  })),
});
