import {
  type DecisionMail,
  type PreviewedMail,
  SubmissionDeskService,
} from '@marquee/contracts/festival/v1/submission_desk_pb';
import { decisionMailSchema } from '@marquee/rules/judging';
import { type FormEvent, useState } from 'react';
import { useRevalidator } from 'react-router';
import { client } from '../../api/browser/client.ts';
import { orToast } from '../../data/or-toast.ts';
import { usePending } from '../../data/use-pending.ts';
import { _ } from '../../language/words.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { TextArea, TextField } from '../../ui/field.tsx';
import { Section } from '../../ui/section.tsx';
import { toast } from '../../ui/toast.ts';
import { useFields } from '../programme/use-fields.ts';
import { DECISION_TEXTS } from './call-texts.ts';

/** The mail of each decision: written, looked at as its readers will, and sent once [FES-09]. */
export function DecisionMails({ callId, first }: { callId: string; first: DecisionMail[] }) {
  return (
    <div className="grid max-w-3xl gap-10">
      {first.map((mail) => (
        <MailForm key={mail.decision} callId={callId} mail={mail} />
      ))}
    </div>
  );
}

function MailForm({ callId, mail }: { callId: string; mail: DecisionMail }) {
  const form = useFields({ subject: mail.subject, body: mail.body });
  const { fields, errors, set } = form;
  const [previews, setPreviews] = useState<PreviewedMail[]>();
  const { revalidate } = useRevalidator();
  const { decision, waiting, sent } = mail;
  const save = async (submitted: FormEvent) => {
    submitted.preventDefault();
    const given = decisionMailSchema.safeParse(fields);
    if (!given.success) return form.refuse(given.error.issues);
    await form.save(async () => {
      await client(SubmissionDeskService).saveDecisionMail({ callId, decision, ...given.data });
      const preview = await client(SubmissionDeskService).previewDecisionMails({ callId, decision });
      setPreviews(preview.mails);
      await revalidate();
    }, _('We failed to save the email. Please try again.'));
  };
  return (
    <Section title={_(DECISION_TEXTS[decision])}>
      <form noValidate className="grid gap-4" onSubmit={save}>
        <p className="text-ink-muted text-small">
          {_('{waiting} wait for this email, {sent} have it.', { waiting, sent })}
        </p>
        <TextField
          label={_('Subject')}
          value={fields.subject}
          error={errors.subject}
          onChange={({ target }) => set({ subject: target.value })}
        />
        <TextArea
          label={_('Text')}
          hint={_('In curly brackets stand names: maker, film, category, festival and call.')}
          value={fields.body}
          error={errors.body}
          onChange={({ target }) => set({ body: target.value })}
        />
        {form.problem ? (
          <Banner tone="danger" urgent>
            {form.problem}
          </Banner>
        ) : null}
        <Button type="submit" pending={form.pending} className="justify-self-start">
          {_('Save and preview')}
        </Button>
      </form>
      {previews ? (
        <Preview
          {...{ callId, mail, previews }}
          onClose={() => {
            setPreviews(undefined);
            void revalidate();
          }}
        />
      ) : null}
    </Section>
  );
}

type PreviewProps = { callId: string; mail: DecisionMail; previews: PreviewedMail[]; onClose: () => void };

function Preview({ callId, mail: { decision, waiting }, previews, onClose }: PreviewProps) {
  const [pending, during] = usePending();
  const send = () =>
    during(() =>
      orToast(async () => {
        let all = 0;
        // Each call sends a part, and what is interrupted continues where it stopped.
        for (let left = 1; left > 0; ) {
          const answer = await client(SubmissionDeskService).sendDecisionMails({ callId, decision });
          all += answer.sent;
          left = answer.sent === 0 ? 0 : answer.waiting;
        }
        toast({
          message: _('{all, plural, one {One email is on its way.} other {# emails are on their way.}}', { all }),
          tone: 'good',
        });
        onClose();
      }, _('We failed to send all emails. Please try again.')),
    );
  return (
    <Dialog title={_('As makers will read it')} open onOpenChange={(open) => !open && onClose()}>
      <div className="grid gap-4">
        {previews.length === 0 ? <p>{_('Nobody waits for this email yet. It is saved.')}</p> : null}
        {previews.map(({ submissionId, makerName, subject, body }) => (
          <article key={submissionId} className="grid gap-1 rounded-panel border border-line p-4">
            <p className="text-ink-muted text-small">{_('To {name}', { name: makerName })}</p>
            <p className="wrap-anywhere font-medium">{subject}</p>
            <p className="wrap-anywhere whitespace-pre-line text-small">{body}</p>
          </article>
        ))}
        {previews.length > 0 ? (
          <Button variant="primary" pending={pending} onClick={() => void send()}>
            {_('{waiting, plural, one {Send one email} other {Send # emails}}', {
              waiting: Math.max(waiting, previews.length),
            })}
          </Button>
        ) : null}
      </div>
    </Dialog>
  );
}
