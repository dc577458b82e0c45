import { ProfileVisibility } from '@marquee/contracts/identity/v1/account_pb';
import { PROFILE_VISIBILITIES } from '@marquee/rules/profile';
import { z } from 'zod';
import { _, msg } from '../../../language/words.ts';
import { RadioCards } from '../../../ui/choice.tsx';
import { useZodForm } from '../../../ui/form.tsx';
import type { EditFields } from './edit-fields.ts';
import { ProfileForm } from './profile-form.tsx';

const schema = z.object({ visibility: z.enum(PROFILE_VISIBILITIES) });

export const VISIBILITY_LABELS = {
  PUBLIC: msg('Everybody'),
  HIDDEN: msg('Anyone with the link'),
  PRIVATE: msg('Only you'),
} as const;

const choices = [
  {
    value: 'PUBLIC',
    label: VISIBILITY_LABELS.PUBLIC,
    description: msg('People find you by name. Search engines list the profiles of Entertainment Pros.'),
  },
  {
    value: 'HIDDEN',
    label: VISIBILITY_LABELS.HIDDEN,
    description: msg('Your page opens for those who have its link. No search lists it, here or elsewhere.'),
  },
  {
    value: 'PRIVATE',
    label: VISIBILITY_LABELS.PRIVATE,
    description: msg('Nobody else can open your page. Credits that you agreed to stay on the pages of their films.'),
  },
];

/** Who finds the profile [PRO-20]. */
export function VisibilityForm({ fields: { visibility } }: { fields: EditFields }) {
  const form = useZodForm(schema, { visibility });
  const changesOf = (values: z.output<typeof schema>) => ({ profileVisibility: ProfileVisibility[values.visibility] });
  return (
    <ProfileForm form={form} draft="visibility" before={changesOf({ visibility })} changes={changesOf}>
      <RadioCards
        legend={_('Who finds your profile')}
        hideLegend
        options={choices.map(({ value, label, description }) => ({
          value,
          label: _(label),
          description: _(description),
        }))}
        value={form.watch('visibility')}
        {...form.register('visibility')}
      />
    </ProfileForm>
  );
}
