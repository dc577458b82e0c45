import { ClaimState, type CreditClaim, CrewService } from '@marquee/contracts/film/v1/crew_pb';
import { useRevalidator } from 'react-router';
import { client } from '../../api/browser/client.ts';
import { optimisticallyOrToast } from '../../data/optimistically.ts';
import { useOwn } from '../../data/use-own.ts';
import { Trans } from '../../language/trans.tsx';
import { _ } from '../../language/words.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Button } from '../../ui/button.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { toast } from '../../ui/toast.ts';

const CLAIMS_MAX = 50;

/** Open claims on a film's credits, for its creator to accept or decline. */
export function CreditClaims({ filmId }: { filmId: string }) {
  const { own, retry, change } = useOwn(CrewService.method.listCreditClaims, { filmId, pageSize: CLAIMS_MAX });
  const { revalidate } = useRevalidator();
  const decide = async (claim: CreditClaim, accept: boolean) => {
    const isSaved = await optimisticallyOrToast(
      () => change((now) => ({ ...now, claims: now.claims.filter(({ id }) => id !== claim.id) })),
      () => client(CrewService).decideCreditClaim({ claimId: claim.id, accept }),
      _('We failed to save your decision. Please try again.'),
    );
    if (!isSaved) return;
    const who = nameOf(claim);
    toast({
      message: accept ? _('{who} was credited.', { who }) : _('The claim of {who} was declined.', { who }),
      tone: accept ? 'good' : 'neutral',
    });
    // The credit shows whose it is from now on.
    if (accept) await revalidate();
  };
  if (own.state === 'failed')
    return <ErrorState title={_('We failed to load the claims on your credits.')} onRetry={retry} />;
  const claims = own.state === 'ready' ? own.value.claims.filter(({ state }) => state === ClaimState.OPEN) : [];
  if (claims.length === 0) return null;
  return (
    <section aria-labelledby="claims" className="grid gap-4 rounded-panel border border-line bg-surface p-5">
      <h2 id="claims" className="font-title text-heading">
        {claims.length === 1 ? _('Film Credit Claim Request') : _('Film Credit Claim Requests')}
      </h2>
      <ul className="grid gap-4">
        {claims.map((claim) => (
          <li key={claim.id} className="flex flex-wrap items-center gap-x-4 gap-y-3">
            <Avatar name={nameOf(claim)} picture={claim.claimant?.profilePicture} />
            <p className="min-w-0 flex-1 basis-56">
              <Trans
                id="<0>{name}</0><1> says: I am {credit}.</1>"
                values={{ name: nameOf(claim), credit: creditOf(claim) }}
                components={{ 0: <span className="font-medium" />, 1: <span className="text-ink-muted" /> }}
              />
            </p>
            <div className="flex gap-2">
              <Button
                size="small"
                aria-label={_('Decline the claim of {name}', { name: nameOf(claim) })}
                onClick={() => void decide(claim, false)}
              >
                {_('Decline')}
              </Button>
              <Button
                size="small"
                variant="primary"
                aria-label={_('Accept the claim of {name}', { name: nameOf(claim) })}
                onClick={() => void decide(claim, true)}
              >
                {_('Accept')}
              </Button>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

function nameOf({ claimant }: CreditClaim): string {
  return `${claimant?.firstName ?? ''} ${claimant?.lastName ?? ''}`.trim() || _('Somebody');
}

function creditOf({ entry }: CreditClaim): string {
  if (!entry) return _('part of the crew');
  return `${entry.firstName} ${entry.lastName}, ${entry.credit}`;
}
