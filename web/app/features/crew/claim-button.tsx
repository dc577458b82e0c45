import { ClaimState, CrewService } from '@marquee/contracts/film/v1/crew_pb';
import { useState } from 'react';
import { client } from '../../api/browser/client.ts';
import { orToast } from '../../data/or-toast.ts';
import { usePending } from '../../data/use-pending.ts';
import { _ } from '../../language/words.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button, LinkButton } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { toast } from '../../ui/toast.ts';
import type { CrewView } from './crew-view.ts';
import type { OwnClaims } from './use-own-claims.ts';

/** Claims a credit as the viewer's own; the film's creator decides [FLM-05]. */
export function ClaimButton({
  film,
  entry,
  claims,
  oneOf = 1,
}: {
  film: { id: string; title: string };
  entry: CrewView;
  claims: OwnClaims;
  /** How many credits of this person are claimed beside it; the button says which one it is about. */
  oneOf?: number;
}) {
  const [asking, setAsking] = useState(false);
  const [pending, during] = usePending();
  const mine = claims.claims.findLast((claim) => claim.entry?.id === entry.id);
  if (mine?.named) {
    return (
      <LinkButton size="small" variant="secondary" to="/credits">
        {_('Answer for this credit')}
      </LinkButton>
    );
  }
  if (mine?.state === ClaimState.OPEN) return <Badge>{_('Claim sent')}</Badge>;
  if (mine?.state === ClaimState.DECLINED) return <Badge tone="warn">{_('Claim declined')}</Badge>;

  const about = oneOf > 1 ? `${entry.name}, ${entry.credit}` : entry.name;
  const claim = () =>
    during(async () => {
      await orToast(async () => {
        const answer = await client(CrewService).claimCredit({ filmId: film.id, crewId: entry.id });
        if (answer.claim) claims.add(answer.claim);
        toast({ message: _('Your claim was sent to the film’s creator.'), tone: 'good' });
      }, _('We failed to send your claim. Please try again later.'));
      setAsking(false);
    });
  return (
    <ConfirmDialog
      title={_('Is this your credit?')}
      description={_('We ask the creator of “{title}” to confirm that you are {name}, {credit}.', {
        title: film.title,
        name: entry.name,
        credit: entry.credit,
      })}
      confirmLabel={_('This is me')}
      open={asking}
      onOpenChange={setAsking}
      pending={pending}
      onConfirm={() => void claim()}
      trigger={
        <Button size="small" variant="quiet" aria-label={_('This is me: {about}', { about })}>
          {oneOf > 1 ? _('This is me: {credit}', { credit: entry.credit }) : _('This is me')}
        </Button>
      }
    />
  );
}
