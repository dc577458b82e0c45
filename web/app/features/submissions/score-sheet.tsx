import { type Assignment, type GetAssignmentResponse, JudgeService } from '@marquee/contracts/festival/v1/judging_pb';
import { JUDGING_LIMITS, JUDGING_MESSAGES } from '@marquee/rules/judging';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { client } from '../../api/browser/client.ts';
import { formatRunningTime } from '../../language/format.ts';
import { _ } from '../../language/words.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button, LinkButton } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { FieldError, Select, TextArea, TextField } from '../../ui/field.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { Section } from '../../ui/section.tsx';
import { toast } from '../../ui/toast.ts';
import { useFields } from '../programme/use-fields.ts';
import { SubmittedTexts } from './submitted-texts.tsx';

type Props = { answer: GetAssignmentResponse; assignment: Assignment };

/** A film with what its judge gives it [FES-09]. */
export function ScoreSheet({ answer: { rubric, callTitle }, assignment }: Props) {
  const { submissionId, callId, filmTitle, categoryName, makerName, runningTime, coverLetter, answers, open } =
    assignment;
  const criteria = rubric?.criteria ?? [];
  const scale = rubric?.scale ?? 5;
  const form = useFields({
    note: assignment.note,
    scores: criteria.map(({ id }) =>
      String(assignment.scores.find(({ criterionId }) => criterionId === id)?.score ?? ''),
    ),
  });
  const { fields, errors, set } = form;
  const [declaring, setDeclaring] = useState(false);
  const navigate = useNavigate();
  const save = async (done: boolean) => {
    const scores = criteria.flatMap(({ id: criterionId }, index) =>
      fields.scores[index] ? [{ criterionId, score: Number(fields.scores[index]) }] : [],
    );
    if (done && scores.length < criteria.length) {
      return form.refuse([{ path: ['scores'], message: _(JUDGING_MESSAGES.scoreMissing) }]);
    }
    const isSaved = await form.save(
      () => client(JudgeService).saveScoreSheet({ submissionId, scores, note: fields.note, done }),
      _('We failed to save your scores. Please try again.'),
    );
    if (!isSaved) return undefined;
    toast({ message: done ? _('Your scores count now.') : _('Your draft is saved.'), tone: 'good' });
    return done ? navigate(`/judging/calls/${callId}`) : undefined;
  };
  return (
    <div className="page page-column gap-8 py-8 md:py-12">
      <PageTitle
        title={filmTitle}
        lead={[categoryName, makerName, runningTime > 0 ? formatRunningTime(runningTime) : '']
          .filter(Boolean)
          .join(' · ')}
        crumbs={[
          { href: '/judging', label: _('Judging') },
          { href: `/judging/calls/${callId}`, label: callTitle },
        ]}
        actions={
          open ? (
            <LinkButton variant="primary" to={`/judging/films/${submissionId}/watch`}>
              {_('Watch')}
            </LinkButton>
          ) : null
        }
      />
      <SubmittedTexts coverLetter={coverLetter} answers={answers} />
      {open ? null : <Banner>{_(JUDGING_MESSAGES.judgingOver)}</Banner>}
      <Section title={_('Your scores')}>
        <form
          noValidate
          className="grid gap-5"
          onSubmit={(submitted) => {
            submitted.preventDefault();
            void save(true);
          }}
        >
          {criteria.length === 0 ? (
            <p className="text-ink-muted">{_('The festival has not said yet by what is judged.')}</p>
          ) : null}
          {criteria.map(({ id, name, weight }, index) => (
            <Select
              key={id}
              label={name}
              hint={_('Weight {weight}', { weight })}
              placeholder={_('Choose a score')}
              value={fields.scores[index] ?? ''}
              options={Array.from({ length: scale }, (_item, one) => ({
                value: String(one + 1),
                label: String(one + 1),
              }))}
              onChange={({ target }) => set({ scores: fields.scores.with(index, target.value) })}
            />
          ))}
          {errors.scores ? <FieldError>{errors.scores}</FieldError> : null}
          <TextArea
            label={_('Private note')}
            optional
            hint={_('The maker never reads it.')}
            limit={JUDGING_LIMITS.noteLengthMax}
            length={fields.note.length}
            value={fields.note}
            error={errors.note}
            onChange={({ target }) => set({ note: target.value })}
          />
          {form.problem ? (
            <Banner tone="danger" urgent>
              {form.problem}
            </Banner>
          ) : null}
          <div className="flex flex-wrap gap-3">
            <Button type="submit" variant="primary" pending={form.pending} disabled={!open}>
              {_('Done')}
            </Button>
            <Button pending={form.pending} disabled={!open} onClick={() => void save(false)}>
              {_('Save a draft')}
            </Button>
            <Button variant="quiet" aria-haspopup="dialog" onClick={() => setDeclaring(true)}>
              {_('I cannot judge this film')}
            </Button>
          </div>
        </form>
      </Section>
      {declaring ? <Conflict submissionId={submissionId} callId={callId} onClose={() => setDeclaring(false)} /> : null}
    </div>
  );
}

function Conflict({ submissionId, callId, onClose }: { submissionId: string; callId: string; onClose: () => void }) {
  const form = useFields({ reason: '' });
  const navigate = useNavigate();
  const declare = async () => {
    const isSaved = await form.save(
      () => client(JudgeService).declareConflict({ submissionId, reason: form.fields.reason }),
      _('We failed to send your answer.'),
    );
    if (isSaved) await navigate(`/judging/calls/${callId}`);
  };
  return (
    <Dialog
      title={_('I cannot judge this film')}
      description={_('It is taken off your list, and what you gave counts no more.')}
      open
      onOpenChange={(next) => !next && onClose()}
    >
      <form
        noValidate
        className="grid gap-4"
        onSubmit={(submitted) => {
          submitted.preventDefault();
          void declare();
        }}
      >
        <TextField
          label={_('Why')}
          maxLength={JUDGING_LIMITS.reasonLengthMax}
          value={form.fields.reason}
          error={form.errors.reason}
          onChange={({ target }) => form.set({ reason: target.value })}
        />
        {form.problem ? (
          <Banner tone="danger" urgent>
            {form.problem}
          </Banner>
        ) : null}
        <Button type="submit" variant="danger" pending={form.pending}>
          {_('Take me off this film')}
        </Button>
      </form>
    </Dialog>
  );
}
