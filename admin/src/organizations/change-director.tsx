import { useMutation } from '@connectrpc/connect-query';
import { ActionIcon, Button, Group, Modal, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { OrganizationBackOfficeService } from '@marquee/contracts/festival/v1/organization_back_office_pb';
import type { Organization } from '@marquee/contracts/festival/v1/organization_pb';
import { ArrayItemType } from '@marquee/contracts/marketing/v1/settings_pb';
import { BACK_OFFICE_LIMITS, BACK_OFFICE_MESSAGES } from '@marquee/rules/back-office-messages';
import { ORGANIZATION_MESSAGES } from '@marquee/rules/organizations';
import { SETTING_MESSAGES } from '@marquee/rules/settings';
import { IconUserEdit } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { refusalText } from '../api.ts';
import { ReasonInput } from '../dialogs/ask-reason.tsx';
import { EntityName, EntityPicker } from '../pickers/entity-picker.tsx';
import { useOrganizationsRefresh } from './use-organizations-refresh.ts';

/** Gives an organization to another director [ADO-03]. */
export function ChangeDirector({ organization }: { organization: Organization }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <ActionIcon variant="subtle" size="sm" aria-label="Edit director" onClick={() => setOpen(true)}>
        <IconUserEdit aria-hidden size={14} />
      </ActionIcon>
      <Modal opened={open} onClose={() => setOpen(false)} title={`Give ${organization.name} to another director`}>
        <DirectorForm organization={organization} close={() => setOpen(false)} />
      </Modal>
    </>
  );
}

function DirectorForm({ organization, close }: { organization: Organization; close: () => void }) {
  const { id, name, organizationDirector, directorName, version } = organization;
  const refresh = useOrganizationsRefresh();
  const change = useMutation(OrganizationBackOfficeService.method.changeFestivalDirector);
  const [directorId, setDirectorId] = useState('');
  const [reason, setReason] = useState('');
  const [failure, setFailure] = useState<string>();

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (directorId === '') return setFailure(SETTING_MESSAGES.selectUser);
    if (reason.trim().length < BACK_OFFICE_LIMITS.reasonCharactersMin) {
      return setFailure(BACK_OFFICE_MESSAGES.reasonLength);
    }
    setFailure(undefined);
    try {
      await change.mutateAsync({ festivalId: id, directorId, reason: reason.trim(), expectedVersion: version });
      close();
      notifications.show({ message: `${name} has another director now.` });
      await refresh();
    } catch (error) {
      setFailure([ORGANIZATION_MESSAGES.directorFailed, refusalText(error)].filter(Boolean).join(': '));
    }
  };
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <Text size="sm">{`${directorName || 'Its director'} manages it no longer; the team stays.`}</Text>
        <DirectorPicker directorId={directorId} taken={[organizationDirector]} onChange={setDirectorId} />
        <ReasonInput value={reason} onChange={setReason} />
        {failure && (
          <Text size="sm" c="red" role="alert">
            {failure}
          </Text>
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={close}>
            Cancel
          </Button>
          <Button type="submit" color="red" loading={change.isPending}>
            Change the director
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

/** Somebody with an account. */
export function DirectorPicker({
  directorId,
  taken,
  onChange,
}: {
  directorId: string;
  taken: readonly string[];
  onChange: (id: string) => void;
}) {
  if (directorId === '') {
    return <EntityPicker type={ArrayItemType.USER} label="Director" taken={taken} onPick={onChange} />;
  }
  return (
    <Group justify="space-between">
      <EntityName type={ArrayItemType.USER} id={directorId} />
      <Button size="xs" variant="default" onClick={() => onChange('')}>
        Choose somebody else
      </Button>
    </Group>
  );
}
