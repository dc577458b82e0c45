import { timestampDate } from '@bufbuild/protobuf/wkt';
import {
  type ListOwnSubmissionsResponse,
  type Submission,
  SubmissionDecision,
  SubmissionService,
  SubmissionState,
} from '@marquee/contracts/festival/v1/submissions_pb';
import { Send } from 'lucide-react';
import { useState } from 'react';
import { client } from '../../api/browser/client.ts';
import { ListEnd } from '../../data/list-end.tsx';
import { orToast } from '../../data/or-toast.ts';
import { type Page, useMore } from '../../data/use-more.ts';
import { usePending } from '../../data/use-pending.ts';
import { formatUsd } from '../../language/format.ts';
import { _ } from '../../language/words.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button, LinkButton } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { Moment } from '../../ui/moment.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { DECISION_TEXTS, SUBMISSION_STATES } from './call-texts.ts';

const pageOf = ({ submissions, nextCursor }: ListOwnSubmissionsResponse): Page<Submission> => ({
  items: submissions,
  nextCursor,
});

/** What the viewer submitted to calls, and how it stands [FES-09]. */
export function OwnSubmissions({ first }: { first: Page<Submission> }) {
  return (
    <div className="page page-column gap-8 py-8 md:py-12">
      <PageTitle title={_('My submissions')} crumbs={[{ href: '/content', label: _('My Content') }]} />
      <SubmissionList first={first} />
    </div>
  );
}

/** The viewer's submissions, of all films or of one. */
export function SubmissionList({ first, filmId = '' }: { first: Page<Submission>; filmId?: string }) {
  const list = useMore(first, {
    method: SubmissionService.method.listOwnSubmissions,
    request: (cursor) => ({ filmId, cursor }),
    page: pageOf,
  });
  if (list.items.length === 0) {
    return (
      <EmptyState
        icon={<Send aria-hidden />}
        title={_('No submissions yet')}
        action={<LinkButton to="/festivals">{_('Find a festival')}</LinkButton>}
      >
        {_('Festivals show their calls on their pages.')}
      </EmptyState>
    );
  }
  return (
    <div>
      <ul className="grid border-line border-t">
        {list.items.map((submission) => (
          <Line key={submission.id} submission={submission} />
        ))}
      </ul>
      <ListEnd list={list} more={_('More submissions')} failed={_('We failed to load more submissions.')}>
        {_('That is all that you submitted.')}
      </ListEnd>
    </div>
  );
}

function Line({ submission: first }: { submission: Submission }) {
  const [submission, setSubmission] = useState(first);
  const [asking, setAsking] = useState(false);
  const [pending, during] = usePending();
  const { id, filmTitle, festivalName, festivalId, callId, callTitle, categoryName, amount, createdAt } = submission;
  const withdraw = () =>
    during(async () => {
      await orToast(async () => {
        const answer = await client(SubmissionService).withdrawSubmission({ submissionId: id });
        if (answer.submission) setSubmission(answer.submission);
      }, _('We failed to withdraw the film. Please try again.'));
      setAsking(false);
    });
  return (
    <li className="flex flex-wrap items-start justify-between gap-3 border-line border-b py-4">
      <div className="grid min-w-0 gap-1">
        <span className="wrap-anywhere font-medium">{filmTitle}</span>
        <a href={`/festivals/${festivalId}/calls/${callId}`} className="wrap-anywhere text-small hover:underline">
          {[festivalName, callTitle, categoryName].join(' · ')}
        </a>
        <span className="text-ink-muted text-small">
          {createdAt ? <Moment date={timestampDate(createdAt)} /> : null}
          {amount > 0n ? ` · ${formatUsd(amount)}` : ` · ${_('Free')}`}
        </span>
      </div>
      <div className="flex flex-wrap items-center gap-3">
        <StatusBadge submission={submission} />
        {submission.withdrawable ? (
          <Button size="small" pending={pending} aria-haspopup="dialog" onClick={() => setAsking(true)}>
            {_('Withdraw')}
          </Button>
        ) : null}
      </div>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={_('Withdraw “{film}”?', { film: filmTitle })}
        description={_('The festival no longer considers it. A fee that was paid is not paid back.')}
        confirmLabel={_('Withdraw')}
        destructive
        pending={pending}
        onConfirm={() => void withdraw()}
      />
    </li>
  );
}

function StatusBadge({ submission: { submissionState, decision } }: { submission: Submission }) {
  if (submissionState === SubmissionState.SUBMITTED && decision !== SubmissionDecision.UNSPECIFIED) {
    const isSelected = decision === SubmissionDecision.SELECTED;
    return <Badge tone={isSelected ? 'good' : 'neutral'}>{_(DECISION_TEXTS[decision])}</Badge>;
  }
  return <Badge>{_(SUBMISSION_STATES[submissionState])}</Badge>;
}
