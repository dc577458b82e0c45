import { ACCOUNT_LIMITS } from '@marquee/rules/account';
import { type FormEvent, type ReactNode, useState } from 'react';
import { messageOf } from '../../api/api-error.ts';
import { usePending } from '../../data/use-pending.ts';
import { useTypedSearch } from '../../data/use-typed-search.ts';
import { _ } from '../../language/words.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Combobox } from '../../ui/combobox.tsx';
import { toast } from '../../ui/toast.ts';
import { EMPTY, type Found, findPeople, nameOf } from './find-people.ts';

type Props = {
  label: string;
  /** People who cannot be chosen. */
  taken: readonly string[];
  onChosen: (personId: string) => Promise<void>;
  /** What is shown when it fails without a reason. */
  failed?: string;
  /** Another field, between the person and the button. */
  children?: ReactNode;
};

/** Asks one person for something: a connection, or anybody with an account. */
export function PersonChoice({
  label,
  taken,
  onChosen,
  failed = _('We failed to send the invitation. Please try again.'),
  children,
}: Props) {
  const { found, state, search } = useTypedSearch(findPeople, ACCOUNT_LIMITS.searchCharactersMin);
  const [person, setPerson] = useState<Found | null>(null);
  const [pending, during] = usePending();
  const [problem, setProblem] = useState('');
  // Who is chosen stays an option while others are searched.
  const others = found.filter(({ id }) => id !== person?.id && !taken.includes(id));
  const options = person ? [person, ...others] : others;
  const invite = async (event: FormEvent) => {
    event.preventDefault();
    if (!person) return setProblem(_('Please choose somebody first.'));
    setProblem('');
    return during(async () => {
      try {
        await onChosen(person.id);
        toast({ message: _('{name} was invited.', { name: nameOf(person) }), tone: 'good' });
        setPerson(null);
      } catch (error) {
        setProblem(messageOf(error, failed));
      }
    });
  };
  return (
    <form
      noValidate
      onSubmit={invite}
      className={classNames(
        'grid gap-4 sm:items-end',
        children ? 'sm:grid-cols-[minmax(0,1fr)_16rem_auto]' : 'sm:grid-cols-[minmax(0,1fr)_auto]',
      )}
    >
      <Combobox
        label={label}
        placeholder={_('Search people by name')}
        empty={_(EMPTY[state], { letters: ACCOUNT_LIMITS.searchCharactersMin })}
        pending={state === 'searching'}
        options={options.map((one) => ({ value: one.id, label: nameOf(one), picture: one.profilePicture }))}
        value={person?.id ?? ''}
        onChange={(id) => setPerson(options.find((one) => one.id === id) ?? null)}
        onQuery={search}
      />
      {children}
      <Button type="submit" variant={children ? 'primary' : 'secondary'} size="large" pending={pending}>
        {_('Invite')}
      </Button>
      {problem ? (
        <div className="sm:col-span-full">
          <Banner tone="danger" urgent>
            {problem}
          </Banner>
        </div>
      ) : null}
    </form>
  );
}
