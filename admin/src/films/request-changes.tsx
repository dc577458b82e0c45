import { Button, Group, Modal, NativeSelect, Stack, Text, Textarea } from '@mantine/core';
import { CHANGE_REASON_LENGTH_MAX, changeReasonSchema } from '@marquee/rules/moderation';
import { type FormEvent, useState } from 'react';
import { CHANGE_TEMPLATES } from './change-templates.ts';

type RequestChangesProps = {
  opened: boolean;
  close: () => void;
  film: string;
  /** Resolves when the maker has been asked; rejects with the text to show. */
  send: (reason: string) => Promise<void>;
};

/** Asks what the maker should change. What was typed stays until it is sent. */
export function RequestChanges({ opened, close, film, send }: RequestChangesProps) {
  const [reason, setReason] = useState('');
  const [pending, setPending] = useState(false);
  const [failure, setFailure] = useState<string>();

  const insert = (label: string) => {
    const template = CHANGE_TEMPLATES.find((one) => one.label === label);
    if (template) setReason((before) => [before.trim(), template.text].filter(Boolean).join('\n\n'));
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const checked = changeReasonSchema.safeParse({ reason });
    if (!checked.success) return setFailure(checked.error.issues[0]?.message);
    setPending(true);
    setFailure(undefined);
    try {
      await send(checked.data.reason);
      setReason('');
      close();
    } catch (error) {
      setFailure((error as Error).message);
    } finally {
      setPending(false);
    }
  };
  return (
    <Modal opened={opened} onClose={close} size="lg" title={`Ask for changes of “${film}”`}>
      <form onSubmit={submit} noValidate>
        <Stack>
          <NativeSelect
            label="Common reasons"
            description="Adds a text that you can edit."
            value=""
            onChange={(event) => insert(event.currentTarget.value)}
            data={[{ value: '', label: 'Choose one' }, ...CHANGE_TEMPLATES.map(({ label }) => label)]}
          />
          <Textarea
            label="What should be changed"
            description="The maker reads this by mail and in the studio, from “our staff”, without your name."
            required
            autosize
            minRows={5}
            maxRows={16}
            value={reason}
            error={failure}
            data-autofocus
            onChange={(event) => setReason(event.currentTarget.value)}
          />
          <Text size="xs" c={reason.length > CHANGE_REASON_LENGTH_MAX ? 'red' : 'dimmed'} ta="end">
            {reason.length} of {CHANGE_REASON_LENGTH_MAX}
          </Text>
          <Group justify="flex-end">
            <Button variant="default" onClick={close}>
              Cancel
            </Button>
            <Button type="submit" loading={pending}>
              Ask for changes
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
