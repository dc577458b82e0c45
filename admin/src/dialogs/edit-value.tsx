import { ActionIcon, Button, Group, Modal, Stack, Textarea, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { BACK_OFFICE_MESSAGES } from '@marquee/rules/back-office-messages';
import { IconPencil } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { ReasonInput } from './ask-reason.tsx';

export type EditValueProps = {
  label: string;
  value: string;
  lengthMax: number;
  multiline?: boolean;
  /** Asks as well why, and saves nothing without. */
  reasoned?: boolean;
  /** Resolves when the value is saved; rejects with the text to show. */
  save: (value: string, reason: string) => Promise<void>;
};

/** A pencil that opens a dialog for one value. An empty value means no save. */
export function EditValue({ label, value, lengthMax, multiline = false, reasoned = false, save }: EditValueProps) {
  const [opened, { open, close }] = useDisclosure(false);
  const [typed, setTyped] = useState(value);
  const [reason, setReason] = useState('');
  const [pending, setPending] = useState(false);
  const [failure, setFailure] = useState<string>();

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const next = typed.trim();
    if (next === '' || next === value) return close();
    if (reasoned && reason.trim() === '') return setFailure(BACK_OFFICE_MESSAGES.reasonLength);
    setPending(true);
    setFailure(undefined);
    try {
      await save(next, reason.trim());
      close();
    } catch (error) {
      setFailure(error instanceof Error ? error.message : 'Failed to save. Please try again later.');
    } finally {
      setPending(false);
    }
  };
  const field = {
    label,
    value: typed,
    maxLength: lengthMax,
    error: failure,
    'data-autofocus': true,
    onChange: (event: { currentTarget: { value: string } }) => setTyped(event.currentTarget.value),
  };
  return (
    <>
      <ActionIcon
        variant="subtle"
        size={24}
        aria-label={`Edit ${label.toLowerCase()}`}
        onClick={() => {
          setTyped(value);
          setReason('');
          setFailure(undefined);
          open();
        }}
      >
        <IconPencil size={14} />
      </ActionIcon>
      <Modal opened={opened} onClose={close} title={`Edit ${label.toLowerCase()}`}>
        <form onSubmit={submit} noValidate>
          <Stack>
            {multiline ? <Textarea autosize minRows={3} {...field} /> : <TextInput {...field} />}
            {reasoned && <ReasonInput value={reason} onChange={setReason} />}
            <Group justify="flex-end">
              <Button variant="default" onClick={close}>
                Cancel
              </Button>
              <Button type="submit" loading={pending}>
                Save
              </Button>
            </Group>
          </Stack>
        </form>
      </Modal>
    </>
  );
}
