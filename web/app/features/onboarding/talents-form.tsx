import { ACCOUNT_MESSAGES } from '@marquee/rules/account-messages';
import { talentsSchema } from '@marquee/rules/profile';
import { TALENTS_MAX, talentsFor } from '@marquee/rules/talents';
import { type FormEvent, useState } from 'react';
import { useNavigate } from 'react-router';
import { messageOf } from '../../api/api-error.ts';
import { _, worded } from '../../language/words.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { MultiCombobox } from '../../ui/combobox.tsx';
import { goOn, saveStep } from './save-step.ts';

/** 1 to 4 talents [ONB-04]. */
export function TalentsForm({ type, talents }: { type: 'INDIVIDUAL' | 'COMPANY'; talents: readonly string[] }) {
  const navigate = useNavigate();
  const [chosen, setChosen] = useState<readonly string[]>(talents);
  const [error, setError] = useState<string>();
  const [refused, setRefused] = useState<string>();
  const [pending, setPending] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const checked = talentsSchema.safeParse([...chosen]);
    if (!checked.success) return setError(checked.error.issues[0]?.message ?? _(ACCOUNT_MESSAGES.talentMissing));
    setPending(true);
    setRefused(undefined);
    try {
      goOn(await saveStep({ talents: { talents: checked.data } }), navigate);
    } catch (thrown) {
      setRefused(messageOf(thrown, _(ACCOUNT_MESSAGES.onboardingFailed)));
      setPending(false);
    }
  };
  return (
    <form noValidate className="grid gap-6" onSubmit={submit}>
      <MultiCombobox
        label={_('Your talents')}
        hint={_('Choose up to {talentsMax}.', { talentsMax: TALENTS_MAX })}
        options={talentsFor(type).map((name) => ({ value: name, label: worded(name) }))}
        value={chosen}
        max={TALENTS_MAX}
        error={error}
        onChange={(next) => {
          setChosen(next);
          setError(undefined);
        }}
      />
      {refused ? (
        <Banner tone="danger" urgent>
          {refused}
        </Banner>
      ) : null}
      <Button type="submit" variant="primary" size="large" pending={pending}>
        {_('Continue')}
      </Button>
    </form>
  );
}
