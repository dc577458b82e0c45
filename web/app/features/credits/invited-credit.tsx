import { ClaimState, CrewService, type GetInvitedCreditResponse } from '@marquee/contracts/film/v1/crew_pb';
import { useState } from 'react';
import { client } from '../../api/browser/client.ts';
import { useAttempt } from '../../data/use-attempt.ts';
import { _, msg } from '../../language/words.ts';
import { Button } from '../../ui/button.tsx';

const ANSWERED = {
  [ClaimState.UNSPECIFIED]: '',
  [ClaimState.OPEN]: msg('Your claim was sent. The film’s creator confirms that it is you.'),
  [ClaimState.ACCEPTED]: msg('This credit is yours.'),
  [ClaimState.DECLINED]: msg('The film’s creator declined your claim.'),
};

/** What a mail asks its reader: whether a credit is theirs, whether or not the film is released yet [FLM-05]. */
export function InvitedCredit({
  invited,
  invitationToken,
}: {
  invited: GetInvitedCreditResponse;
  invitationToken: string;
}) {
  const [state, setState] = useState(invited.claim?.state ?? ClaimState.UNSPECIFIED);
  const [pending, problem, attempt] = useAttempt();
  const { entry } = invited;
  // What its maker asks by name stands in the list, with its answer.
  if (!entry || invited.claim?.named) return null;

  const claim = () =>
    attempt(async () => {
      const answer = await client(CrewService).claimCredit({
        filmId: invited.filmId,
        crewId: entry.id,
        invitationToken,
      });
      setState(answer.claim?.state ?? ClaimState.OPEN);
    }, _('We failed to send your claim. Please try again later.'));
  const name = `${entry.firstName} ${entry.lastName}`;
  return (
    <section aria-labelledby="invited" className="grid gap-4 rounded-panel bg-surface p-5 shadow-lit sm:p-6">
      <h2 id="invited" className="font-title text-heading">
        {_('Is this you?')}
      </h2>
      <p className="max-w-2xl wrap-anywhere">
        {_('{value} named {name} in the crew of “{filmTitle}”: {credit}', {
          value: invited.inviterName || _('A filmmaker'),
          name,
          filmTitle: invited.filmTitle,
          credit: entry.credit,
        })}
        {entry.role && entry.role !== entry.credit ? `, ${entry.role}` : ''}.
        {invited.filmVisible ? '' : ` ${_('The film is not published yet.')}`}
      </p>
      {state === ClaimState.UNSPECIFIED ? (
        <div className="flex flex-wrap items-center gap-4">
          <Button variant="primary" pending={pending} onClick={() => void claim()}>
            {_('This is me')}
          </Button>
          <p className="text-ink-muted text-small">{_('If you do not know the film, you can ignore this.')}</p>
        </div>
      ) : (
        <p role="status" className="text-ink-muted">
          {_(ANSWERED[state])}
        </p>
      )}
      {problem ? (
        <p role="alert" className="text-danger-ink text-small">
          {problem}
        </p>
      ) : null}
    </section>
  );
}
