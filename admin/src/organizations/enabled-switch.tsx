import { useMutation } from '@connectrpc/connect-query';
import { Button, Group, Modal, NumberInput, Stack, Switch, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { OrganizationBackOfficeService } from '@marquee/contracts/festival/v1/organization_back_office_pb';
import { type Organization, OrganizationStatus } from '@marquee/contracts/festival/v1/organization_pb';
import { refusalOf } from '@marquee/contracts/refusals';
import { CONTRACT_YEARS, ORGANIZATION_MESSAGES } from '@marquee/rules/organizations';
import { type FormEvent, useState } from 'react';
import { refusalText } from '../api.ts';
import { useOrganizationsRefresh } from './use-organizations-refresh.ts';

const { ACTIVE, INACTIVE } = OrganizationStatus;

/** Shows an organization to everybody, once the length of its director's contract is known, or hides it [ADO-04]. */
export function EnabledSwitch({ organization: { id, name, status, version } }: { organization: Organization }) {
  const refresh = useOrganizationsRefresh();
  const set = useMutation(OrganizationBackOfficeService.method.setOrganizationStatus);
  const [asking, setAsking] = useState(false);
  const enabled = status === ACTIVE;

  const toggle = async (contractYears: number) => {
    try {
      await set.mutateAsync({
        ...{ festivalId: id, status: enabled ? INACTIVE : ACTIVE, expectedVersion: version },
        organizationDirectorContractYears: contractYears,
      });
      setAsking(false);
      notifications.show({ message: enabled ? `${name} is disabled.` : `${name} is enabled.` });
      await refresh();
    } catch (error) {
      // A director who needs no contract is enabled at once; for any other its length is asked.
      if (!enabled && contractYears === 0 && isAboutContract(error)) return setAsking(true);
      const message = refusalText(error) ?? '';
      notifications.show({ color: 'red', title: ORGANIZATION_MESSAGES.toggleFailed, message });
    }
  };
  return (
    <>
      <Switch
        label="Enabled"
        description="Everybody sees its page and its events."
        checked={enabled}
        disabled={set.isPending}
        onChange={() => void toggle(0)}
      />
      <Modal opened={asking} onClose={() => setAsking(false)} title={`Enable ${name}?`}>
        <ContractForm pending={set.isPending} onCancel={() => setAsking(false)} onSubmit={toggle} />
      </Modal>
    </>
  );
}

const isAboutContract = (error: unknown) =>
  refusalOf(error).fields.some(({ field }) => field === 'organizationDirectorContractYears');

function ContractForm({
  pending,
  onCancel,
  onSubmit,
}: {
  pending: boolean;
  onCancel: () => void;
  onSubmit: (years: number) => unknown;
}) {
  const [years, setYears] = useState<string | number>('');
  const [failure, setFailure] = useState<string>();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const given = Number(years);
    const isGiven = Number.isInteger(given) && given >= CONTRACT_YEARS.min && given <= CONTRACT_YEARS.max;
    if (!isGiven) return setFailure(ORGANIZATION_MESSAGES.contractYears);
    setFailure(undefined);
    void onSubmit(given);
  };
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <Text size="sm">Its director signs a contract, which begins today.</Text>
        <NumberInput
          label="Contract length in years"
          value={years}
          onChange={setYears}
          min={CONTRACT_YEARS.min}
          max={CONTRACT_YEARS.max}
          allowDecimal={false}
          error={failure}
          data-autofocus
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={onCancel}>
            Cancel
          </Button>
          <Button type="submit" loading={pending}>
            Enable
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
