import { useMutation } from '@connectrpc/connect-query';
import { Alert, Button, Group, Paper, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { modals } from '@mantine/modals';
import { notifications } from '@mantine/notifications';
import { StaffNoticeService } from '@marquee/contracts/identity/v1/staff_notice_pb';
import { staffNoticeSchema } from '@marquee/rules/back-office';
import { BACK_OFFICE_LIMITS, BACK_OFFICE_MESSAGES } from '@marquee/rules/back-office-messages';
import { type FormEvent, useState } from 'react';
import { refusalText } from '../api.ts';
import { ReasonInput } from '../dialogs/ask-reason.tsx';

const { noticeTitleCharactersMax, noticeTextCharactersMax, reasonCharactersMin } = BACK_OFFICE_LIMITS;

type NoticeProps = { accountIds: string[]; onSent: () => void };

/** Opens the dialog in which staff write to the selected users [ADU-02]. */
export function writeNotice(props: NoticeProps): void {
  const id = modals.open({
    title: 'Send a notification',
    size: 'lg',
    children: <NoticeForm {...props} close={() => modals.close(id)} />,
  });
}

type Draft = { title: string; text: string; reason: string };
type Failures = Partial<Record<keyof Draft, string>>;

function failuresOf(draft: Draft): Failures {
  const parsed = staffNoticeSchema.safeParse(draft);
  const found: Failures = {};
  for (const { path, message } of parsed.error?.issues ?? []) found[path[0] as keyof Draft] ??= message;
  if (draft.reason.trim().length < reasonCharactersMin) found.reason = BACK_OFFICE_MESSAGES.reasonLength;
  return found;
}

/** Writing, then a look at it with the number of users; what was typed stays when sending fails. */
function NoticeForm({ accountIds, onSent, close }: NoticeProps & { close: () => void }) {
  const [draft, setDraft] = useState<Draft>({ title: '', text: '', reason: '' });
  const [failures, setFailures] = useState<Failures>({});
  const [isChecked, setIsChecked] = useState(false);
  const [refusal, setRefusal] = useState<string>();
  const send = useMutation(StaffNoticeService.method.notifyUsers);
  const count = accountIds.length;
  const people = count === 1 ? 'one user' : `${count.toLocaleString('en-US')} users`;
  const set = (part: Partial<Draft>) => setDraft((before) => ({ ...before, ...part }));

  const check = (event: FormEvent) => {
    event.preventDefault();
    const found = failuresOf(draft);
    setFailures(found);
    setRefusal(undefined);
    setIsChecked(Object.keys(found).length === 0);
  };
  const submit = async () => {
    try {
      const { notice } = await send.mutateAsync({ accountIds, confirmedCount: count, ...draft });
      const planned = notice?.recipients ?? 0;
      close();
      onSent();
      const message = planned === 1 ? 'It is on its way to one user.' : `It is on its way to ${planned} users.`;
      notifications.show({ title: 'Notification sent', message });
    } catch (error) {
      setIsChecked(false);
      setRefusal(refusalText(error) ?? 'Please try again in a moment.');
    }
  };

  if (isChecked) {
    return (
      <Stack>
        <Text size="sm">{`This goes to ${people}, in their notifications and to the browsers that they chose. It cannot be taken back.`}</Text>
        <Paper withBorder p="sm" role="group" aria-label="The notification">
          <Text fw={600} className="reason">
            {draft.title.trim()}
          </Text>
          <Text size="sm" className="reason">
            {draft.text.trim()}
          </Text>
        </Paper>
        <Group justify="flex-end">
          <Button variant="default" disabled={send.isPending} onClick={() => setIsChecked(false)}>
            Back
          </Button>
          <Button data-autofocus autoFocus loading={send.isPending} onClick={submit}>
            {`Send to ${people}`}
          </Button>
        </Group>
      </Stack>
    );
  }
  return (
    <form onSubmit={check} noValidate>
      <Stack>
        {refusal && (
          <Alert color="red" role="alert" title={BACK_OFFICE_MESSAGES.notifyFailed}>
            {refusal}
          </Alert>
        )}
        <TextInput
          label="Title"
          description={`${draft.title.length} of ${noticeTitleCharactersMax} characters`}
          required
          data-autofocus
          value={draft.title}
          error={failures.title}
          maxLength={noticeTitleCharactersMax}
          onChange={(event) => set({ title: event.currentTarget.value })}
        />
        <Textarea
          label="Text"
          description={`${draft.text.length} of ${noticeTextCharactersMax} characters`}
          required
          autosize
          minRows={3}
          value={draft.text}
          error={failures.text}
          maxLength={noticeTextCharactersMax}
          onChange={(event) => set({ text: event.currentTarget.value })}
        />
        <ReasonInput value={draft.reason} onChange={(reason) => set({ reason })} />
        {failures.reason && (
          <Text size="sm" c="red" role="alert">
            {failures.reason}
          </Text>
        )}
        <Group justify="space-between">
          <Text size="sm" c="dimmed">{`To ${people}`}</Text>
          <Group>
            <Button variant="default" onClick={close}>
              Cancel
            </Button>
            <Button type="submit">Continue</Button>
          </Group>
        </Group>
      </Stack>
    </form>
  );
}
