import { useMutation } from '@connectrpc/connect-query';
import { Alert, Button, Fieldset, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { type Setting, SettingService } from '@marquee/contracts/marketing/v1/settings_pb';
import { Permission } from '@marquee/contracts/permissions';
import { refusalOf } from '@marquee/contracts/refusals';
import { SETTING_LIMITS, SETTING_MESSAGES, settingReason } from '@marquee/rules/settings';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useBlocker } from 'react-router';
import { refusalText } from '../api.ts';
import { useStaff } from '../users/permissions.ts';
import { draftKey, draftOf, problemOf, refusedValue, type ValueProblem, valueOfDraft } from './draft-value.ts';
import { useSavedSetting } from './use-saved-setting.ts';
import { ValueEditor } from './value-editor.tsx';

/** What stands in the way of a save: at the value, at the reason, or something else. */
type Problem = {
  value?: ValueProblem | undefined;
  reason?: string | undefined;
  other?: string;
  isConflict?: boolean;
};

/** Changes the value of a setting, with the reason; what was typed stays until it is saved. */
export function SettingForm({ setting }: { setting: Setting }) {
  const { accountId, may } = useStaff();
  // The service refuses it as well.
  const isReadOnly = accountId !== undefined && !may(Permission.CHANGE_SETTINGS);
  const { facts, value } = setting;
  const [draft, setDraft] = useState(() => draftOf(value));
  const [reason, setReason] = useState('');
  const [problem, setProblem] = useState<Problem>({});
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (problem.value || problem.reason) form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
  }, [problem]);
  const save = useMutation(SettingService.method.saveSetting);
  const saved = useSavedSetting();
  const type = facts?.type ?? 0;
  const [begun] = useState(() => draftKey(type, draft));
  // An editor writes markup in its own way: what was not typed is no change.
  const isChanged = draftKey(type, draft) !== begun;
  const leaving = useBlocker(isChanged && !save.isSuccess);
  useWarning(isChanged);
  if (!facts) return null;

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const why = settingReason.safeParse(reason);
    const value = problemOf(setting, draft);
    const unsaid = why.error?.issues[0]?.message;
    setProblem({ value, reason: unsaid });
    if (value || unsaid !== undefined) return;
    try {
      const request = { key: facts.key, value: valueOfDraft(type, draft), seenVersion: facts.version, reason };
      const answer = await save.mutateAsync(request);
      notifications.show({ message: 'The setting was saved.' });
      await saved.show(answer.setting);
    } catch (error) {
      const { fields, reason: why } = refusalOf(error);
      const refused = { value: refusedValue(fields), reason: fields.find(({ field }) => field === 'reason')?.message };
      const text = refusalText(error) ?? SETTING_MESSAGES.failedToSave;
      setProblem(refused.value || refused.reason ? refused : { other: text, isConflict: why === 'SETTING_CHANGED' });
    }
  };
  const saving = (
    <>
      <TextInput
        label="Why"
        withAsterisk
        description="The history shows it to other staff."
        maw={480}
        maxLength={SETTING_LIMITS.reason}
        value={reason}
        error={problem.reason}
        onChange={({ currentTarget }) => setReason(currentTarget.value)}
      />
      {problem.other !== undefined && (
        <Alert color="red" role="alert" title={problem.other}>
          {problem.isConflict && (
            <Button size="xs" variant="default" onClick={() => saved.reload(facts.key)}>
              Load what was saved, and drop my changes
            </Button>
          )}
        </Alert>
      )}
      <Group>
        <Button type="submit" loading={save.isPending} disabled={!isChanged}>
          Save
        </Button>
        {isChanged && (
          <Text size="sm" c="dimmed">
            Not saved yet
          </Text>
        )}
      </Group>
    </>
  );
  return (
    <form ref={form} onSubmit={submit}>
      <Stack>
        <Fieldset variant="unstyled" m={0} p={0} disabled={isReadOnly}>
          <ValueEditor
            setting={setting}
            draft={draft}
            isReadOnly={isReadOnly}
            problem={problem.value}
            onChange={setDraft}
          />
        </Fieldset>
        {isReadOnly ? <Text c="dimmed">Your role can look at settings. A super-user changes them.</Text> : saving}
      </Stack>
      <Modal
        opened={leaving.state === 'blocked'}
        onClose={() => leaving.reset?.()}
        title="Leave without saving?"
        zIndex={400}
      >
        <Stack>
          <Text size="sm">Your changes of “{facts.label}” are not saved.</Text>
          <Group justify="flex-end">
            <Button variant="default" onClick={() => leaving.reset?.()}>
              Stay
            </Button>
            <Button color="red" onClick={() => leaving.proceed?.()}>
              Leave without saving
            </Button>
          </Group>
        </Stack>
      </Modal>
    </form>
  );
}

/** The browser asks before the tab is closed. */
function useWarning(isChanged: boolean): void {
  useEffect(() => {
    if (!isChanged) return undefined;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [isChanged]);
}
