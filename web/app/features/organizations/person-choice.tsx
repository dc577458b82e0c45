import { ACCOUNT_LIMITS } from '@marquee/rules/account';
import { type FormEvent, useState } from 'react';
import { messageOf } from '../../api/api-error.ts';
import { useTypedSearch } from '../../data/use-typed-search.ts';
import { _ } from '../../language/words.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Combobox } from '../../ui/combobox.tsx';
import { toast } from '../../ui/toast.tsx';
import { EMPTY, type Found, findPeople, nameOf } from './find-people.ts';

type Props = { label: string; taken: readonly string[]; onChosen: (personId: string) => Promise<void> };

/** Asks one person for something: a connection, or anybody with an account. */
export function PersonChoice({ label, taken, onChosen }: Props) {
  const { found, state, search } = useTypedSearch(findPeople, ACCOUNT_LIMITS.searchCharactersMin);
  const [person, setPerson] = useState<Found | null>(null);
  const [pending, setPending] = useState(false);
  const [problem, setProblem] = useState('');
  const options = (person && !found.some(({ id }) => id === person.id) ? [person, ...found] : found).filter(
    ({ id }) => !taken.includes(id),
  );
  const invite = async (event: FormEvent) => {
    event.preventDefault();
    if (!person) return setProblem(_('Please choose somebody first.'));
    setProblem('');
    setPending(true);
    try {
      await onChosen(person.id);
      toast({ message: _('{name} was invited.', { name: nameOf(person) }), tone: 'good' });
      setPerson(null);
    } catch (error) {
      setProblem(messageOf(error, _('We failed to send the invitation. Please try again.')));
    } finally {
      setPending(false);
    }
  };
  return (
    <form noValidate onSubmit={invite} className="grid gap-4 sm:grid-cols-[minmax(0,1fr)_auto] sm:items-end">
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
      <Button type="submit" size="large" pending={pending}>
        {_('Invite')}
      </Button>
      {problem ? (
        <Banner tone="danger" urgent>
          {problem}
        </Banner>
      ) : null}
    </form>
  );
}
