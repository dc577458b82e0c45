import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { modals } from '@mantine/modals';
import { BACK_OFFICE_LIMITS, BACK_OFFICE_MESSAGES } from '@marquee/rules/back-office-messages';
import { type FormEvent, useState } from 'react';
import { once } from './once.ts';

const { reasonCharactersMin, reasonCharactersMax } = BACK_OFFICE_LIMITS;

/** Why a member of staff does something, as the audit log keeps it [ADU-10]. */
export function ReasonInput({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  return (
    <TextInput
      label="Reason"
      description="It stands in the audit log."
      value={value}
      required
      minLength={reasonCharactersMin}
      maxLength={reasonCharactersMax}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

type Question = {
  title: string;
  /** What happens when it is confirmed. */
  text: string;
  confirm: string;
  /** Called with a reason of the right length. */
  onConfirm: (reason: string) => void;
};

/** Asks before something is done to somebody, and why [ADU-09]. */
export function askReason({ title, onConfirm, ...question }: Question): void {
  const asked = { ...question, onConfirm: once(onConfirm) };
  const id = modals.open({ title, children: <ReasonForm {...asked} close={() => modals.close(id)} /> });
}

function ReasonForm({ text, confirm, onConfirm, close }: Omit<Question, 'title'> & { close: () => void }) {
  const [reason, setReason] = useState('');
  const [failure, setFailure] = useState<string>();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const given = reason.trim();
    if (given.length < reasonCharactersMin) return setFailure(BACK_OFFICE_MESSAGES.reasonLength);
    close();
    onConfirm(given);
  };
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <Text size="sm">{text}</Text>
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
          <Button type="submit" color="red">
            {confirm}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
