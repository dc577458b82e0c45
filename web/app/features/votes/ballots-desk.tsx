import { timestampDate } from '@bufbuild/protobuf/wkt';
import { type Ballot, BallotState, BallotType, VoteService } from '@marquee/contracts/festival/v1/vote_pb';
import { Vote } from 'lucide-react';
import { useState } from 'react';
import { client } from '../../api/browser/client.ts';
import { orToast } from '../../data/or-toast.ts';
import { formatMoment } from '../../language/format.ts';
import { _ } from '../../language/words.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button, LinkButton } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { Section } from '../../ui/section.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { toast } from '../../ui/toast.ts';
import { BallotForm } from './ballot-form.tsx';

type Props = {
  festivalId: string;
  event: { id: string; name: string };
  blocks: readonly { id: string; name: string }[];
  ballots: Ballot[];
};

/** Where a director sets what is voted on in an event, and sees how it came out [FES-10]. */
export function BallotsDesk({ festivalId, event, blocks, ballots: first }: Props) {
  const [ballots, setBallots] = useState(first);
  const keep = (saved: Ballot) =>
    setBallots((now) => [...now.filter(({ id }) => id !== saved.id), saved].toSorted(byOpening));
  const drop = (id: string) => setBallots((now) => now.filter((ballot) => ballot.id !== id));
  return (
    <div className="page page-column gap-10 py-8">
      <PageTitle
        title={_('Votes')}
        lead={event.name}
        crumbs={[
          { href: '/user/orgs', label: _('My organizations') },
          { href: `/user/orgs/${festivalId}/events`, label: _('Events') },
        ]}
      />
      {ballots.length === 0 ? (
        <EmptyState icon={<Vote aria-hidden />} title={_('No votes yet')}>
          {_('Let people vote on a block of films, or on all films of the event.')}
        </EmptyState>
      ) : (
        <ul className="grid gap-3">
          {ballots.map((ballot) => (
            <BallotLine key={ballot.id} ballot={ballot} onRemoved={() => drop(ballot.id)} />
          ))}
        </ul>
      )}
      <Section title={_('Make a vote')}>
        <BallotForm eventId={event.id} blocks={blocks} onSaved={keep} />
      </Section>
    </div>
  );
}

const byOpening = (a: Ballot, b: Ballot) => Number((a.opensAt?.seconds ?? 0n) - (b.opensAt?.seconds ?? 0n));

function BallotLine({ ballot, onRemoved }: { ballot: Ballot; onRemoved: () => void }) {
  const [isAsking, setAsking] = useState(false);
  const { eventId, blockId } = ballot;
  const name = ballot.blockName || _('The whole event');
  const at = `/events/${eventId}/vote${blockId ? `?${new URLSearchParams({ blockId })}` : ''}`;
  const remove = async () => {
    setAsking(false);
    await orToast(async () => {
      await client(VoteService).removeBallot({ eventId, blockId });
      onRemoved();
      toast({ message: _('The vote was removed.') });
    }, _('We failed to remove the vote. Please try again later.'));
  };
  return (
    <li className="grid gap-3 rounded-panel bg-raised px-4 py-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="font-title text-heading">{name}</h2>
        <Badge>{stateLabel(ballot.state)}</Badge>
      </div>
      <p className="text-ink-muted">
        {ballot.type === BallotType.SCORE ? _('1 to 5 stars for each film') : _('One film')}
        {ballot.opensAt && ballot.closesAt
          ? ` · ${formatMoment(timestampDate(ballot.opensAt))} – ${formatMoment(timestampDate(ballot.closesAt))}`
          : ''}
      </p>
      <div className="flex flex-wrap gap-3">
        <LinkButton size="small" to={at}>
          {_('See the vote')}
        </LinkButton>
        <LinkButton size="small" to={`/events/${eventId}/votes/${ballot.id}`}>
          {_('See the records')}
        </LinkButton>
        {ballot.state === BallotState.COUNTED ? null : (
          <Button size="small" aria-haspopup="dialog" onClick={() => setAsking(true)}>
            {_('Remove')}
          </Button>
        )}
      </div>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title={_('Remove the vote “{name}”?', { name })}
        description={_('It can be removed until somebody has voted.')}
        confirmLabel={_('Remove')}
        destructive
        onConfirm={() => void remove()}
      />
    </li>
  );
}

function stateLabel(state: BallotState): string {
  if (state === BallotState.SCHEDULED) return _('Scheduled');
  if (state === BallotState.OPEN) return _('Open');
  return state === BallotState.CLOSED ? _('Being counted') : _('Counted');
}
