import { type TeamInvitation, TeamService } from '@marquee/contracts/festival/v1/team_pb';
import { TEAM_MESSAGES, type TeamRoleName } from '@marquee/rules/organizations';
import { useState } from 'react';
import { useRevalidator } from 'react-router';
import { client } from '../../api/browser/client.ts';
import { orToast } from '../../data/or-toast.ts';
import { _ } from '../../language/words.ts';
import { Button } from '../../ui/button.tsx';
import { Section } from '../../ui/section.tsx';
import { toast } from '../../ui/toast.ts';
import { OrganizationLogo } from './organization-logo.tsx';
import { type OrganizationView, organizationView } from './organization-view.ts';
import { ROLE_LABELS, roleName } from './team-roles.ts';

export type TeamInvitationView = { organization: OrganizationView; role: TeamRoleName };

export const invitationViews = (invitations: readonly TeamInvitation[]): TeamInvitationView[] =>
  invitations.flatMap(({ organization, ...invitation }) =>
    organization ? [{ organization: organizationView(organization), role: roleName(invitation) }] : [],
  );

/** Teams that the viewer is invited to, each with the answer to it [FES-06]. */
export function TeamInvitations({ invitations }: { invitations: TeamInvitationView[] }) {
  if (invitations.length === 0) return null;
  return (
    <Section title={_('Invitations')}>
      <ul className="grid gap-4 md:grid-cols-2">
        {invitations.map((one) => (
          <Invitation key={one.organization.id} {...one} />
        ))}
      </ul>
    </Section>
  );
}

function Invitation({ organization: { id, name, logo }, role }: TeamInvitationView) {
  const revalidator = useRevalidator();
  const [pending, setPending] = useState<'accept' | 'decline'>();
  const answer = async (accept: boolean) => {
    setPending(accept ? 'accept' : 'decline');
    await orToast(async () => {
      await client(TeamService).answerTeamInvitation({ festivalId: id, accept });
      toast({
        message: accept ? _('You work for {name} now.', { name }) : _('The invitation was declined.'),
        tone: accept ? 'good' : 'neutral',
      });
      await revalidator.revalidate();
    }, _(TEAM_MESSAGES.answerFailed));
    setPending(undefined);
  };
  return (
    <li className="flex min-w-0 flex-wrap items-center gap-4 rounded-panel border border-line p-4">
      <OrganizationLogo name={name} logo={logo} />
      <div className="grid min-w-0 flex-1 basis-40 gap-1">
        <span className="wrap-anywhere font-title text-lead">{name}</span>
        <span className="text-ink-muted text-small">{_('Invites you as: {role}', { role: _(ROLE_LABELS[role]) })}</span>
      </div>
      <div className="flex flex-wrap gap-2">
        <Button variant="primary" pending={pending === 'accept'} disabled={!!pending} onClick={() => answer(true)}>
          {_('Accept')}
        </Button>
        <Button pending={pending === 'decline'} disabled={!!pending} onClick={() => answer(false)}>
          {_('Decline')}
        </Button>
      </div>
    </li>
  );
}
