import { useMutation } from '@connectrpc/connect-query';
import { OrganizationBackOfficeService } from '@marquee/contracts/festival/v1/organization_back_office_pb';
import type { Organization } from '@marquee/contracts/festival/v1/organization_pb';
import { ORGANIZATION_MESSAGES } from '@marquee/rules/organizations';
import { HandOver } from '../dialogs/hand-over.tsx';
import { useOrganizationsRefresh } from './use-organizations-refresh.ts';

/** Gives an organization to another director [ADO-03]. */
export function ChangeDirector({ organization }: { organization: Organization }) {
  const { id, name, organizationDirector, directorName, version } = organization;
  const refresh = useOrganizationsRefresh();
  const change = useMutation(OrganizationBackOfficeService.method.changeFestivalDirector);
  return (
    <HandOver
      name="Edit director"
      title={`Give ${name} to another director`}
      text={`${directorName || 'Its director'} manages it no longer; the team stays.`}
      pickLabel="Director"
      holderId={organizationDirector}
      action="Change the director"
      done={`${name} has another director now.`}
      failed={ORGANIZATION_MESSAGES.directorFailed}
      handOver={async (directorId, reason) => {
        await change.mutateAsync({ festivalId: id, directorId, reason, expectedVersion: version });
        await refresh();
      }}
    />
  );
}
