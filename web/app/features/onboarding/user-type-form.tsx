import { AccountType, ConsumerType } from '@marquee/contracts/identity/v1/account_pb';
import { ACCOUNT_MESSAGES } from '@marquee/rules/account-messages';
import { Building2, Clapperboard, Popcorn, UserRound } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { useNavigate } from 'react-router';
import { messageOf } from '../../api/api-error.ts';
import { _ } from '../../language/words.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { RadioCards } from '../../ui/choice.tsx';
import { goOn, saveStep } from './save-step.ts';

/** Movie Lover or Entertainment Pro, and for Pros Individual or Company; never b2b [ONB-01]. */
export function UserTypeForm({ consumerType, type }: { consumerType: ConsumerType; type: AccountType }) {
  const navigate = useNavigate();
  const [chosen, setChosen] = useState(consumerType);
  const [chosenType, setChosenType] = useState(type);
  const [error, setError] = useState<{ field: 'consumerType' | 'type'; message: string }>();
  const [refused, setRefused] = useState<string>();
  const [pending, setPending] = useState(false);
  const isPro = chosen === ConsumerType.ENTERTAINMENT_PRO;

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const refuse = (field: 'consumerType' | 'type', message: string) => {
      setError({ field, message });
      form.querySelector<HTMLInputElement>(`[name=${field}]`)?.focus();
    };
    if (chosen !== ConsumerType.MOVIE_LOVER && !isPro) {
      return refuse('consumerType', _(ACCOUNT_MESSAGES.userTypeMissing));
    }
    if (isPro && chosenType === AccountType.UNSPECIFIED) {
      return refuse('type', _(ACCOUNT_MESSAGES.accountTypeUnknown));
    }
    setPending(true);
    setRefused(undefined);
    try {
      goOn(await saveStep({ consumerType: chosen, ...(isPro && { type: chosenType }) }), navigate);
    } catch (thrown) {
      setRefused(messageOf(thrown, _(ACCOUNT_MESSAGES.onboardingFailed)));
      setPending(false);
    }
  };
  return (
    <form noValidate className="grid gap-8" onSubmit={submit}>
      <RadioCards
        legend={_('How you use Marquee')}
        hideLegend
        name="consumerType"
        error={error?.field === 'consumerType' ? error.message : undefined}
        options={[
          {
            value: String(ConsumerType.MOVIE_LOVER),
            label: _('Movie Lover'),
            description: _('Watch films, go to festivals and premieres, vote and review.'),
            icon: <Popcorn className="size-5" />,
          },
          {
            value: String(ConsumerType.ENTERTAINMENT_PRO),
            label: _('Entertainment Pro'),
            description: _('All of that, and your own films, a profile, and people and jobs to find.'),
            icon: <Clapperboard className="size-5" />,
          },
        ]}
        onChange={(event) => {
          setChosen(Number(event.target.value));
          setError(undefined);
        }}
      />
      {isPro ? (
        <RadioCards
          legend={_('You are')}
          name="type"
          columns={2}
          error={error?.field === 'type' ? error.message : undefined}
          options={[
            { value: String(AccountType.INDIVIDUAL), label: _('Individual'), icon: <UserRound className="size-5" /> },
            { value: String(AccountType.COMPANY), label: _('Company'), icon: <Building2 className="size-5" /> },
          ]}
          onChange={(event) => {
            setChosenType(Number(event.target.value));
            setError(undefined);
          }}
        />
      ) : null}
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
