import { useMutation } from '@connectrpc/connect-query';
import { Group, SimpleGrid, Stack, Text } from '@mantine/core';
import type { AnyOrganization } from '@marquee/contracts/festival/v1/organization_back_office_pb';
import {
  type Organization,
  OrganizationPictureKind,
  OrganizationService,
} from '@marquee/contracts/festival/v1/organization_pb';
import { countryName } from '@marquee/rules/countries';
import { languageName } from '@marquee/rules/languages';
import { ORGANIZATION_LIMITS, ORGANIZATION_MESSAGES } from '@marquee/rules/organizations';
import type { ReactNode } from 'react';
import { refusalText } from '../api.ts';
import { EditValue } from '../dialogs/edit-value.tsx';
import { Facts } from '../users/facts.tsx';
import { UserLink } from '../users/user-link.tsx';
import { AgreementTable } from './agreement-table.tsx';
import { ChangeDirector } from './change-director.tsx';
import { EnabledSwitch } from './enabled-switch.tsx';
import { dateText, TYPE_LABELS } from './organization-labels.ts';
import { OrganizationPicture } from './organization-picture.tsx';
import { useOrganizationsRefresh } from './use-organizations-refresh.ts';

/** What an organization says of itself, its pictures, its director, and whether it is enabled [ADO-03] [ADO-04]. */
export function OrganizationOverview({ any, organization }: { any: AnyOrganization; organization: Organization }) {
  return (
    <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="lg">
      <OrganizationFacts organization={organization} />
      <Stack>
        <EnabledSwitch organization={organization} />
        <AgreementTable agreement={any.agreement} />
        <OrganizationPicture
          festivalId={organization.id}
          kind={OrganizationPictureKind.LOGO}
          title="Logo"
          image={organization.organizationLogo}
          failed={ORGANIZATION_MESSAGES.logoFailed}
        />
        <OrganizationPicture
          festivalId={organization.id}
          kind={OrganizationPictureKind.HEADER_IMAGE}
          title="Header image"
          image={organization.headerImage}
          failed={ORGANIZATION_MESSAGES.headerImageFailed}
        />
      </Stack>
    </SimpleGrid>
  );
}

const { nameLengthMax, urlLengthMax, descriptionLengthMax } = ORGANIZATION_LIMITS;

function OrganizationFacts({ organization }: { organization: Organization }) {
  const { id, name, url, description, organizationDirector, directorName, version } = organization;
  const refresh = useOrganizationsRefresh();
  const update = useMutation(OrganizationService.method.updateOrganization);
  const save = (field: 'name' | 'url' | 'description', failed: string) => async (value: string) => {
    try {
      await update.mutateAsync({ festivalId: id, expectedVersion: version, [field]: value });
      await refresh();
    } catch (error) {
      throw new Error([failed, refusalText(error)].filter(Boolean).join(': '), { cause: error });
    }
  };
  const editable = (value: string, pencil: ReactNode) => (
    <Group gap={4} wrap="nowrap">
      <span className="reason">{value || '–'}</span>
      {pencil}
    </Group>
  );
  const { nameFailed, urlFailed, descriptionFailed } = ORGANIZATION_MESSAGES;
  return (
    <Facts
      label="Overview"
      rows={[
        [
          'Name',
          editable(
            name,
            <EditValue label="Name" value={name} lengthMax={nameLengthMax} save={save('name', nameFailed)} />,
          ),
        ],
        [
          'Custom URL',
          editable(
            url,
            <EditValue label="Custom URL" value={url} lengthMax={urlLengthMax} save={save('url', urlFailed)} />,
          ),
        ],
        [
          'Description',
          editable(
            description,
            <EditValue
              label="Description"
              value={description}
              lengthMax={descriptionLengthMax}
              multiline
              save={save('description', descriptionFailed)}
            />,
          ),
        ],
        ['Type', TYPE_LABELS[organization.type]],
        [
          'Director',
          <Group key="director" gap={4} wrap="nowrap">
            {organizationDirector ? (
              <UserLink id={organizationDirector} name={directorName} />
            ) : (
              <Text size="sm">Nobody: the account was closed</Text>
            )}
            <ChangeDirector organization={organization} />
          </Group>,
        ],
        ['City', organization.city],
        ['State', organization.state],
        ['Country', countryName(organization.country)],
        ['Language', languageName(organization.language)],
        ['Created', dateText(organization.createdAt)],
        ['Created by', organization.createdBy && <UserLink key="created-by" id={organization.createdBy} name="" />],
      ]}
    />
  );
}
