import type { Call } from '@marquee/contracts/festival/v1/calls_pb';
import { SubmissionService } from '@marquee/contracts/festival/v1/submissions_pb';
import { StudioService } from '@marquee/contracts/film/v1/studio_pb';
import { SUBMISSION_LIMITS, SUBMISSION_MESSAGES, submissionSchema } from '@marquee/rules/submissions';
import { type FormEvent, useMemo, useState } from 'react';
import { Link } from 'react-router';
import { client } from '../../api/browser/client.ts';
import { NotReady } from '../../data/not-ready.tsx';
import { useOwn } from '../../data/use-own.ts';
import { formatUsd } from '../../language/format.ts';
import { _ } from '../../language/words.ts';
import { isPro, useCurrentUser } from '../../layout/current-user.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button, buttonClass, LinkButton } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/choice.tsx';
import { Select, TextArea, TextField } from '../../ui/field.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { Bill, Outcome, PaySheet } from '../checkout/pay-sheet.tsx';
import { useFields } from '../programme/use-fields.ts';
import { feeOf, feeText } from './call-texts.ts';
import { type SubmissionChoice, submissionSale } from './submission-sale.ts';

const FILMS_SHOWN = 100;

/** Submits one of the viewer's films to a call, and pays its fee [FES-09]. */
export function SubmissionForm({ call }: { call: Call }) {
  const current = useCurrentUser();
  const { own, retry } = useOwn(StudioService.method.listMyFilms, { pageSize: FILMS_SHOWN });
  if (own.state !== 'ready')
    return (
      <NotReady
        {...{ own, retry }}
        className="h-96"
        loading={_('Loading your films')}
        failed={_('We failed to load your films.')}
      />
    );
  const films = own.value.films.flatMap(({ film }) => (film ? [{ value: film.id, label: film.filmTitle }] : []));
  if (films.length === 0) {
    return (
      <EmptyState
        title={_('No films yet')}
        action={
          current.state === 'account' && isPro(current.user) ? (
            <LinkButton to="/content/create">{_('Create your first film')}</LinkButton>
          ) : undefined
        }
      >
        {_('You submit films of your own. They need not be published.')}
      </EmptyState>
    );
  }
  return <Fields call={call} films={films} />;
}

type Option = { value: string; label: string };

function Fields({ call, films }: { call: Call; films: Option[] }) {
  const [choice, setChoice] = useState<SubmissionChoice>();
  const form = useFields({
    ...{ filmId: '', categoryId: call.categories[0]?.id ?? '', student: false, waiverCode: '', coverLetter: '' },
    answers: call.questions.map(() => ''),
  });
  const { fields, errors, set } = form;
  const category = call.categories.find(({ id }) => id === fields.categoryId);
  const submit = async (submitted: FormEvent) => {
    submitted.preventDefault();
    const answers = call.questions.map(({ id }, index) => ({ questionId: id, answer: fields.answers[index] ?? '' }));
    const given = submissionSchema.safeParse({ ...fields, answers });
    if (!given.success) return form.refuse(given.error.issues);
    const missing = call.questions.findIndex(({ required }, index) => required && !answers[index]?.answer.trim());
    if (missing >= 0)
      return form.refuse([{ path: [`answers.${missing}.answer`], message: _(SUBMISSION_MESSAGES.answerMissing) }]);
    const { categoryId, student, waiverCode } = given.data;
    await form.save(async () => {
      const asked = { callId: call.id, categoryId, student, waiverCode };
      const { price } = await client(SubmissionService).quoteSubmission(asked);
      setChoice({ ...given.data, callId: call.id, price });
    }, _('We failed to ask for the fee. Please try again.'));
  };
  return (
    <>
      <form noValidate className="grid gap-5" onSubmit={submit}>
        <Select
          label={_('Film')}
          placeholder={_('Choose a film')}
          options={films}
          value={fields.filmId}
          error={errors.filmId}
          onChange={({ target }) => set({ filmId: target.value })}
        />
        <Select
          label={_('Category')}
          options={call.categories.map((one) => ({
            value: one.id,
            label: `${one.name} · ${feeText(feeOf(call, one), _('Free'))}`,
          }))}
          value={fields.categoryId}
          error={errors.categoryId}
          onChange={({ target }) => set({ categoryId: target.value, student: false })}
        />
        {category?.studentFee === undefined ? null : (
          <Checkbox
            label={_('I am a student: {price}', { price: formatUsd(category.studentFee) })}
            checked={fields.student}
            onChange={({ target }) => set({ student: target.checked })}
          />
        )}
        {call.questions.map(({ id, text, required }, index) => (
          <TextArea
            key={id}
            label={text}
            optional={!required}
            limit={SUBMISSION_LIMITS.answerLengthMax}
            length={fields.answers[index]?.length ?? 0}
            value={fields.answers[index] ?? ''}
            error={errors[`answers.${index}.answer`]}
            onChange={({ target }) => set({ answers: fields.answers.with(index, target.value) })}
          />
        ))}
        <TextArea
          label={_('Cover letter')}
          optional
          limit={SUBMISSION_LIMITS.coverLetterLengthMax}
          length={fields.coverLetter.length}
          value={fields.coverLetter}
          error={errors.coverLetter}
          onChange={({ target }) => set({ coverLetter: target.value })}
        />
        <TextField
          label={_('Waiver code')}
          optional
          autoComplete="off"
          value={fields.waiverCode}
          error={errors.waiverCode}
          onChange={({ target }) => set({ waiverCode: target.value })}
        />
        <Banner>
          {_(
            'You can withdraw until the festival has decided. The fee is paid back only if the festival cancels the call, or takes your film out by mistake.',
          )}
        </Banner>
        {form.problem ? (
          <Banner tone="danger" urgent>
            {form.problem}
          </Banner>
        ) : null}
        <Button type="submit" variant="primary" size="large" pending={form.pending} className="justify-self-start">
          {_('Continue')}
        </Button>
      </form>
      {/* Outside of the form: what the sheet submits would submit the form, too. */}
      {choice ? <SubmissionSheet call={call} choice={choice} onClose={() => setChoice(undefined)} /> : null}
    </>
  );
}

function SubmissionSheet({ call, choice, onClose }: { call: Call; choice: SubmissionChoice; onClose: () => void }) {
  const sale = useMemo(() => submissionSale(choice), [choice]);
  return (
    <PaySheet
      title={_('Submit a film')}
      sale={sale}
      onClose={onClose}
      bill={({ filmTitle, categoryName, amount }) => (
        <Bill title={filmTitle} price={formatUsd(amount)}>
          {`${call.title} · ${categoryName}`}
        </Bill>
      )}
      texts={{
        priceChanged: _(SUBMISSION_MESSAGES.priceChanged),
        checking: _(
          'We are checking your payment. You can close this page: your film is submitted as soon as it is paid.',
        ),
        tooLate: _('This film could not be submitted any more, so your money goes back to your card by itself.'),
        reversed: _('Your payment was reversed, so your film is no longer submitted.'),
      }}
      paid={({ filmTitle }) => (
        <Outcome tone="good" message={_('“{film}” is submitted.', { film: filmTitle })}>
          <Link to="/user/submissions" className={buttonClass('primary', 'large')}>
            {_('See your submissions')}
          </Link>
        </Outcome>
      )}
    />
  );
}
