import { OrganizationStanding } from '@marquee/contracts/festival/v1/organization_pb';
import { ORGANIZATION_MESSAGES } from '@marquee/rules/organizations';
import type { RouterContextProvider } from 'react-router';
import { api } from '../../api/context.ts';
import { forbidden, notFound, requireViewer } from '../../api/viewer.ts';
import { type OrganizationView, organizationView } from './organization-view.ts';

/** An organization as its team sees it; its money is for the director and managers. */
export type ManagedOrganization = OrganizationView & { seesMoney: boolean };

type Args = { params: { festivalId?: string | undefined }; context: Readonly<RouterContextProvider>; url: URL };

/** The organization of a page of its management; who only sees it has no access. */
export async function getManaged(args: Args): Promise<{ organization: ManagedOrganization; mayEdit: boolean }> {
  requireViewer(args);
  const answer = await args.context
    .get(api)
    .organizations.getOrganization({ festivalId: args.params.festivalId ?? '' });
  if (!answer.organization) throw notFound(ORGANIZATION_MESSAGES.notFound);
  if (!answer.canManage) throw forbidden();
  const { DIRECTOR, MANAGER } = OrganizationStanding;
  const mayEdit = answer.standing === DIRECTOR || answer.standing === MANAGER;
  return { organization: { ...organizationView(answer.organization), seesMoney: mayEdit }, mayEdit };
}
