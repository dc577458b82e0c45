import { ClaimState, type CreditClaim, CrewService } from '@marquee/contracts/film/v1/crew_pb';
import { Mail } from 'lucide-react';
import { ListEnd } from '../../data/list-end.tsx';
import { useMore } from '../../data/use-more.ts';
import { _, msg } from '../../language/words.ts';
import { Badge } from '../../ui/badge.tsx';
import { LinkButton } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/states.tsx';

export const INVITATIONS_PAGE_SIZE = 50;

const STATES = {
  [ClaimState.UNSPECIFIED]: { label: msg('Waiting for you'), tone: 'action' },
  [ClaimState.OPEN]: { label: msg('Waiting for you'), tone: 'action' },
  [ClaimState.ACCEPTED]: { label: msg('Accepted'), tone: 'good' },
  [ClaimState.DECLINED]: { label: msg('Declined'), tone: 'neutral' },
} as const;

/** Films whose makers name the viewer in the crew; each opens its film, or its question before it is published [SET-09]. */
export function OwnInvitations({ first, cursor }: { first: CreditClaim[]; cursor: string }) {
  const shown = useMore(
    { items: first, nextCursor: cursor },
    {
      method: CrewService.method.listOwnCredits,
      request: (next) => ({ pageSize: INVITATIONS_PAGE_SIZE, cursor: next }),
      page: ({ credits, nextCursor }) => ({ items: credits, nextCursor }),
    },
  );
  if (shown.items.length === 0) {
    return (
      <EmptyState
        icon={<Mail aria-hidden />}
        title={_('You have no invitations')}
        action={<LinkButton to="/films">{_('Look at films')}</LinkButton>}
      >
        {_('When a filmmaker names you in the crew of a film, or somebody sends you a ticket, it stands here.')}
      </EmptyState>
    );
  }
  return (
    <div>
      <ul aria-label={_('Invitations')} className="grid border-line border-t">
        {shown.items.map((invitation) => (
          <Invitation key={invitation.id} invitation={invitation} />
        ))}
      </ul>
      <ListEnd list={shown} more={_('Show more')} failed={_('We failed to load more of your invitations.')}>
        {_('{count, plural, one {One invitation.} other {# invitations.}}', { count: shown.items.length })}
      </ListEnd>
    </div>
  );
}

function Invitation({ invitation }: { invitation: CreditClaim }) {
  const { filmId, filmTitle, filmVisible, makerName, entry, state } = invitation;
  const { label, tone } = STATES[state];
  const role = [entry?.credit, entry?.role].filter(Boolean).join(', ');
  return (
    <li className="border-line border-b">
      <a
        href={filmVisible ? `/feed/${filmId}` : '/credits'}
        className="group flex min-w-0 flex-wrap items-center gap-x-6 gap-y-2 py-4"
      >
        <span className="grid min-w-0 flex-1 basis-56 gap-1">
          <span className="wrap-anywhere font-medium group-hover:text-action-ink">{filmTitle}</span>
          <span className="wrap-anywhere text-ink-muted text-small">
            {makerName ? _('{makerName} names you: {role}', { makerName, role }) : _('Named as {role}', { role })}
          </span>
        </span>
        <Badge tone={tone}>{_(label)}</Badge>
      </a>
    </li>
  );
}
