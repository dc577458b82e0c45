import { timestampDate } from '@bufbuild/protobuf/wkt';
import { CallService, CallState } from '@marquee/contracts/festival/v1/calls_pb';
import { useOwn } from '../../data/use-own.ts';
import { _ } from '../../language/words.ts';
import { Badge } from '../../ui/badge.tsx';
import { Moment } from '../../ui/moment.tsx';
import { Section } from '../../ui/section.tsx';
import { CALL_STATES } from './call-texts.ts';

/** The calls of a festival on its public page; nothing for one that never had one [FES-09]. */
export function FestivalCalls({ festivalId }: { festivalId: string }) {
  const { own } = useOwn(CallService.method.listCalls, { festivalId });
  if (own.state !== 'ready' || own.value.calls.length === 0) return null;
  return (
    <Section title={_('Calls for submissions')}>
      <ul className="grid gap-3 md:grid-cols-2">
        {own.value.calls.map(({ id, title, state, closesAt }) => (
          <li
            key={id}
            className="flex items-start justify-between gap-3 rounded-panel border border-line bg-surface p-4"
          >
            <div className="grid min-w-0 gap-1">
              <a href={`/festivals/${festivalId}/calls/${id}`} className="wrap-anywhere font-medium hover:underline">
                {title}
              </a>
              {closesAt ? (
                <span className="text-ink-muted text-small">
                  {_('Last deadline:')} <Moment date={timestampDate(closesAt)} />
                </span>
              ) : null}
            </div>
            <Badge tone={state === CallState.OPEN ? 'good' : 'neutral'}>{_(CALL_STATES[state])}</Badge>
          </li>
        ))}
      </ul>
    </Section>
  );
}
