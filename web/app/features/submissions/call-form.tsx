import { type Timestamp, timestampDate, timestampFromDate } from '@bufbuild/protobuf/wkt';
import { type Call, CallService } from '@marquee/contracts/festival/v1/calls_pb';
import { callSchema, SUBMISSION_LIMITS } from '@marquee/rules/submissions';
import { localTime, momentAt } from '@marquee/rules/zoned-times';
import { Plus, Trash2 } from 'lucide-react';
import { Children, type FormEvent, type ReactNode } from 'react';
import { client } from '../../api/browser/client.ts';
import { countries } from '../../language/names.ts';
import { _ } from '../../language/words.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button, IconButton } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/choice.tsx';
import { MultiCombobox } from '../../ui/combobox.tsx';
import { FieldError, Select, TextArea, TextField } from '../../ui/field.tsx';
import { ownTimeZone, timeZones } from '../notices/time-zones.ts';
import { useFields } from '../programme/use-fields.ts';

type Props = { festivalId: string; call: Call | undefined; onSaved: (call: Call | undefined) => void };

const dollars = (cents: bigint) => (Number(cents) / 100).toFixed(2);
const centsOf = (typed: string) =>
  /^\d{1,3}(?:[.,]\d{1,2})?$/.test(typed.trim()) ? BigInt(Math.round(Number(typed.replace(',', '.')) * 100)) : -1n;

const NEW_CATEGORY = { id: '', name: '', earlyFee: '0.00', regularFee: '0.00', lateFee: '0.00', studentFee: '' };

function begun(call: Call | undefined) {
  const timeZone = call?.timeZone ?? ownTimeZone();
  const local = (at: Timestamp | undefined) => (at ? localTime(timestampDate(at), timeZone) : '');
  return {
    ...{ title: call?.title ?? '', description: call?.description ?? '', timeZone },
    ...{ projectType: call?.projectTypes.length === 1 ? (call.projectTypes[0] ?? '') : '' },
    ...{ minutesMax: call?.minutesMax ? String(call.minutesMax) : '', countries: call?.countries ?? [] },
    ...{ earlyEndsAt: local(call?.earlyEndsAt), regularEndsAt: local(call?.regularEndsAt) },
    lateEndsAt: local(call?.lateEndsAt),
    categories: call?.categories.map((one) => ({
      ...{ id: one.id, name: one.name, earlyFee: dollars(one.earlyFee), regularFee: dollars(one.regularFee) },
      ...{ lateFee: dollars(one.lateFee), studentFee: one.studentFee === undefined ? '' : dollars(one.studentFee) },
    })) ?? [NEW_CATEGORY],
    questions: call?.questions.map(({ id, text, required }) => ({ id, text, required })) ?? [],
  };
}
type Fields = ReturnType<typeof begun>;

/** As the schema takes what is typed; times are those of the clocks in the chosen zone. */
const typedOf = (fields: Fields) => ({
  ...{ ...fields, projectTypes: fields.projectType ? [fields.projectType] : [], minutesMax: Number(fields.minutesMax) },
  earlyEndsAt: fields.earlyEndsAt ? momentAt(fields.earlyEndsAt, fields.timeZone) : undefined,
  regularEndsAt: momentAt(fields.regularEndsAt, fields.timeZone),
  lateEndsAt: fields.lateEndsAt ? momentAt(fields.lateEndsAt, fields.timeZone) : undefined,
  categories: fields.categories.map(({ earlyFee, regularFee, lateFee, studentFee, ...more }) => ({
    ...{ ...more, regularFee: centsOf(regularFee) },
    earlyFee: fields.earlyEndsAt ? centsOf(earlyFee) : 0n,
    lateFee: fields.lateEndsAt ? centsOf(lateFee) : 0n,
    studentFee: studentFee.trim() === '' ? undefined : centsOf(studentFee),
  })),
});

