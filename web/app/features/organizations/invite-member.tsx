import { TeamRole, TeamService } from '@marquee/contracts/festival/v1/team_pb';
import { ACCOUNT_LIMITS } from '@marquee/rules/account';
import { TEAM_MESSAGES, type TeamRoleName } from '@marquee/rules/organizations';
import { type FormEvent, useState } from 'react';
import { useRevalidator } from 'react-router';
import { messageOf } from '../../api/api-error.ts';
import { client } from '../../api/browser/client.ts';
import { useTypedSearch } from '../../data/use-typed-search.ts';
import { _ } from '../../language/words.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Combobox } from '../../ui/combobox.tsx';
import { Select } from '../../ui/field.tsx';
import { toast } from '../../ui/toast.tsx';
import { EMPTY, type Found, findPeople, nameOf } from './find-people.ts';
import { roleOptions } from './team-roles.ts';

/** Asks somebody to work for the organization: a connection, or anybody with an account [FES-06]. */
export function InviteMember({ festivalId, taken }: { festivalId: string; taken: readonly string[] }) {
  const revalidator = useRevalidator();
  const { found, state, search } = useTypedSearch(findPeople, ACCOUNT_LIMITS.searchCharactersMin);
  const [person, setPerson] = useState<Found | null>(null);
  const [role, setRole] = useState<TeamRoleName>('MANAGER');
  const [pending, setPending] = useState(false);
  const [problem, setProblem] = useState<string>();
  const options = (person && !found.some(({ id }) => id === person.id) ? [person, ...found] : found).filter(
    ({ id }) => !taken.includes(id),
  );
  const invite = async (event: FormEvent) => {
    event.preventDefault();
    if (!person) return setProblem(_('Please choose somebody first.'));
    setProblem(undefined);
    setPending(true);
    try {
      await client(TeamService).inviteTeamMember({ festivalId, personId: person.id, role: TeamRole[role] });
      toast({ message: _('{name} was invited.', { name: nameOf(person) }), tone: 'good' });
      setPerson(null);
      await revalidator.revalidate();
    } catch (error) {
      setProblem(messageOf(error, _(TEAM_MESSAGES.failed)));
    } finally {
      setPending(false);
    }
  };
  return (
    <form noValidate onSubmit={invite} className="grid gap-4 sm:grid-cols-[minmax(0,1fr)_16rem_auto] sm:items-end">
      <Combobox
        label={_('Invite somebody')}
        placeholder={_('Search people by name')}
        empty={_(EMPTY[state], { letters: ACCOUNT_LIMITS.searchCharactersMin })}
        pending={state === 'searching'}
        options={options.map((one) => ({ value: one.id, label: nameOf(one), picture: one.profilePicture }))}
        value={person?.id ?? ''}
        onChange={(id) => setPerson(options.find((one) => one.id === id) ?? null)}
        onQuery={search}
      />
      <Select
        label={_('What they do')}
        options={roleOptions()}
        value={role}
        onChange={(event) => setRole(event.currentTarget.value as TeamRoleName)}
      />
      <Button type="submit" variant="primary" size="large" pending={pending}>
        {_('Invite')}
      </Button>
      {problem ? (
        <div className="sm:col-span-3">
          <Banner tone="danger" urgent>
            {problem}
          </Banner>
        </div>
      ) : null}
    </form>
  );
}
