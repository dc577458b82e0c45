import { timestampDate } from '@bufbuild/protobuf/wkt';
import { CallState, type ListFestivalCallsResponse } from '@marquee/contracts/festival/v1/calls_pb';
import { SUBMISSION_MESSAGES } from '@marquee/rules/submissions';
import { Inbox } from 'lucide-react';
import { _ } from '../../language/words.ts';
import { Badge } from '../../ui/badge.tsx';
import { LinkButton } from '../../ui/button.tsx';
import { Moment } from '../../ui/moment.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { CALL_STATES } from './call-texts.ts';

/** The calls of an organization, for those who work on them [FES-06] [FES-09]. */
export function CallsDesk({ festivalId, desk }: { festivalId: string; desk: ListFestivalCallsResponse }) {
  const base = `/user/orgs/${festivalId}/calls`;
  if (!desk.takesSubmissions) {
    return <EmptyState icon={<Inbox aria-hidden />} title={_(SUBMISSION_MESSAGES.noSubmissions)} />;
  }
  return (
    <div className="grid max-w-3xl gap-6">
      {desk.canManage ? (
        <LinkButton to={`${base}/new/edit`} variant="primary" className="justify-self-start">
          {_('New call for submissions')}
        </LinkButton>
      ) : null}
      {desk.calls.length === 0 ? (
        <EmptyState icon={<Inbox aria-hidden />} title={_('No calls yet')}>
          {_('A call says what you take, until when, and for which fee. Nobody else sees it before you open it.')}
        </EmptyState>
      ) : (
        <ul className="grid border-line border-t">
          {desk.calls.flatMap(({ call, submitted, undecided }) =>
            call ? (
              <li key={call.id} className="flex flex-wrap items-start justify-between gap-3 border-line border-b py-4">
                <div className="grid min-w-0 gap-1">
                  <a href={`${base}/${call.id}`} className="wrap-anywhere font-medium hover:underline">
                    {call.title}
                  </a>
                  <span className="text-ink-muted text-small">
                    {_('{submitted, plural, one {One film} other {# films}}, {undecided} undecided', {
                      submitted,
                      undecided,
                    })}
                  </span>
                  {call.closesAt ? (
                    <span className="text-ink-muted text-small">
                      {_('Last deadline:')} <Moment date={timestampDate(call.closesAt)} />
                    </span>
                  ) : null}
                </div>
                <Badge tone={call.state === CallState.OPEN ? 'good' : 'neutral'}>{_(CALL_STATES[call.state])}</Badge>
              </li>
            ) : (
              []
            ),
          )}
        </ul>
      )}
    </div>
  );
}
