import { JudgingDeskService } from '@marquee/contracts/festival/v1/judging_pb';
import {
  type DeskSubmission,
  type GetDeskSubmissionResponse,
  type ScoreSheet,
  SubmissionDeskService,
} from '@marquee/contracts/festival/v1/submission_desk_pb';
import { SubmissionDecision, SubmissionState } from '@marquee/contracts/festival/v1/submissions_pb';
import { useState } from 'react';
import { useRevalidator } from 'react-router';
import { client } from '../../api/browser/client.ts';
import { orToast } from '../../data/or-toast.ts';
import { usePending } from '../../data/use-pending.ts';
import { formatRunningTime } from '../../language/format.ts';
import { _, type Message, msg } from '../../language/words.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button, LinkButton } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/choice.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { Section } from '../../ui/section.tsx';
import { toast } from '../../ui/toast.ts';
import { DECISION_TEXTS, SUBMISSION_STATES } from './call-texts.ts';
import { ProgrammeChoice } from './programme-choice.tsx';
import { SubmittedTexts } from './submitted-texts.tsx';

type Props = { festivalId: string; submission: DeskSubmission; answer: GetDeskSubmissionResponse };

/** A submission as its organization sees it: what its maker wrote, and what each judge gave [FES-09]. */
export function DeskSubmissionPage({ festivalId, submission, answer }: Props) {
  const { id, callId, filmTitle, categoryName, makerName, runningTime, state, decision } = submission;
  const { coverLetter, answers, sheets, canManage } = answer;
  const isSubmitted = state === SubmissionState.SUBMITTED;
  return (
    <div className="page grid max-w-4xl gap-8 py-10">
      <PageTitle
        title={filmTitle || _('A film that is gone')}
        lead={[makerName, categoryName, runningTime > 0 ? formatRunningTime(runningTime) : '']
          .filter(Boolean)
          .join(' · ')}
        aside={
          <Badge tone={decision === SubmissionDecision.SELECTED ? 'good' : 'neutral'}>
            {isSubmitted ? _(DECISION_TEXTS[decision]) : _(SUBMISSION_STATES[state])}
          </Badge>
        }
        crumbs={[{ href: `/user/orgs/${festivalId}/calls/${callId}`, label: _('Submissions') }]}
        actions={
          <>
            {isSubmitted ? <LinkButton to={`/judging/films/${id}/watch`}>{_('Watch')}</LinkButton> : null}
            {isSubmitted && canManage ? <Disqualify submission={submission} /> : null}
          </>
        }
      />
      <SubmittedTexts coverLetter={coverLetter} answers={answers} />
      <Section title={_('Score sheets')}>
        {sheets.length === 0 ? (
          <p className="text-ink-muted">{_('Nobody judges this film yet.')}</p>
        ) : (
          <ul className="grid gap-3">
            {sheets.map((sheet) => (
              <Sheet key={sheet.judgeId} submission={submission} sheet={sheet} answer={answer} />
            ))}
          </ul>
        )}
      </Section>
      {isSubmitted && canManage && decision === SubmissionDecision.SELECTED ? (
        <ProgrammeChoice festivalId={festivalId} submissionId={id} />
      ) : null}
    </div>
  );
}

const CONFLICTS: Record<string, Message> = {
  MAKER: msg('Made this film'),
  CREW: msg('Is in the crew of this film'),
  DECLARED: msg('Cannot judge this film'),
};

type SheetProps = { submission: DeskSubmission; sheet: ScoreSheet; answer: GetDeskSubmissionResponse };

function Sheet({ submission, sheet, answer }: SheetProps) {
  const { judgeName, scores, note, done, conflict } = sheet;
  // What a judge is done with stays, and so does the conflict that they declared.
  const mayTakeBack = answer.canManage && submission.state === SubmissionState.SUBMITTED && !done;
  const conflictText = CONFLICTS[conflict];
  const criteria = answer.rubric?.criteria ?? [];
  const scale = answer.rubric?.scale ?? 0;
  return (
    <li className="grid gap-3 rounded-panel bg-surface p-4 shadow-lit">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <span className="wrap-anywhere font-medium">{judgeName || _('Somebody who left')}</span>
        <span className="flex flex-wrap items-center gap-3">
          {conflictText ? (
            <Badge tone="warn">{_(conflictText)}</Badge>
          ) : (
            <Badge tone={done ? 'good' : 'neutral'}>{done ? _('Done') : _('Not done yet')}</Badge>
          )}
          {mayTakeBack && conflict !== 'DECLARED' ? <TakeBack submission={submission} sheet={sheet} /> : null}
        </span>
      </div>
      {scores.length > 0 ? (
        <dl className="grid gap-x-6 gap-y-1 sm:grid-cols-2">
          {criteria.flatMap(({ id, name }) => {
            const given = scores.find(({ criterionId }) => criterionId === id);
            if (!given) return [];
            return (
              <div key={id} className="flex justify-between gap-3">
                <dt className="min-w-0 wrap-anywhere text-ink-muted">{name}</dt>
                <dd className="tabular">{_('{score} of {scale}', { score: given.score, scale })}</dd>
              </div>
            );
          })}
        </dl>
      ) : null}
      {note ? <p className="wrap-anywhere whitespace-pre-line text-small">{note}</p> : null}
    </li>
  );
}

/** Takes a submission from a judge who is not done with it; it can be given to them again. */
function TakeBack({ submission: { id }, sheet: { judgeId, judgeName } }: Omit<SheetProps, 'answer'>) {
  const [pending, during] = usePending();
  const { revalidate } = useRevalidator();
  const name = judgeName || _('Somebody who left');
  const assign = (assigned: boolean) =>
    during(() =>
      orToast(async () => {
        await client(JudgingDeskService).assignJudge({ judgeId, submissionIds: [id], assigned });
        await revalidate();
        if (assigned) toast({ message: _('{name} judges this film again.', { name }), tone: 'good' });
        else toast({ message: _('{name} no longer judges this film.', { name }), undo: () => void assign(true) });
      }, _('We failed to change the judging. Please try again.')),
    );
  return (
    <Button
      size="small"
      pending={pending}
      onClick={() => void assign(false)}
      aria-label={_('Take back from {name}', { name })}
    >
      {_('Take back')}
    </Button>
  );
}

/** Ends a submission that breaks the rules of the call. */
function Disqualify({ submission: { id, filmTitle, amount } }: { submission: DeskSubmission }) {
  const [isAsking, setAsking] = useState(false);
  const [refund, setRefund] = useState(false);
  const [pending, during] = usePending();
  const revalidator = useRevalidator();
  const disqualify = () =>
    during(() =>
      orToast(async () => {
        await client(SubmissionDeskService).disqualifySubmission({ submissionId: id, refund: amount > 0n && refund });
        setAsking(false);
        await revalidator.revalidate();
        toast({ message: _('The film is disqualified.'), tone: 'good' });
      }, _('We failed to change the submissions. Please try again.')),
    );
  return (
    <>
      <Button variant="danger" aria-haspopup="dialog" onClick={() => setAsking(true)}>
        {_('Disqualify')}
      </Button>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title={_('Disqualify {title}?', { title: filmTitle })}
        description={_('It is no longer judged, and its maker is notified. This cannot be undone.')}
        confirmLabel={_('Disqualify')}
        destructive
        pending={pending}
        onConfirm={() => void disqualify()}
      >
        {amount > 0n ? (
          <Checkbox
            label={_('Give the fee back')}
            checked={refund}
            onChange={({ currentTarget }) => setRefund(currentTarget.checked)}
          />
        ) : null}
      </ConfirmDialog>
    </>
  );
}
