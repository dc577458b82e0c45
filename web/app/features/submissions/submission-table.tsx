import type { Call } from '@marquee/contracts/festival/v1/calls_pb';
import { type Judge, JudgingDeskService } from '@marquee/contracts/festival/v1/judging_pb';
import {
  type DeskSubmission,
  type ListSubmissionsResponse,
  SubmissionDeskService,
  SubmissionOrder,
} from '@marquee/contracts/festival/v1/submission_desk_pb';
import { SubmissionDecision, SubmissionState } from '@marquee/contracts/festival/v1/submissions_pb';
import { JUDGING_LIMITS, JUDGING_MESSAGES } from '@marquee/rules/judging';
import { useState } from 'react';
import { Link } from 'react-router';
import { client } from '../../api/browser/client.ts';
import { ListEnd } from '../../data/list-end.tsx';
import { NotReady } from '../../data/not-ready.tsx';
import { orToast } from '../../data/or-toast.ts';
import { type Page, useMore } from '../../data/use-more.ts';
import { useOwn } from '../../data/use-own.ts';
import { usePending } from '../../data/use-pending.ts';
import { formatFixed, formatRunningTime } from '../../language/format.ts';
import { _ } from '../../language/words.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/choice.tsx';
import { Select } from '../../ui/field.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { toast } from '../../ui/toast.ts';
import { DECISION_TEXTS, SUBMISSION_STATES } from './call-texts.ts';

type Props = { call: Call; mayEdit: boolean; judges: readonly Judge[] };
const PAGE_SIZE = 50;

const pageOf = ({ submissions, nextCursor }: ListSubmissionsResponse): Page<DeskSubmission> => ({
  items: submissions,
  nextCursor,
});

/** What was submitted, the best or the newest first, to select many and decide [FES-09]. */
export function SubmissionTable(props: Props) {
  const [order, setOrder] = useState(SubmissionOrder.NEWEST);
  const request = { callId: props.call.id, order, pageSize: PAGE_SIZE };
  const { own, retry } = useOwn(SubmissionDeskService.method.listSubmissions, request);
  return (
    <div className="grid gap-5">
      <div className="max-w-60">
        <Select
          label={_('Order')}
          value={String(order)}
          options={[
            { value: String(SubmissionOrder.NEWEST), label: _('Newest first') },
            { value: String(SubmissionOrder.BEST), label: _('Best first') },
          ]}
          onChange={({ target }) => setOrder(Number(target.value))}
        />
      </div>
      {own.state === 'ready' ? (
        <Rows key={order} {...props} request={request} first={pageOf(own.value)} onChanged={retry} />
      ) : (
        <NotReady
          {...{ own, retry }}
          className="h-60"
          loading={_('Loading the films')}
          failed={_('We failed to load the films.')}
        />
      )}
    </div>
  );
}

type RowsProps = Props & {
  request: { callId: string; order: SubmissionOrder; pageSize: number };
  first: Page<DeskSubmission>;
  onChanged: () => Promise<unknown>;
};

