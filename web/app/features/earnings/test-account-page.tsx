import { PayoutAccountStatus, TestPayoutOutcome } from '@marquee/contracts/film/v1/payouts_pb';
import { type FormEvent, useState } from 'react';
import { useNavigate } from 'react-router';
import { messageOf } from '../../api/api-error.ts';
import { _, msg } from '../../language/words.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { RadioCards } from '../../ui/choice.tsx';
import { PageTitle } from '../../ui/page-title.tsx';

const { ENABLED, RESTRICTED, PENDING } = PayoutAccountStatus;
const CHOICES = [
  { value: 'paid', label: msg('Payouts arrive'), set: [ENABLED, TestPayoutOutcome.PAID] },
  { value: 'slow', label: msg('Payouts arrive after some seconds'), set: [ENABLED, TestPayoutOutcome.SLOW] },
  { value: 'failed', label: msg('The bank refuses payouts'), set: [ENABLED, TestPayoutOutcome.FAILED] },
  { value: 'restricted', label: msg('The provider has a question'), set: [RESTRICTED, TestPayoutOutcome.PAID] },
  { value: 'pending', label: msg('Not all is filled in'), set: [PENDING, TestPayoutOutcome.PAID] },
] as const;

type Account = { status: PayoutAccountStatus; outcome: TestPayoutOutcome };
type Props = Account & {
  /** Where the account belongs: its page of earnings. */
  back: { href: string; label: string };
  save: (account: Account) => Promise<unknown>;
};

/** What the pages of a payment provider are where no real money moves: a seller says there how their account stands. */
export function TestAccountPage({ status, outcome, back, save: send }: Props) {
  const navigate = useNavigate();
  const known = CHOICES.find(({ set }) => set[0] === status && (status !== ENABLED || set[1] === outcome));
  // A new account is what most people want it to be.
  const [value, setValue] = useState<string>(status === PENDING ? 'paid' : (known?.value ?? 'paid'));
  const [pending, setPending] = useState(false);
  const [failed, setFailed] = useState('');
  const save = async (event: FormEvent) => {
    event.preventDefault();
    const chosen = CHOICES.find((choice) => choice.value === value) ?? CHOICES[0];
    setPending(true);
    setFailed('');
    try {
      await send({ status: chosen.set[0], outcome: chosen.set[1] });
      await navigate(back.href);
    } catch (thrown) {
      setFailed(messageOf(thrown, _('Check your network and try again.')));
      setPending(false);
    }
  };
  return (
    <div className="page grid gap-8 py-8 md:py-12">
      <PageTitle
        title={_('Test account')}
        lead={_('This site pays nobody. Here you choose how your account for payouts behaves.')}
        crumbs={[back]}
      />
      <form className="grid max-w-xl gap-6" onSubmit={(event) => void save(event)}>
        <RadioCards
          legend={_('How it behaves')}
          name="behaviour"
          value={value}
          onChange={({ currentTarget }) => setValue(currentTarget.value)}
          options={CHOICES.map((choice) => ({ value: choice.value, label: _(choice.label) }))}
        />
        {failed ? (
          <Banner tone="danger" urgent>
            {failed}
          </Banner>
        ) : null}
        <div>
          <Button type="submit" variant="primary" pending={pending}>
            {_('Save and go back')}
          </Button>
        </div>
      </form>
    </div>
  );
}
