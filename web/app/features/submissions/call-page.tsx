import { type Call, CallState } from '@marquee/contracts/festival/v1/calls_pb';
import { Film } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useNavigate } from 'react-router';
import { sessionHint } from '../../api/browser/page-account.ts';
import { signInPath } from '../../api/viewer.ts';
import { formatMoment, formatUsd } from '../../language/format.ts';
import { _ } from '../../language/words.ts';
import { Badge } from '../../ui/badge.tsx';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Moment } from '../../ui/moment.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { Section } from '../../ui/section.tsx';
import { Skeleton } from '../../ui/states.tsx';
import { CALL_STATES, deadlinesOf, feeText } from './call-texts.ts';

const SubmissionForm = lazy(async () => ({ default: (await import('./submission-form.tsx')).SubmissionForm }));

/** A call for submissions as everybody sees it [FES-09]. */
export function CallPage({ call }: { call: Call }) {
  const { festivalId, festivalName, title, description, state, timeZone, categories, countries } = call;
  const [isSubmitting, setSubmitting] = useState(false);
  const navigate = useNavigate();
  const begin = () => {
    // The page is the same for everybody: who submits is known here first.
    if (sessionHint() === '') void navigate(signInPath(`/festivals/${festivalId}/calls/${call.id}`));
    else setSubmitting(true);
  };
  const rules = [
    call.projectTypes.length === 1
      ? call.projectTypes[0] === 'SHORT'
        ? _('Short films only.')
        : _('Feature films only.')
      : '',
    call.minutesMax > 0 ? _('Up to {minutes} minutes.', { minutes: call.minutesMax }) : '',
    countries.length > 0 ? _('From these countries: {countries}.', { countries: countries.join(', ') }) : '',
  ].filter(Boolean);
  return (
    <div className="page page-column gap-8 py-8 md:py-12">
      <PageTitle
        title={title}
        crumbs={[{ href: `/festivals/${festivalId}`, label: festivalName }]}
        aside={<Badge tone={state === CallState.OPEN ? 'good' : 'neutral'}>{_(CALL_STATES[state])}</Badge>}
      />
      {description ? <p className="wrap-anywhere whitespace-pre-line">{description}</p> : null}
      {rules.length > 0 ? <p className="text-ink-muted">{rules.join(' ')}</p> : null}
      <Section title={_('Deadlines')}>
        <ul className="grid gap-3">
          {deadlinesOf(call).map(({ kind, label, at }) => (
            <li
              key={kind}
              className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1 border-line border-b pb-3"
            >
              <span className="font-medium">{_(label)}</span>
              <span className="grid text-ink-muted text-small sm:justify-items-end">
                <span>{_('{moment} at the festival', { moment: `${formatMoment(at, timeZone)} (${timeZone})` })}</span>
                <span>
                  {_('For you:')} <Moment date={at} />
                </span>
              </span>
            </li>
          ))}
        </ul>
      </Section>
      <Section title={_('Categories and fees')}>
        <ul className="grid gap-3">
          {categories.map(({ id, name, earlyFee, regularFee, lateFee, studentFee }) => (
            <li key={id} className="grid gap-1 rounded-panel border border-line bg-surface p-4">
              <span className="wrap-anywhere font-medium">{name}</span>
              <span className="text-ink-muted text-small">
                {[
                  call.earlyEndsAt ? _('Early: {price}', { price: feeText(earlyFee, _('Free')) }) : '',
                  _('Regular: {price}', { price: feeText(regularFee, _('Free')) }),
                  call.lateEndsAt ? _('Late: {price}', { price: feeText(lateFee, _('Free')) }) : '',
                  studentFee === undefined ? '' : _('Students: {price}', { price: formatUsd(studentFee) }),
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </span>
            </li>
          ))}
        </ul>
      </Section>
      {state === CallState.OPEN ? (
        isSubmitting ? (
          <Section title={_('Submit a film')}>
            <Suspense fallback={<Skeleton className="h-96" label={_('Loading the form')} />}>
              <SubmissionForm call={call} />
            </Suspense>
          </Section>
        ) : (
          <Button
            variant="primary"
            size="large"
            className="justify-self-start"
            icon={<Film aria-hidden className="size-5" />}
            onClick={begin}
          >
            {_('Submit a film')}
          </Button>
        )
      ) : (
        <Banner>
          {state === CallState.CANCELLED ? _('This call was cancelled.') : _('Nothing can be submitted any more.')}
        </Banner>
      )}
    </div>
  );
}
