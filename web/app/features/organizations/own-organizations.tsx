import { OrganizationService } from '@marquee/contracts/festival/v1/organization_pb';
import { Building2 } from 'lucide-react';
import { ListEnd } from '../../data/list-end.tsx';
import { type Page, useMore } from '../../data/use-more.ts';
import { _ } from '../../language/words.ts';
import { LinkButton } from '../../ui/button.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { EmptyState, Skeleton } from '../../ui/states.tsx';
import { OrganizationCard } from './organization-card.tsx';
import { OrganizationStatusBadge } from './organization-status-badge.tsx';
import { type OrganizationView, organizationView } from './organization-view.ts';
import { TeamInvitations, type TeamInvitationView } from './team-invitations.tsx';

export const OWN_PAGE_SIZE = 24;

/** /user/orgs: what the viewer directs or works for, and what they are invited to [NET-05]. */
export function OwnOrganizations({
  list,
  invitations,
  mayFound,
}: {
  list: Page<OrganizationView>;
  invitations: TeamInvitationView[];
  mayFound: boolean;
}) {
  const found = mayFound ? (
    <LinkButton to="/user/orgs/new" variant="primary">
      {_('New organization')}
    </LinkButton>
  ) : null;
  return (
    <div className="page grid gap-8 py-10">
      <PageTitle title={_('My organizations')} actions={found} />
      <TeamInvitations invitations={invitations} />
      <OwnList list={list} mayFound={mayFound} />
    </div>
  );
}

function OwnList({ list, mayFound }: { list: Page<OrganizationView>; mayFound: boolean }) {
  const shown = useMore(list, {
    method: OrganizationService.method.listOwnOrganizations,
    request: (cursor) => ({ pageSize: OWN_PAGE_SIZE, cursor }),
    page: (answer) => ({ items: answer.organizations.map(organizationView), nextCursor: answer.nextCursor }),
  });
  if (shown.items.length === 0) {
    return (
      <EmptyState icon={<Building2 aria-hidden />} title={_('You have no organizations yet')}>
        {mayFound
          ? _('Found your first one: our staff look at it before everybody sees it.')
          : _('Festivals, music groups and clubs that you direct or work for appear here.')}
      </EmptyState>
    );
  }
  return (
    <div>
      <ul aria-label={_('My organizations')} className="grid gap-4 md:grid-cols-2">
        {shown.items.map((one) => (
          <OrganizationCard key={one.id} organization={one} href={`/user/orgs/${one.id}`}>
            <div className="mt-1">
              <OrganizationStatusBadge isActive={one.isActive} />
            </div>
          </OrganizationCard>
        ))}
        {shown.state === 'loading' ? (
          <li>
            <Skeleton className="h-32" label={_('Loading more organizations')} />
          </li>
        ) : null}
      </ul>
      <ListEnd list={shown} more={_('Show more organizations')} failed={_('Failed to load festivals')}>
        {_('{count, plural, one {One organization.} other {All # organizations.}}', { count: shown.items.length })}
      </ListEnd>
    </div>
  );
}
