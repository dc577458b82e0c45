import { type Call, CallService, CallState } from '@marquee/contracts/festival/v1/calls_pb';
import type { GetJudgingResponse } from '@marquee/contracts/festival/v1/judging_pb';
import type { DecisionMail } from '@marquee/contracts/festival/v1/submission_desk_pb';
import { useState } from 'react';
import { useNavigate, useRevalidator } from 'react-router';
import { client } from '../../api/browser/client.ts';
import { orToast } from '../../data/or-toast.ts';
import { usePending } from '../../data/use-pending.ts';
import { _ } from '../../language/words.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button, LinkButton } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { CALL_STATES } from './call-texts.ts';
import { DecisionMails } from './decision-mails.tsx';
import { JudgingDesk } from './judging-desk.tsx';
import { SubmissionTable } from './submission-table.tsx';
import { WaiversDesk } from './waivers-desk.tsx';

type Props = { call: Call; mayEdit: boolean; judging: GetJudgingResponse; mails: DecisionMail[] };

/** A call with what was submitted, who judges, and what is decided [FES-09]. */
export function CallDesk({ call, mayEdit, judging, mails }: Props) {
  const base = `/user/orgs/${call.festivalId}/calls`;
  const parts = [
    {
      value: 'films',
      label: _('Films'),
      content: <SubmissionTable call={call} mayEdit={mayEdit} judges={judging.judges} />,
    },
    { value: 'judging', label: _('Judging'), content: <JudgingDesk call={call} mayEdit={mayEdit} judging={judging} /> },
  ];
  const managed = [
    { value: 'decisions', label: _('Decisions'), content: <DecisionMails callId={call.id} first={mails} /> },
    { value: 'waivers', label: _('Waivers'), content: <WaiversDesk callId={call.id} /> },
  ];
  return (
    <div className="page grid gap-8 py-10">
      <PageTitle
        title={call.title}
        lead={call.festivalName}
        aside={<Badge tone={call.state === CallState.OPEN ? 'good' : 'neutral'}>{_(CALL_STATES[call.state])}</Badge>}
        crumbs={[
          { href: '/user/orgs', label: _('My organizations') },
          { href: base, label: _('Submissions') },
        ]}
        actions={mayEdit ? <Actions call={call} base={base} /> : null}
      />
      <Tabs label={_('Parts of the call')} tabs={mayEdit ? [...parts, ...managed] : parts} />
    </div>
  );
}

type Step = 'open' | 'cancel' | 'delete';

function Actions({ call, base }: { call: Call; base: string }) {
  const [step, setStep] = useState<Step>();
  const [pending, during] = usePending();
  const revalidator = useRevalidator();
  const navigate = useNavigate();
  const isDraft = call.state === CallState.DRAFT;
  const texts = {
    open: {
      title: _('Open the call?'),
      description: _('Everybody sees it, and makers can submit until its last deadline.'),
      confirmLabel: _('Open the call'),
    },
    cancel: {
      title: _('Cancel the call “{title}”?', { title: call.title }),
      description: _('All submissions end, and every fee that was paid goes back. This cannot be undone.'),
      confirmLabel: _('Cancel the call'),
    },
    delete: {
      title: _('Delete the draft “{title}”?', { title: call.title }),
      description: _('This cannot be undone.'),
      confirmLabel: _('Delete'),
    },
  };
  const run = (chosen: Step) =>
    during(async () => {
      await orToast(async () => {
        const named = { callId: call.id };
        if (chosen === 'open') await client(CallService).openCall(named);
        else if (chosen === 'cancel') await client(CallService).cancelCall(named);
        else await client(CallService).deleteCall(named);
        if (chosen === 'delete') await navigate(base);
        else await revalidator.revalidate();
      }, _('We failed to change the call. Please try again.'));
      setStep(undefined);
    });
  const asked = step ?? 'open';
  return (
    <>
      {isDraft ? null : (
        <LinkButton to={`/festivals/${call.festivalId}/calls/${call.id}`}>{_('Public page')}</LinkButton>
      )}
      {call.state === CallState.CANCELLED ? null : <LinkButton to={`${base}/${call.id}/edit`}>{_('Edit')}</LinkButton>}
      {isDraft ? (
        <Button aria-haspopup="dialog" onClick={() => setStep('delete')}>
          {_('Delete')}
        </Button>
      ) : null}
      {isDraft ? (
        <Button variant="primary" aria-haspopup="dialog" onClick={() => setStep('open')}>
          {_('Open the call')}
        </Button>
      ) : null}
      {call.state === CallState.OPEN || call.state === CallState.CLOSED ? (
        <Button aria-haspopup="dialog" onClick={() => setStep('cancel')}>
          {_('Cancel the call')}
        </Button>
      ) : null}
      <ConfirmDialog
        open={step !== undefined}
        onOpenChange={(open) => !open && setStep(undefined)}
        {...texts[asked]}
        destructive={asked !== 'open'}
        pending={pending}
        onConfirm={() => void run(asked)}
      />
    </>
  );
}
