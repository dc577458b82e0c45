import type { ReactNode } from 'react';
import { _ } from '../../language/words.ts';
import { LinkButton } from '../../ui/button.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { TabLinks } from '../../ui/tabs.tsx';
import type { ManagedOrganization } from './get-managed.ts';
import { OrganizationStatusBadge } from './organization-status-badge.tsx';
import { festivalPath } from './organization-view.ts';

/** The pages on which a director and the team manage an organization [FES-06]. */
export function ManageFrame({ organization, children }: { organization: ManagedOrganization; children: ReactNode }) {
  const { id, name, isActive, type, seesMoney } = organization;
  const base = `/user/orgs/${id}`;
  return (
    <div className="page grid gap-8 py-10">
      <PageTitle
        title={name}
        crumbs={[{ href: '/user/orgs', label: _('My organizations') }]}
        aside={<OrganizationStatusBadge isActive={isActive} />}
        lead={isActive ? undefined : _('Only you and the team see it until our staff enable it.')}
        actions={isActive ? <LinkButton to={festivalPath(organization)}>{_('Public page')}</LinkButton> : null}
      />
      <TabLinks
        label={_('Parts of the organization')}
        tabs={[
          { to: base, label: _('Overview') },
          ...(seesMoney ? [{ to: `${base}/dashboard`, label: _('Dashboard') }] : []),
          { to: `${base}/events`, label: _('Events') },
          // A media club takes none [FES-06].
          ...(type === 'MEDIA_CLUB' ? [] : [{ to: `${base}/calls`, label: _('Submissions') }]),
          { to: `${base}/team`, label: _('Team') },
          ...(seesMoney ? [{ to: `${base}/money`, label: _('Monetization') }] : []),
          { to: `${base}/fan-club`, label: _('Fan club') },
        ]}
      />
      {children}
    </div>
  );
}
