import { useMutation } from '@connectrpc/connect-query';
import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { notifications } from '@mantine/notifications';
import { type Setting, SettingService } from '@marquee/contracts/marketing/v1/settings_pb';
import { Permission } from '@marquee/contracts/permissions';
import { SETTING_LIMITS, SETTING_MESSAGES, settingReason } from '@marquee/rules/settings';
import { type FormEvent, useState } from 'react';
import { refusalText } from '../api.ts';
import { useStaff } from '../users/permissions.ts';
import { useSavedSetting } from './use-saved-setting.ts';

/** Saves an earlier value again, after a question and with a reason. */
export function RollBack({ setting, toVersion }: { setting: Setting; toVersion: bigint }) {
  const [opened, { open, close }] = useDisclosure(false);
  const [reason, setReason] = useState('');
  const [problem, setProblem] = useState<string>();
  const rollBack = useMutation(SettingService.method.rollBackSetting);
  const saved = useSavedSetting();
  const { accountId, may } = useStaff();
  const { key = '', label = '', version: seenVersion = 0n } = setting.facts ?? {};
  const target = toVersion === 0n ? 'the default' : `version ${toVersion}`;

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const why = settingReason.safeParse(reason);
    if (!why.success) return setProblem(why.error.issues[0]?.message);
    setProblem(undefined);
    try {
      const answer = await rollBack.mutateAsync({ key, toVersion, seenVersion, reason });
      close();
      setReason('');
      notifications.show({ message: `The setting was rolled back to ${target}.` });
      await saved.show(answer.setting);
    } catch (error) {
      setProblem(refusalText(error) ?? SETTING_MESSAGES.failedToSave);
    }
  };
  if (accountId !== undefined && !may(Permission.CHANGE_SETTINGS)) return null;
  return (
    <>
      <Button variant="subtle" size="compact-sm" aria-label={`Roll back to ${target}`} onClick={open}>
        Roll back
      </Button>
      <Modal opened={opened} onClose={close} title={`Roll back to ${target}?`}>
        <form onSubmit={submit}>
          <Stack>
            <Text size="sm">
              “{label}” gets the value of {target} again. The history keeps what it is now. Changes that are not saved
              are lost.
            </Text>
            <TextInput
              label="Why"
              withAsterisk
              maxLength={SETTING_LIMITS.reason}
              value={reason}
              error={problem}
              data-autofocus
              onChange={({ currentTarget }) => setReason(currentTarget.value)}
            />
            <Group justify="flex-end">
              <Button variant="default" onClick={close}>
                Cancel
              </Button>
              <Button type="submit" loading={rollBack.isPending}>
                Roll back
              </Button>
            </Group>
          </Stack>
        </form>
      </Modal>
    </>
  );
}
