import { Input, Skeleton, Switch, TextInput } from '@mantine/core';
import { type Setting, SettingType } from '@marquee/contracts/marketing/v1/settings_pb';
import { SETTING_LIMITS } from '@marquee/rules/settings';
import { lazy, Suspense } from 'react';
import type { DraftValue, ValueProblem } from './draft-value.ts';
import { ItemsEditor } from './items-editor.tsx';

// Its editor is large: it is loaded when a richtext is opened.
const RichtextEditor = lazy(async () => ({ default: (await import('./richtext-editor.tsx')).RichtextEditor }));

type Props = {
  setting: Setting;
  draft: DraftValue;
  /** Shown to who may not change it. */
  isReadOnly: boolean;
  /** Shown beside what it is about. */
  problem: ValueProblem | undefined;
  onChange: (draft: DraftValue) => void;
};

/** Edits a value by the type of its setting. */
export function ValueEditor({ setting, draft, isReadOnly, problem, onChange }: Props) {
  const { facts, rule } = setting;
  if (!facts) return null;
  const { label } = facts;
  const error = problem?.text;
  switch (facts.type) {
    case SettingType.RICHTEXT:
      return (
        <Suspense fallback={<Skeleton h={320} role="status" aria-label="The editor is loading" />}>
          <RichtextEditor
            html={draft.text}
            label={label}
            isReadOnly={isReadOnly}
            error={error}
            onChange={(text) => onChange({ ...draft, text })}
          />
        </Suspense>
      );
    case SettingType.ARRAY:
      return (
        <ItemsEditor
          facts={facts}
          items={draft.items}
          problem={problem}
          onChange={(items) => onChange({ ...draft, items })}
        />
      );
    case SettingType.BOOLEAN:
      return (
        <Switch
          label={label}
          checked={draft.flag}
          error={error}
          onChange={({ currentTarget }) => onChange({ ...draft, flag: currentTarget.checked })}
        />
      );
    case SettingType.NUMBER:
      return (
        <TextInput
          label={label}
          description={rule}
          inputMode="decimal"
          maw={320}
          error={error}
          value={draft.number}
          onChange={({ currentTarget }) => onChange({ ...draft, number: currentTarget.value })}
        />
      );
    case SettingType.TEXT:
      return (
        <TextInput
          label={label}
          description={rule}
          maxLength={SETTING_LIMITS.text}
          error={error}
          value={draft.text}
          onChange={({ currentTarget }) => onChange({ ...draft, text: currentTarget.value })}
        />
      );
    default:
      return <Input.Error>This type of setting cannot be edited here. Please reload the page.</Input.Error>;
  }
}
