import type { Call } from '@marquee/contracts/festival/v1/calls_pb';
import {
  type GetJudgingResponse,
  type Judge,
  JudgingDeskService,
  NotesAudience,
} from '@marquee/contracts/festival/v1/judging_pb';
import { rubricSchema } from '@marquee/rules/judging';
import { type FormEvent, useState } from 'react';
import { useRevalidator } from 'react-router';
import { client } from '../../api/browser/client.ts';
import { orToast } from '../../data/or-toast.ts';
import { usePending } from '../../data/use-pending.ts';
import { _ } from '../../language/words.ts';
import { Badge } from '../../ui/badge.tsx';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { FieldError, Select, TextField } from '../../ui/field.tsx';
import { Section } from '../../ui/section.tsx';
import { Switch } from '../../ui/switch.tsx';
import { toast } from '../../ui/toast.ts';
import { PersonChoice } from '../organizations/person-choice.tsx';
import { useFields } from '../programme/use-fields.ts';
import { InviteJudgeByMail } from './invite-judge-by-mail.tsx';

type Props = { call: Call; mayEdit: boolean; judging: GetJudgingResponse };

/** Who judges a call, and by what [FES-09]. */
export function JudgingDesk({ call, mayEdit, judging }: Props) {
  const { revalidate } = useRevalidator();
  const [perSubmission, setPerSubmission] = useState('2');
  const [pending, during] = usePending();
  const run = (work: () => Promise<string>) =>
    during(() =>
      orToast(async () => {
        const message = await work();
        await revalidate();
        toast({ message, tone: 'good' });
      }, _('We failed to change the judging. Please try again.')),
    );
  const spread = () =>
    run(async () => {
      const asked = { callId: call.id, perSubmission: Number(perSubmission) };
      const { assigned, short } = await client(JudgingDeskService).assignEvenly(asked);
      return _('{assigned} assigned, {short} films have fewer judges.', { assigned, short });
    });
  return (
    <div className="grid max-w-3xl gap-10">
      <Section title={_('Judges')}>
        {judging.judges.length === 0 ? (
          <p className="text-ink-muted">{_('Nobody judges yet.')}</p>
        ) : (
          <ul className="grid">
            {judging.judges.map((judge) => (
              <JudgeLine key={judge.id} judge={judge} mayEdit={mayEdit} onRemove={() => run(() => remove(judge))} />
            ))}
          </ul>
        )}
        {mayEdit ? (
          <div className="mt-4 grid gap-6">
            <PersonChoice
              label={_('Invite a judge')}
              taken={judging.judges.map(({ accountId }) => accountId)}
              onChosen={async (personId) => {
                await client(JudgingDeskService).inviteJudge({ callId: call.id, personId });
                await revalidate();
              }}
            />
            <InviteJudgeByMail callId={call.id} />
            <div className="flex flex-wrap items-end gap-3">
              <Select
                label={_('Judges for each film')}
                value={perSubmission}
                options={['1', '2', '3', '4', '5'].map((value) => ({ value, label: value }))}
                onChange={({ target }) => setPerSubmission(target.value)}
              />
              <Button pending={pending} onClick={() => void spread()}>
                {_('Assign evenly at random')}
              </Button>
            </div>
          </div>
        ) : null}
      </Section>
      {mayEdit ? <RubricForm call={call} judging={judging} /> : null}
    </div>
  );
}

async function remove({ id: judgeId }: Judge): Promise<string> {
  await client(JudgingDeskService).removeJudge({ judgeId });
  return _('The judge was removed.');
}

function JudgeLine({ judge, mayEdit, onRemove }: { judge: Judge; mayEdit: boolean; onRemove: () => Promise<unknown> }) {
  const [asking, setAsking] = useState(false);
  const name = judge.name || _('Somebody who left');
  return (
    <li className="flex flex-wrap items-center justify-between gap-3 border-line border-b py-3">
      <span className="flex min-w-0 flex-wrap items-center gap-2">
        <span className="wrap-anywhere font-medium">{name}</span>
        {judge.accepted ? null : <Badge>{judge.byMail ? _('Invited by email') : _('Invited')}</Badge>}
      </span>
      <span className="text-ink-muted text-small">
        {_('{done} of {assigned} done, {conflicts} conflicts', {
          ...{ done: judge.done, assigned: judge.assigned, conflicts: judge.conflicts },
        })}
      </span>
      {mayEdit ? (
        <Button size="small" aria-haspopup="dialog" onClick={() => setAsking(true)}>
          {_('Remove')}
        </Button>
      ) : null}
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={_('Remove {name} as a judge?', { name })}
        description={_('What they gave goes too.')}
        confirmLabel={_('Remove')}
        destructive
        onConfirm={() => {
          setAsking(false);
          void onRemove();
        }}
      />
    </li>
  );
}

