import { AccountType } from '@marquee/contracts/identity/v1/account_pb';
import { ACCOUNT_TYPES } from '@marquee/rules/account';
import { talentsSchema } from '@marquee/rules/profile';
import { TALENTS_MAX, talentsFor } from '@marquee/rules/talents';
import { Controller } from 'react-hook-form';
import { z } from 'zod';
import { _, msg, worded } from '../../../language/words.ts';
import { RadioCards } from '../../../ui/choice.tsx';
import { MultiCombobox } from '../../../ui/combobox.tsx';
import { fieldOf, useZodForm } from '../../../ui/form.tsx';
import type { EditFields } from './edit-fields.ts';
import { ProfileForm } from './profile-form.tsx';

const schema = z.object({ type: z.enum(ACCOUNT_TYPES), talents: talentsSchema });

const kinds = [
  { value: 'INDIVIDUAL', label: msg('Individual') },
  { value: 'COMPANY', label: msg('Company') },
];

/** Whether this is a person or a company, and 1 to 4 talents of that kind; another kind starts without [PRO-21]. */
export function TalentsForm({ fields: { type, talents } }: { fields: EditFields }) {
  const form = useZodForm(schema, { type, talents });
  const kind = form.watch('type');
  const changesOf = (values: z.output<typeof schema>) => ({
    type: AccountType[values.type],
    talents: { talents: [...values.talents] },
  });
  // Somebody who has none yet cannot go back to none.
  const before = { type: AccountType[type], ...(talents.length > 0 && { talents: { talents } }) };
  return (
    <ProfileForm form={form} draft="talents" before={before} changes={changesOf}>
      <RadioCards
        legend={_('You are')}
        options={kinds.map(({ value, label }) => ({ value, label: _(label) }))}
        columns={2}
        value={kind}
        {...form.register('type', { onChange: () => form.setValue('talents', [], { shouldDirty: true }) })}
      />
      <Controller
        control={form.control}
        name="talents"
        render={({ field, fieldState }) => (
          <MultiCombobox
            label={_('Your talents')}
            hint={_('Choose up to {talentsMax}.', { talentsMax: TALENTS_MAX })}
            options={talentsFor(kind).map((name) => ({ value: name, label: worded(name) }))}
            value={field.value}
            max={TALENTS_MAX}
            onChange={(next) => field.onChange([...next])}
            error={fieldState.error?.message ?? fieldOf(form, 'talents').error}
          />
        )}
      />
    </ProfileForm>
  );
}
