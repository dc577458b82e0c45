import { Button, Group } from '@mantine/core';
import { ArrayItemType } from '@marquee/contracts/marketing/v1/settings_pb';
import { EntityName, EntityPicker } from './entity-picker.tsx';

/** Chooses one account; `''` while none is chosen. Those that are taken cannot be. */
export function AccountPicker({
  label,
  accountId,
  taken,
  onChange,
}: {
  label: string;
  accountId: string;
  taken: readonly string[];
  onChange: (accountId: string) => void;
}) {
  if (accountId === '') return <EntityPicker type={ArrayItemType.USER} label={label} taken={taken} onPick={onChange} />;
  return (
    <Group justify="space-between">
      <EntityName type={ArrayItemType.USER} id={accountId} />
      <Button size="xs" variant="default" onClick={() => onChange('')}>
        Choose somebody else
      </Button>
    </Group>
  );
}
