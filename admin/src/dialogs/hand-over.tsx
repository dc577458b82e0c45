import { ActionIcon, Button, Group, Modal, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { BACK_OFFICE_LIMITS, BACK_OFFICE_MESSAGES } from '@marquee/rules/back-office-messages';
import { SETTING_MESSAGES } from '@marquee/rules/settings';
import { IconUserEdit } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { refusalText } from '../api.ts';
import { AccountPicker } from '../pickers/account-picker.tsx';
import { ReasonInput } from './ask-reason.tsx';

type Props = {
  /** Names the button that opens the dialog. */
  name: string;
  title: string;
  /** What changes for whom. */
  text: string;
  pickLabel: string;
  /** Whose it is now. */
  holderId: string;
  /** The button that does it. */
  action: string;
  done: string;
  failed: string;
  handOver: (accountId: string, reason: string) => Promise<void>;
};

/** A button that gives something to another account, once somebody is chosen and a reason given. */
export function HandOver(props: Props) {
  const [open, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <ActionIcon variant="subtle" color="gray" size={24} aria-label={props.name} onClick={() => setOpen(true)}>
        <IconUserEdit aria-hidden size={14} />
      </ActionIcon>
      <Modal opened={open} onClose={close} title={props.title}>
        <HandOverForm {...props} close={close} />
      </Modal>
    </>
  );
}

function HandOverForm({
  text,
  pickLabel,
  holderId,
  action,
  done,
  failed,
  handOver,
  close,
}: Props & { close: () => void }) {
  const [accountId, setAccountId] = useState('');
  const [reason, setReason] = useState('');
  const [failure, setFailure] = useState<string>();
  const [pending, setPending] = useState(false);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (accountId === '') return setFailure(SETTING_MESSAGES.selectUser);
    if (reason.trim().length < BACK_OFFICE_LIMITS.reasonCharactersMin) {
      return setFailure(BACK_OFFICE_MESSAGES.reasonLength);
    }
    setFailure(undefined);
    setPending(true);
    try {
      await handOver(accountId, reason.trim());
      close();
      notifications.show({ message: done });
    } catch (error) {
      setFailure([failed, refusalText(error)].filter(Boolean).join(': '));
    } finally {
      setPending(false);
    }
  };
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <Text size="sm">{text}</Text>
        <AccountPicker label={pickLabel} accountId={accountId} taken={[holderId]} onChange={setAccountId} />
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
          <Button type="submit" color="red" loading={pending}>
            {action}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
