import { PROFILE_MESSAGES } from '@marquee/rules/profile-messages';
import { type ReactNode, useState } from 'react';
import { type FieldValues, get, type UseFormReturn } from 'react-hook-form';
import { refusalOf } from '../../../api/api-error.ts';
import { Trans } from '../../../language/trans.tsx';
import { _ } from '../../../language/words.ts';
import { Banner } from '../../../ui/banner.tsx';
import { Button, LinkButton } from '../../../ui/button.tsx';
import { Form, useDraft } from '../../../ui/form.tsx';
import { type ProfileChanges, useSaveProfile } from './save-profile.ts';

type Props<Values extends FieldValues, Out> = {
  form: UseFormReturn<Values, unknown, Out>;
  /** Names what is kept of the form while it is not saved. */
  draft: string;
  changes: (values: Out) => ProfileChanges;
  before: ProfileChanges;
  /** What a failed save is called. */
  failed?: string;
  /** Save can be pressed only while all is valid; otherwise pressing it shows what is not. */
  isSaveGuarded?: boolean;
  children: ReactNode;
};

/** A form of one part of the profile: it says that it saves, that it has, or that it failed and can be sent again [PRO-13]. */
export function ProfileForm<Values extends FieldValues, Out>({
  form,
  draft: draftKey,
  changes,
  before,
  failed = _(PROFILE_MESSAGES.saveFailed),
  isSaveGuarded = false,
  children,
}: Props<Values, Out>) {
  const save = useSaveProfile();
  const draft = useDraft(form, `profile-${draftKey}`);
  const [problem, setProblem] = useState<string>();
  const { isSubmitting, isValid } = form.formState;
  const submit = async (values: Out) => {
    setProblem(undefined);
    try {
      await save(changes(values), before);
      draft.forget();
    } catch (error) {
      const { message, fields } = refusalOf(error);
      // Beside the field that it is about, if this form has it.
      if (fields.some(({ field }) => get(form.getValues(), field) !== undefined)) throw error;
      setProblem(message || _(PROFILE_MESSAGES.tryLater));
    }
  };
  return (
    <Form form={form} onSubmit={submit} fallback={failed}>
      {children}
      {problem ? (
        <Banner tone="danger" urgent>
          <Trans
            id="<0>{failed}</0>{problem} What you typed is still here: save it again."
            values={{ failed, problem }}
            components={{ 0: <strong className="block font-medium" /> }}
          />
        </Banner>
      ) : null}
      <div className="flex flex-wrap items-center gap-3">
        <Button
          type="submit"
          variant="primary"
          size="large"
          pending={isSubmitting}
          disabled={isSaveGuarded && !isValid && !isSubmitting}
        >
          {_('Save')}
        </Button>
        <LinkButton to="/profile/edit" variant="quiet" size="large" onClick={draft.forget}>
          {_('Cancel')}
        </LinkButton>
        <p role="status" className="text-ink-muted text-small">
          {isSubmitting ? _(PROFILE_MESSAGES.saving) : null}
        </p>
      </div>
    </Form>
  );
}
