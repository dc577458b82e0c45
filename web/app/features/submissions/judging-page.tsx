import { type JudgedCall, JudgeService, type ListAssignmentsResponse } from '@marquee/contracts/festival/v1/judging_pb';
import { Scale } from 'lucide-react';
import { useRevalidator } from 'react-router';
import { client } from '../../api/browser/client.ts';
import { orToast } from '../../data/or-toast.ts';
import { usePending } from '../../data/use-pending.ts';
import { _ } from '../../language/words.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { EmptyState } from '../../ui/states.tsx';

/** What the viewer judges, or is asked to judge [FES-09]. */
export function JudgingPage({ calls }: { calls: JudgedCall[] }) {
  return (
    <div className="page page-column gap-8 py-8 md:py-12">
      <PageTitle title={_('Judging')} />
      {calls.length === 0 ? (
        <EmptyState icon={<Scale aria-hidden />} title={_('Nobody has asked you to judge')}>
          {_('Invitations of festivals appear here.')}
        </EmptyState>
      ) : (
        <ul className="grid border-line border-t">
          {calls.map((one) => (
            <CallLine key={one.judgeId} judged={one} />
          ))}
        </ul>
      )}
    </div>
  );
}

function CallLine({ judged: { judgeId, call, accepted, assigned, done } }: { judged: JudgedCall }) {
  const { revalidate } = useRevalidator();
  const [pending, during] = usePending();
  if (!call) return null;
  const answer = (accept: boolean) =>
    during(() =>
      orToast(async () => {
        await client(JudgeService).answerJudgeInvitation({ judgeId, accept });
        await revalidate();
      }, _('We failed to send your answer.')),
    );
  return (
    <li className="flex flex-wrap items-center justify-between gap-3 border-line border-b py-4">
      <div className="grid min-w-0 gap-1">
        {accepted ? (
          <a href={`/judging/calls/${call.id}`} className="wrap-anywhere font-medium hover:underline">
            {call.title}
          </a>
        ) : (
          <span className="wrap-anywhere font-medium">{call.title}</span>
        )}
        <span className="text-ink-muted text-small">{call.festivalName}</span>
      </div>
      {accepted ? (
        <Badge tone={done === assigned ? 'good' : 'neutral'}>
          {_('{done} of {assigned} done', { done, assigned })}
        </Badge>
      ) : (
        <div className="flex gap-2">
          <Button variant="primary" pending={pending} onClick={() => void answer(true)}>
            {_('Accept')}
          </Button>
          <Button pending={pending} onClick={() => void answer(false)}>
            {_('Decline')}
          </Button>
        </div>
      )}
    </li>
  );
}

/** The films of a call that the viewer judges [FES-09]. */
export function JudgedCallPage({ answer: { call, assignments } }: { answer: ListAssignmentsResponse }) {
  return (
    <div className="page page-column gap-8 py-8 md:py-12">
      <PageTitle
        title={call?.title ?? ''}
        lead={call?.festivalName}
        crumbs={[{ href: '/judging', label: _('Judging') }]}
      />
      {assignments.length === 0 ? (
        <EmptyState icon={<Scale aria-hidden />} title={_('No films to judge yet')}>
          {_('Films appear here as soon as the festival gives you some.')}
        </EmptyState>
      ) : (
        <ul className="grid border-line border-t">
          {assignments.map(({ submissionId, filmTitle, categoryName, done }) => (
            <li
              key={submissionId}
              className="flex flex-wrap items-center justify-between gap-3 border-line border-b py-4"
            >
              <div className="grid min-w-0 gap-1">
                <a href={`/judging/films/${submissionId}`} className="wrap-anywhere font-medium hover:underline">
                  {filmTitle}
                </a>
                <span className="text-ink-muted text-small">{categoryName}</span>
              </div>
              <Badge tone={done ? 'good' : 'neutral'}>{done ? _('Done') : _('To judge')}</Badge>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