const NEW_CRITERION = { id: '', name: '', weight: '1' };

function RubricForm({ call, judging: { rubric } }: { call: Call; judging: GetJudgingResponse }) {
  const form = useFields({
    ...{ scale: String(rubric?.scale ?? 5), blind: rubric?.blind ?? false },
    notesAudience: String(rubric?.notesAudience || NotesAudience.DESK),
    criteria: rubric?.criteria.map(({ id, name, weight }) => ({ id, name, weight: String(weight) })) ?? [NEW_CRITERION],
  });
  const { fields, errors, set } = form;
  const { revalidate } = useRevalidator();
  const save = async (submitted: FormEvent) => {
    submitted.preventDefault();
    const criteria = fields.criteria.map(({ weight, ...one }) => ({ ...one, weight: Number(weight) }));
    const typed = {
      ...fields,
      criteria,
      scale: Number(fields.scale),
      notesAudience: NotesAudience[Number(fields.notesAudience)],
    };
    const given = rubricSchema.safeParse(typed);
    if (!given.success) return form.refuse(given.error.issues);
    const isSaved = await form.save(async () => {
      const notesAudience = NotesAudience[given.data.notesAudience];
      const saved = await client(JudgingDeskService).saveRubric({ callId: call.id, ...given.data, notesAudience });
      set({
        criteria: saved.rubric?.criteria.map(({ id, name, weight }) => ({ id, name, weight: String(weight) })) ?? [],
      });
    }, _('We failed to save the criteria. Please try again.'));
    if (isSaved) {
      toast({ message: _('The criteria were saved.'), tone: 'good' });
      await revalidate();
    }
  };
  return (
    <Section title={_('By what is judged')}>
      <form noValidate className="grid gap-5" onSubmit={save}>
        <ul className="grid gap-3" hidden={fields.criteria.length === 0}>
          {fields.criteria.map((criterion, index) => {
            const change = (changed: Partial<typeof criterion>) =>
              set({ criteria: fields.criteria.with(index, { ...criterion, ...changed }) });
            return (
              // biome-ignore lint/suspicious/noArrayIndexKey: a new one has no id yet, and the order stays
              <li key={index} className="grid items-end gap-3 sm:grid-cols-[minmax(0,1fr)_6rem_auto]">
                <TextField
                  label={_('Criterion')}
                  value={criterion.name}
                  onChange={({ target }) => change({ name: target.value })}
                />
                <TextField
                  label={_('Weight')}
                  inputMode="numeric"
                  value={criterion.weight}
                  onChange={({ target }) => change({ weight: target.value })}
                />
                <Button onClick={() => set({ criteria: fields.criteria.toSpliced(index, 1) })}>{_('Remove')}</Button>
              </li>
            );
          })}
        </ul>
        {errors.criteria ? <FieldError>{errors.criteria}</FieldError> : null}
        <Button className="justify-self-start" onClick={() => set({ criteria: [...fields.criteria, NEW_CRITERION] })}>
          {_('Add a criterion')}
        </Button>
        <div className="grid items-start gap-5 sm:grid-cols-2">
          <Select
            label={_('Scale')}
            value={fields.scale}
            options={['5', '10'].map((value) => ({ value, label: _('1 to {most}', { most: value }) }))}
            onChange={({ target }) => set({ scale: target.value })}
          />
          <Select
            label={_('Who reads the notes of judges')}
            hint={_('Makers never do.')}
            value={fields.notesAudience}
            options={[
              { value: String(NotesAudience.NOBODY), label: _('Only that judge') },
              { value: String(NotesAudience.MANAGERS), label: _('Director and managers') },
              { value: String(NotesAudience.DESK), label: _('Programmers too') },
            ]}
            onChange={({ target }) => set({ notesAudience: target.value })}
          />
        </div>
        <Switch
          label={_('Judges do not see who made a film')}
          checked={fields.blind}
          onChange={({ target }) => set({ blind: target.checked })}
        />
        {form.problem ? (
          <Banner tone="danger" urgent>
            {form.problem}
          </Banner>
        ) : null}
        <Button type="submit" pending={form.pending} className="justify-self-start">
          {_('Save the criteria')}
        </Button>
      </form>
    </Section>
  );
}