function Rows({ call, mayEdit, judges, request, first, onChanged }: RowsProps) {
  const list = useMore(first, {
    method: SubmissionDeskService.method.listSubmissions,
    request: (cursor) => ({ ...request, cursor }),
    page: pageOf,
  });
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [pending, during] = usePending();
  const run = (work: () => Promise<string>) =>
    during(() =>
      orToast(async () => {
        const message = await work();
        setChosen([]);
        await onChanged();
        toast({ message, tone: 'good' });
      }, _('We failed to change the submissions. Please try again.')),
    );
  const decide = (decision: SubmissionDecision) =>
    run(async () => {
      const asked = { callId: call.id, submissionIds: [...chosen], decision };
      const { decided } = await client(SubmissionDeskService).decideSubmissions(asked);
      return _('{decided, plural, one {One film is decided.} other {# films are decided.}}', { decided });
    });
  const assign = (judgeId: string) =>
    run(async () => {
      const asked = { judgeId, submissionIds: [...chosen], assigned: true };
      const { changed, conflicts } = await client(JudgingDeskService).assignJudge(asked);
      return _('{changed} assigned, {conflicts} with a conflict.', { changed, conflicts });
    });
  if (list.items.length === 0) {
    return (
      <EmptyState title={_('Nothing was submitted yet')}>
        {_('Films appear here as soon as their fee is paid.')}
      </EmptyState>
    );
  }
  const toggle = (id: string) =>
    setChosen((now) => (now.includes(id) ? now.filter((one) => one !== id) : [...now, id]));
  const isFull = chosen.length >= JUDGING_LIMITS.atOnceMax;
  return (
    <div className="grid gap-4">
      {mayEdit ? (
        <div className="sticky top-16 z-10 flex flex-wrap items-center gap-3 rounded-panel bg-raised p-3">
          <span className="text-small">{_('{count} chosen', { count: chosen.length })}</span>
          {isFull ? <span className="text-ink-muted text-small">{_(JUDGING_MESSAGES.submissions)}</span> : null}
          {[
            SubmissionDecision.SELECTED,
            SubmissionDecision.WAITLISTED,
            SubmissionDecision.NOT_SELECTED,
            SubmissionDecision.UNSPECIFIED,
          ].map((decision) => (
            <Button
              key={decision}
              size="small"
              disabled={chosen.length === 0 || pending}
              onClick={() => void decide(decision)}
            >
              {_(DECISION_TEXTS[decision])}
            </Button>
          ))}
          {judges.length > 0 ? (
            <Select
              label={_('Give to a judge')}
              hideLabel
              placeholder={_('Give to a judge')}
              value=""
              disabled={chosen.length === 0 || pending}
              options={judges.map(({ id, name }) => ({ value: id, label: name || _('Somebody who left') }))}
              onChange={({ target }) => target.value && void assign(target.value)}
            />
          ) : null}
        </div>
      ) : null}
      <ul className="grid border-line border-t">
        {list.items.map((row) => (
          <Row
            key={row.id}
            row={row}
            chosen={chosen.includes(row.id)}
            isFull={isFull}
            onToggle={mayEdit ? () => toggle(row.id) : undefined}
          />
        ))}
      </ul>
      <ListEnd list={list} more={_('More films')} failed={_('We failed to load more films.')}>
        {_('That is all that was submitted.')}
      </ListEnd>
    </div>
  );
}

type RowProps = { row: DeskSubmission; chosen: boolean; isFull: boolean; onToggle: (() => void) | undefined };

function Row({ row, chosen, isFull, onToggle }: RowProps) {
  const {
    id,
    filmTitle,
    makerName,
    categoryName,
    runningTime,
    judges,
    judged,
    mean,
    spread,
    state,
    decision,
    notifiedAt,
  } = row;
  const title = <span className="wrap-anywhere font-medium">{filmTitle || _('A film that is gone')}</span>;
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2 border-line border-b py-3">
      <div className="grid min-w-0 gap-1">
        {onToggle && state === SubmissionState.SUBMITTED ? (
          <Checkbox name={id} label={title} checked={chosen} disabled={isFull && !chosen} onChange={onToggle} />
        ) : (
          title
        )}
        <span className="text-ink-muted text-small">
          {[makerName, categoryName, runningTime > 0 ? formatRunningTime(runningTime) : ''].filter(Boolean).join(' · ')}
        </span>
        <span className="flex flex-wrap gap-x-4 gap-y-1 text-small">
          <Link to={`submissions/${id}`} className="hover:underline">
            {_('Letter and scores')}
          </Link>
          <a href={`/judging/films/${id}/watch`} className="hover:underline">
            {_('Watch')}
          </a>
        </span>
      </div>
      <div className="grid gap-1 sm:justify-items-end">
        <Badge tone={decision === SubmissionDecision.SELECTED ? 'good' : 'neutral'}>
          {state === SubmissionState.SUBMITTED ? _(DECISION_TEXTS[decision]) : _(SUBMISSION_STATES[state])}
        </Badge>
        {notifiedAt ? <span className="text-ink-muted text-small">{_('Mailed')}</span> : null}
        <span className="tabular text-ink-muted text-small">
          {judged > 0
            ? _('Mean {mean}, spread {spread}, {judged} of {judges} judges', {
                ...{ mean: formatFixed(mean, 2), spread: formatFixed(spread, 2), judged, judges },
              })
            : _('{judged} of {judges} judges', { judged, judges })}
        </span>
      </div>
    </li>
  );
}
