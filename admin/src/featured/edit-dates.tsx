import { ActionIcon, Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { refusalOf } from '@marquee/contracts/refusals';
import { FEATURED_MESSAGES } from '@marquee/rules/featured';
import { IconCalendar } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { fieldOf, timeOf } from './featured-dates.ts';
import { type Dates, FAILED } from './use-featured.tsx';

type Props = { title: string; dates: Dates; save: (dates: Dates) => Promise<void> };

/** A button that opens a dialog for the first and last moment of a featured film. */
export function EditDates({ title, dates, save }: Props) {
  const [opened, { open, close }] = useDisclosure(false);
  const [starts, setStarts] = useState('');
  const [ends, setEnds] = useState('');
  const [pending, setPending] = useState(false);
  const [failure, setFailure] = useState<string>();

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (starts && ends && starts >= ends) return setFailure(FEATURED_MESSAGES.endsBeforeStart);
    setPending(true);
    setFailure(undefined);
    try {
      await save({ startsAt: timeOf(starts), endsAt: timeOf(ends) });
      close();
    } catch (error) {
      const { fields, message } = refusalOf(error);
      setFailure(fields[0]?.message || message || FAILED);
    } finally {
      setPending(false);
    }
  };
  return (
    <>
      <ActionIcon
        variant="subtle"
        size={44}
        aria-label={`Dates of ${title}`}
        onClick={() => {
          setStarts(fieldOf(dates.startsAt));
          setEnds(fieldOf(dates.endsAt));
          setFailure(undefined);
          open();
        }}
      >
        <IconCalendar size={18} />
      </ActionIcon>
      <Modal opened={opened} onClose={close} title={`Dates of ${title}`}>
        <form onSubmit={submit} noValidate>
          <Stack>
            <TextInput
              type="datetime-local"
              label="First shown"
              description="Empty: from now on."
              value={starts}
              onChange={(event) => setStarts(event.currentTarget.value)}
              data-autofocus
            />
            <TextInput
              type="datetime-local"
              label="Last shown"
              description="Empty: until it is removed."
              value={ends}
              error={failure}
              onChange={(event) => setEnds(event.currentTarget.value)}
            />
            <Text size="xs" c="dimmed">
              {`Times are in ${Intl.DateTimeFormat().resolvedOptions().timeZone}.`}
            </Text>
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