/** What an organization enters of a call [FES-09]. */
export function CallForm({ festivalId, call, onSaved }: Props) {
  const form = useFields(begun(call));
  const { fields, errors, set } = form;
  const save = async (submitted: FormEvent) => {
    submitted.preventDefault();
    const given = callSchema.safeParse(typedOf(fields));
    if (!given.success) return form.refuse(given.error.issues);
    const { earlyEndsAt, regularEndsAt, lateEndsAt, categories, ...same } = given.data;
    await form.save(async () => {
      const answer = await client(CallService).saveCall({
        ...{ ...same, festivalId, callId: call?.id ?? '', expectedVersion: call?.version ?? 0n },
        ...(earlyEndsAt && { earlyEndsAt: timestampFromDate(earlyEndsAt) }),
        regularEndsAt: timestampFromDate(regularEndsAt),
        ...(lateEndsAt && { lateEndsAt: timestampFromDate(lateEndsAt) }),
        categories: categories.map(({ studentFee, ...one }) => ({
          ...one,
          ...(studentFee !== undefined && { studentFee }),
        })),
      });
      onSaved(answer.call);
    }, _('We failed to save the call. Please try again.'));
  };
  const text = (name: 'title' | 'minutesMax' | 'earlyEndsAt' | 'regularEndsAt' | 'lateEndsAt') => ({
    ...{ name, value: fields[name], error: errors[name] },
    onChange: (change: { target: { value: string } }) => set({ [name]: change.target.value }),
  });
  return (
    <form noValidate className="grid max-w-2xl gap-5" onSubmit={save}>
      <TextField label={_('Title')} maxLength={SUBMISSION_LIMITS.titleLengthMax} {...text('title')} />
      <TextArea
        label={_('Description')}
        optional
        limit={SUBMISSION_LIMITS.descriptionLengthMax}
        length={fields.description.length}
        value={fields.description}
        error={errors.description}
        onChange={({ target }) => set({ description: target.value })}
      />
      <div className="grid gap-5 sm:grid-cols-2">
        <Select
          label={_('Films')}
          value={fields.projectType}
          options={[
            { value: '', label: _('Short and feature films') },
            { value: 'SHORT', label: _('Short films only') },
            { value: 'FEATURE', label: _('Feature films only') },
          ]}
          onChange={({ target }) => set({ projectType: target.value })}
        />
        <TextField label={_('Longest in minutes')} optional inputMode="numeric" {...text('minutesMax')} />
      </div>
      <MultiCombobox
        label={_('From these countries')}
        optional
        placeholder={_('From everywhere')}
        value={fields.countries}
        options={countries().map(({ code, name }) => ({ value: code, label: name }))}
        onChange={(chosen) => set({ countries: chosen })}
      />
      <Select
        label={_('Time zone')}
        hint={_('The deadlines below are those of the clocks there.')}
        value={fields.timeZone}
        error={errors.timeZone}
        options={timeZones(fields.timeZone).map((zone) => ({ value: zone, label: zone.replaceAll('_', ' ') }))}
        onChange={({ target }) => set({ timeZone: target.value })}
      />
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField type="datetime-local" label={_('Early deadline')} optional {...text('earlyEndsAt')} />
        <TextField type="datetime-local" label={_('Regular deadline')} {...text('regularEndsAt')} />
        <TextField type="datetime-local" label={_('Late deadline')} optional {...text('lateEndsAt')} />
      </div>
      <Rows
        title={_('Categories and fees')}
        error={errors.categories}
        add={_('Add a category')}
        onAdd={() => set({ categories: [...fields.categories, NEW_CATEGORY] })}
      >
        {fields.categories.map((category, index) => {
          const change = (name: keyof typeof NEW_CATEGORY, value: string) =>
            set({ categories: fields.categories.with(index, { ...category, [name]: value }) });
          const fee = (name: 'earlyFee' | 'regularFee' | 'lateFee' | 'studentFee', label: string) => (
            <TextField
              label={label}
              prefix="$"
              inputMode="decimal"
              optional={name === 'studentFee'}
              value={category[name]}
              onChange={({ target }) => change(name, target.value)}
            />
          );
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: a new one has no id yet, and the order stays
            <li key={index} className="grid gap-4 rounded-panel border border-line bg-surface p-4">
              <div className="flex items-end gap-3">
                <div className="min-w-0 flex-1">
                  <TextField
                    label={_('Category')}
                    value={category.name}
                    onChange={({ target }) => change('name', target.value)}
                  />
                </div>
                <Remove
                  label={_('Remove the category')}
                  onRemove={() => set({ categories: fields.categories.toSpliced(index, 1) })}
                />
              </div>
              <div className="grid gap-4 sm:grid-cols-2">
                {fields.earlyEndsAt ? fee('earlyFee', _('Early fee')) : null}
                {fee('regularFee', _('Regular fee'))}
                {fields.lateEndsAt ? fee('lateFee', _('Late fee')) : null}
                {fee('studentFee', _('Fee of students'))}
              </div>
            </li>
          );
        })}
      </Rows>
      <Rows
        title={_('Questions to makers')}
        error={errors.questions}
        add={_('Add a question')}
        onAdd={() => set({ questions: [...fields.questions, { id: '', text: '', required: false }] })}
      >
        {fields.questions.map((question, index) => {
          const change = (changed: Partial<typeof question>) =>
            set({ questions: fields.questions.with(index, { ...question, ...changed }) });
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: a new one has no id yet, and the order stays
            <li key={index} className="grid gap-3 rounded-panel border border-line bg-surface p-4">
              <div className="flex items-end gap-3">
                <div className="min-w-0 flex-1">
                  <TextField
                    label={_('Question')}
                    value={question.text}
                    onChange={({ target }) => change({ text: target.value })}
                  />
                </div>
                <Remove
                  label={_('Remove the question')}
                  onRemove={() => set({ questions: fields.questions.toSpliced(index, 1) })}
                />
              </div>
              <Checkbox
                label={_('An answer is needed')}
                checked={question.required}
                onChange={({ target }) => change({ required: target.checked })}
              />
            </li>
          );
        })}
      </Rows>
      {form.problem ? (
        <Banner tone="danger" urgent>
          {form.problem}
        </Banner>
      ) : null}
      <Button type="submit" variant="primary" pending={form.pending} className="justify-self-start">
        {call ? _('Save the call') : _('Save as a draft')}
      </Button>
    </form>
  );
}

function Rows({
  title,
  error,
  add,
  onAdd,
  children,
}: {
  title: string;
  error: string | undefined;
  add: string;
  onAdd: () => void;
  children: ReactNode;
}) {
  return (
    <fieldset className="grid gap-4">
      <legend className="mb-2 font-medium">{title}</legend>
      {Children.count(children) > 0 ? <ul className="grid gap-3">{children}</ul> : null}
      {error ? <FieldError>{error}</FieldError> : null}
      <Button className="justify-self-start" icon={<Plus aria-hidden className="size-4" />} onClick={onAdd}>
        {add}
      </Button>
    </fieldset>
  );
}

function Remove({ label, onRemove }: { label: string; onRemove: () => void }) {
  return (
    <IconButton label={label} onClick={onRemove}>
      <Trash2 aria-hidden className="size-5" />
    </IconButton>
  );
}
